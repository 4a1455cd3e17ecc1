// row_slice.cuh: the offsets of consecutive rows, moved to another base.

// out[i] = ptr[i] - ptr[0] + base.
extern "C" __global__ void move_offsets(const uint64_t* ptr, uint64_t count, uint64_t base, uint64_t* out) {
    const uint64_t begin = ptr[0];
    for (uint64_t i = mergus::grid_thread(); i < count; i += mergus::grid_threads())
        out[i] = ptr[i] - begin + base;
}
