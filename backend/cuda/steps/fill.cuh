// fill.cuh: arrays of values, filled and gathered. Bindings: Value, Position.

extern "C" __global__ void fill_values(Value value, uint64_t count, Value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = value;
}

extern "C" __global__ void gather_values(const Value* in, const Position* from, uint64_t count, Value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) out[e] = in[from[e]];
}
