// transpose_values.cuh: gathers values by the numbers of their entries; for values too wide to move in every
// pass.
//
// Bindings: Value.

extern "C" __global__ void transpose_values(const Value* val, const uint32_t* indices, uint64_t count,
                                            Value* val_out) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        val_out[e] = val[indices[e]];
}
