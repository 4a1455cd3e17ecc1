// transpose_gather.cuh: values by the numbers of their entries, for values too wide to be moved twice.
//
// Bindings: Value.

extern "C" __global__ void transpose_gather_values(const Value* val, const uint32_t* places, uint64_t count,
                                                   Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        val_out[e] = val[places[e]];
}
