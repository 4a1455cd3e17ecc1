// masked_rows.cuh: C<M> for a normal mask with short rows: a thread has a row.
//
// A thread keeps the columns of its row of the mask and their sums in registers, and goes through the rows of
// B that its row of A names. The mask bounds the result, so nothing is counted first. No two threads add to
// one entry, and the products of an entry are added in the order of k: every semiring takes about the same
// time.
//
// Bindings: as row_loop.cuh; combine(x, y); B_offset, of an entry of B; constant ways: entries of a row of
// the mask at most.

#include "mxm/row_loop.cuh"

namespace mergus {

// Row i of the mask. Loops are unrolled, so that arrays are registers.
template <int count>
struct MaskRow {
    static constexpr Index none = ~Index(0); // no column has it: a wide index begins below
    Index column[count];
    C_value sum[count];
    unsigned present = 0; // a bit for each entry

    __device__ __forceinline__ MaskRow(const Operands& in, uint64_t begin, unsigned length) {
#pragma unroll
        for (int e = 0; e < count; ++e) {
            column[e] = none;
            if (unsigned(e) < length && truth(in.m_val[begin + unsigned(e)]))
                column[e] = in.m_col[begin + unsigned(e)];
        }
    }
    // A bit for the entry in column j, or 0.
    __device__ __forceinline__ unsigned find(Index j) const {
        unsigned bit = 0;
#pragma unroll
        for (int e = 0; e < count; ++e)
            if (column[e] == j) bit = 1u << e;
        return bit;
    }
    // Combines in one position, because a user's operator may be long.
    __device__ __forceinline__ void add(unsigned bit, const C_value& product) {
        C_value next = product;
        if ((present & bit) != 0) {
            C_value before;
#pragma unroll
            for (int e = 0; e < count; ++e)
                if (bit == 1u << e) before = sum[e];
            next = combine(before, product);
        }
#pragma unroll
        for (int e = 0; e < count; ++e)
            if (bit == 1u << e) sum[e] = next;
        present |= bit;
    }
    __device__ __forceinline__ void write(uint64_t begin, unsigned length, C_value* vals,
                                          uint8_t* flags) const {
#pragma unroll
        for (int e = 0; e < count; ++e) {
            if (unsigned(e) >= length) continue;
            const bool has_value = (present >> e & 1u) != 0;
            flags[begin + unsigned(e)] = has_value ? 1 : 0;
            if (has_value) vals[begin + unsigned(e)] = sum[e];
        }
    }
};

// Row i of the result, at the entries [begin, begin + length) of the mask.
template <int count>
__device__ __forceinline__ void multiply_mask_row(const Operands& in, uint64_t i, uint64_t begin,
                                                  unsigned length, C_value* vals, uint8_t* flags) {
    if (length == 0) return;
    MaskRow<count> row(in, begin, length);
    const Index last = in.m_col[begin + length - 1];
    const uint64_t a_end = in.a_ptr[i + 1];
    for (uint64_t e = in.a_ptr[i]; e < a_end; ++e) {
        const A_index k = in.a_col[e];
        const B_offset end = B_offset(in.b_ptr[k + 1]);
        for (B_offset f = B_offset(in.b_ptr[k]); f < end; ++f) {
            const Index j = in.b_col[f];
            if (j > last) break;
            const unsigned bit = row.find(j);
            if (bit != 0)
                row.add(bit, multiply(in.a_val[e], in.b_val[f], int64_t(in.first_row + i), int64_t(k),
                                      int64_t(j)));
        }
    }
    row.write(begin, length, vals, flags);
}

} // namespace mergus

// Writes vals[e] and present[e] for each entry e of the mask.
extern "C" __global__ void __launch_bounds__(128)
    multiply_masked_rows(mergus::Operands in, uint64_t nrows, C_value* vals, uint8_t* present) {
    const uint64_t i = mergus::grid_thread();
    const uint64_t begin = i < nrows ? in.m_ptr[i] : 0;
    const unsigned length = i < nrows ? unsigned(in.m_ptr[i + 1] - begin) : 0;
    // Most rows are shorter than the longest by far where that one is long.
    constexpr int usual = ways > 8 ? 8 : ways;
    const unsigned longest = ways > usual ? mergus::warp_reduce(length, mergus::Greater()) : 0;
    if (longest <= usual)
        mergus::multiply_mask_row<usual>(in, i, begin, length, vals, present);
    else
        mergus::multiply_mask_row<ways>(in, i, begin, length, vals, present);
}
