// owned_parts.cuh: a warp owns a range of the columns of a row of C, and adds the parts of the rows of B in
// this range, one k after the other, without atomics.
//
// Bindings: as row_loop.cuh.

#include "mxm/row_loop.cuh"

namespace mergus {

// Up to 32 neighbouring entries of a row of B, one for each lane, with the entry of A they are multiplied by.
struct OwnedPart {
    A_value a;
    B_value b;
    A_index k;
    unsigned j;
    bool has; // the lane has an entry
};

// The products of a warp's columns with up to 32 entries of A from `round` on: lane n has entry n, whose row
// k of B has the entries [begin, end) in these columns. Calls row.add(j, product) in the order of k, and
// row.column(j), the number of column j for ⊗.
template <class Owned>
__device__ __forceinline__ void add_owned_parts(const Operands& in, uint64_t i, uint64_t round, A_index k,
                                                unsigned begin, unsigned end, Owned& row) {
    // The number of parts that are loaded before the first one is used.
    constexpr int parts = sizeof(A_value) + sizeof(B_value) <= 16 ? 8 : sizeof(B_value) <= 16 ? 4 : 1;
    unsigned left = __ballot_sync(full_mask, begin < end); // entries whose products are to come
    unsigned at = 0, last = 0; // the entries of the current row of B that are to come
    uint64_t e = round;
    A_index its_k = 0;
    while (left != 0 || at < last) {
        OwnedPart part[parts];
#pragma unroll
        for (int u = 0; u < parts; ++u) {
            if (at >= last && left != 0) {
                const int n = __ffs(int(left)) - 1;
                left &= left - 1;
                at = shuffle(full_mask, begin, n);
                last = shuffle(full_mask, end, n);
                its_k = shuffle(full_mask, k, n);
                e = round + unsigned(n);
            }
            part[u].has = last > at && lane() < last - at;
            if (part[u].has) {
                part[u].j = unsigned(in.b_col[at + lane()]);
                part[u].b = in.b_val[at + lane()];
                part[u].a = in.a_val[e];
                part[u].k = its_k;
            }
            at += min_of(32u, last - at);
        }
#pragma unroll
        for (int u = 0; u < parts; ++u) {
            if (part[u].has)
                row.add(part[u].j, multiply(part[u].a, part[u].b, int64_t(in.first_row + i),
                                            int64_t(part[u].k), row.column(part[u].j)));
            __syncwarp(); // the next part may have the same columns at other lanes
        }
    }
}

} // namespace mergus
