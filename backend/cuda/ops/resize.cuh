// resize.cuh: row offsets of a matrix that gets or loses rows.

// Rows from `kept` on have no entries. Runs over nrows + 1.
extern "C" __global__ void resized_offsets(const uint64_t* ptr, uint64_t kept, uint64_t nrows,
                                           uint64_t* out) {
    for (uint64_t i = mergus::grid_thread(); i <= nrows; i += mergus::grid_threads())
        out[i] = ptr[i < kept ? i : kept];
}
