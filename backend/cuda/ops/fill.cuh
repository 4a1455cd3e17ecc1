// fill.cuh: values copied by number, and one value everywhere. Bindings: Value, Place.

extern "C" __global__ void fill_value(Value value, uint64_t count, Value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = value;
}

extern "C" __global__ void gather_values(const Value* in, const Place* from, uint64_t count, Value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = in[from[e]];
}
