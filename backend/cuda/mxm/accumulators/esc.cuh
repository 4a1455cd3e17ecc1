// esc.cuh: a row of few products: expand, sort in registers, compress. A group of 8, 16 or 32 threads has a
// row (esc_row.cuh). There are no atomics, so values may have any size and the bits are the same in every
// run.
//
// Bindings: as esc_row.cuh.

#include "mxm/esc_row.cuh"

// A group has a row of the list. Symbolic: sizes[i] = entries of row i. Numeric: writes it at ptr[i].
extern "C" __global__ void __launch_bounds__(256)
    multiply_esc(mergus::Operands in, const Row* rows, uint64_t row_count, const uint64_t* ptr,
                 uint64_t* sizes, Index* cols, C_value* vals) {
    const uint64_t r = uint64_t(blockIdx.x) * mergus::Group::count() + mergus::Group::index();
    const unsigned rank = mergus::Group().rank;
    const bool has_row = r < row_count; // groups without one take part in shuffles
    const uint64_t i = has_row ? uint64_t(rows[r]) : 0;
    const uint64_t begin = has_row ? in.a_ptr[i] : 0, end = has_row ? in.a_ptr[i + 1] : 0;
    if constexpr (symbolic != 0) {
        unsigned products;
        const unsigned entries = mergus::count_sorted_row<group_threads>(in, i, begin, end, rank, products);
        if (has_row && rank == 0) sizes[i] = entries;
    } else {
        extern __shared__ __align__(16) unsigned char shared_bytes[];
        mergus::Spread<C_value>* products;
        Key* keys;
        mergus::esc_row_memory(shared_bytes, products, keys);
        const uint64_t offset = has_row ? ptr[i] : 0;
        mergus::fill_sorted_row<group_threads>(in, i, begin, end, rank, products, keys, cols + offset,
                                               vals + offset);
    }
}
