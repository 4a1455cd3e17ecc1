// find_positions.cuh: finds the positions of all products (positions.cuh).
//
// Bindings: A_index; Index, of B and C; Entry, a number of an entry of A.

#include "kernels/search.cuh"
#include "mxm/numeric_reuse/positions.cuh"

namespace mergus {

struct ReusedPattern {
    const uint64_t* a_ptr;
    const A_index* a_col;
    const uint64_t* b_ptr;
    const Index* b_col;
    const uint64_t* c_ptr;
    const Index* c_col;
};

// A product of entry e of A in row i: calls use(f, p), where p is the number of the product in its row and f
// its entry of B. A warp for each entry of A.
template <class Use>
__device__ __forceinline__ void for_products(const ReusedPattern& in, const uint64_t* offsets, uint64_t e,
                                             uint64_t i, const Use& use) {
    const uint64_t k = in.a_col[e], begin = in.b_ptr[k], end = in.b_ptr[k + 1];
    const uint64_t before = offsets[e] - offsets[in.a_ptr[i]];
    for (uint64_t f = begin + lane(); f < end; f += 32) use(f, before + (f - begin));
}

} // namespace mergus

// lengths[e] = products of entry e of A.
extern "C" __global__ void count_entry_products(const A_index* a_col, const uint64_t* b_ptr, uint64_t count,
                                                uint64_t* lengths) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        lengths[e] = b_ptr[a_col[e] + 1] - b_ptr[a_col[e]];
}

// The entries of each row of C, and the bytes of its positions. offsets[e] = products before entry e of A.
extern "C" __global__ void size_rows(const uint64_t* a_ptr, const uint64_t* offsets, const uint64_t* c_ptr,
                                     uint64_t nrows, uint64_t* sizes, uint64_t* bytes) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t size = c_ptr[i + 1] - c_ptr[i];
        const uint64_t products = size == 0 ? 0 : offsets[a_ptr[i + 1]] - offsets[a_ptr[i]];
        sizes[i] = size;
        bytes[i] = (products * mergus::position_bytes_for(size) + 3) / 4 * 4;
    }
}

// Finds the positions, and the first entry of A that has a product at each entry of C. firsts: all bits set.
extern "C" __global__ void find_positions(mergus::ReusedPattern in, uint64_t nrows, const uint64_t* offsets,
                                          const uint64_t* row_bytes, uint64_t count, Entry* firsts,
                                          unsigned char* positions) {
    for (uint64_t e = mergus::grid_thread() / 32; e < count; e += mergus::grid_threads() / 32) {
        const uint64_t i = mergus::row_of(in.a_ptr, nrows, e), row = in.c_ptr[i], end = in.c_ptr[i + 1];
        if (row == end) continue;
        const unsigned bytes = mergus::position_bytes_for(end - row);
        mergus::for_products(in, offsets, e, i, [&](uint64_t f, uint64_t p) {
            const Index j = in.b_col[f];
            const uint64_t at = mergus::lower_bound(in.c_col, row, end, j);
            const bool found = at < end && in.c_col[at] == j;
            if (found) atomicMin(&firsts[at], Entry(e));
            mergus::store_position(positions + row_bytes[i], p, bytes,
                                   found ? unsigned(at - row) : mergus::absent);
        });
    }
}

// Marks the products that are the first of an entry of C.
extern "C" __global__ void mark_first_products(mergus::ReusedPattern in, uint64_t nrows,
                                               const uint64_t* offsets, const uint64_t* row_bytes,
                                               uint64_t count, const Entry* firsts,
                                               unsigned char* positions) {
    for (uint64_t e = mergus::grid_thread() / 32; e < count; e += mergus::grid_threads() / 32) {
        const uint64_t i = mergus::row_of(in.a_ptr, nrows, e), row = in.c_ptr[i], end = in.c_ptr[i + 1];
        if (row == end) continue;
        const unsigned bytes = mergus::position_bytes_for(end - row);
        mergus::for_products(in, offsets, e, i, [&](uint64_t, uint64_t p) {
            unsigned char* const mine = positions + row_bytes[i];
            const unsigned x = mergus::load_position(mine, p, bytes);
            if (x != mergus::absent && firsts[row + x] == Entry(e))
                mergus::store_position(mine, p, bytes, x | mergus::first_bit);
        });
    }
}
