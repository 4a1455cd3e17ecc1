// product.cuh: the operands of a product, and the loop over the products of one row, written once for every accumulator.
//
// Bindings: A_index, Index, A_value, B_value, M_value, C_value; multiply(a, b, i, k, j), truth(m);
// constants symbolic (only the pattern is wanted) and k_order (products are added one k after the other, so that no two threads ever add to the same
// entry at the same time: for values that fit no atomic, and for the same bits in every run).

#include "search.cuh"
#include "group.cuh"

namespace mergus {

struct Operands {
    const uint64_t* a_ptr;
    const A_index* a_col;
    const A_value* a_val;
    const uint64_t* b_ptr;
    const Index* b_col;
    const B_value* b_val;
    const uint64_t* m_ptr;
    const Index* m_col;
    const M_value* m_val;
    unsigned b_lanes_log2; // threads that share one row of B, where k is free
};

// Calls accumulator.add(j, product) for every product of row i whose column is in [low, high).
template <class Accumulator>
__device__ __forceinline__ void multiply_row(const Operands& in, uint64_t i, Index low, Index high, bool whole,
                                             const Group& group, Accumulator& accumulator) {
    const uint64_t a_end = in.a_ptr[i + 1];
    const unsigned lanes_log2 = k_order ? 0 : in.b_lanes_log2;
    const unsigned lanes = k_order ? group.size : min_of(1u << lanes_log2, group.size);
    const unsigned first = k_order ? 0 : group.rank / lanes;
    const unsigned teams = k_order ? 1 : group.size / lanes;
    for (uint64_t e = in.a_ptr[i] + first; e < a_end; e += teams) {
        const A_index k = in.a_col[e];
        uint64_t f = in.b_ptr[k], b_end = in.b_ptr[k + 1];
        if (!whole) {
            f = lower_bound(in.b_col, f, b_end, low);
            b_end = lower_bound(in.b_col, f, b_end, high);
        }
        for (f += k_order ? group.rank : group.rank % lanes; f < b_end; f += lanes) {
            const Index j = in.b_col[f];
            if (symbolic)
                accumulator.touch(j);
            else
                accumulator.add(j, multiply(in.a_val[e], in.b_val[f], int64_t(i), int64_t(k), int64_t(j)));
        }
        if (k_order && !symbolic) group.sync();
    }
}

} // namespace mergus
