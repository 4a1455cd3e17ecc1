// bitmap.cuh: a vector's entries at their indices. Bindings: Index, Value.

extern "C" __global__ void scatter_entries(const Index* indices, const Value* values, uint64_t count,
                                           unsigned char* present, Value* out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = indices[e];
        if (present != nullptr) present[i] = 1;
        if (out != nullptr) out[i] = values[e];
    }
}
