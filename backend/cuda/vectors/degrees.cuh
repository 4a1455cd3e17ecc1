// degrees.cuh: the number of entries of each row, from the offsets of the rows alone. No bindings.

#include "bitmap/bitmap_count.cuh"

// As a bitmap: a warp writes a word of bits and the values of its 32 cells.
extern "C" __global__ void degrees_to_bitmap(const uint64_t* ptr, uint64_t nrows, uint32_t* bits,
                                             uint64_t* degrees, mergus::BitmapCounter* counter,
                                             uint64_t* count, uint64_t* posted, uint32_t ticket) {
    mergus::trigger_dependents();
    mergus::wait_for_dependency();
    const uint64_t padded = mergus::div_up<uint64_t>(nrows, 32) * 32;
    unsigned entries = 0;
    for (uint64_t i = mergus::grid_thread(); i < padded; i += mergus::grid_threads()) {
        uint64_t degree = 0;
        if (i < nrows) degrees[i] = degree = ptr[i + 1] - ptr[i];
        const unsigned word = __ballot_sync(mergus::full_mask, degree != 0);
        if (mergus::lane() == 0) bits[i / 32] = word;
        entries += degree != 0 ? 1u : 0u;
    }
    mergus::end_count(entries, counter, count, posted, ticket);
}

// present[i] = 1 if row i has entries.
extern "C" __global__ void mark_rows(const uint64_t* ptr, uint64_t nrows, uint64_t* present) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads())
        present[i] = ptr[i + 1] != ptr[i] ? 1 : 0;
}

// After the scan of present: the degrees of the rows that have entries.
extern "C" __global__ void list_degrees(const uint64_t* ptr, uint64_t nrows, const uint64_t* offset,
                                        uint64_t* degrees) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t degree = ptr[i + 1] - ptr[i];
        if (degree != 0) degrees[offset[i]] = degree;
    }
}
