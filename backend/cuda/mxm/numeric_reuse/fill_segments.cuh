// fill_segments.cuh: the values of long rows of C from the known positions of the products (positions.cuh),
// in segments (segments.h).
//
// A warp has a segment and takes one row of B at a time, of which it reads the products of its segment only.
// So warps share a row without atomics, and the products of an entry are combined in the order of k: every
// monoid, and the same bits in every run.
//
// Bindings: as row_loop.cuh; combine(x, y); constant masked.

#include "mxm/numeric_reuse/pieces.cuh"
#include "mxm/numeric_reuse/segments.h"

namespace mergus {

// The lane's products of a round: those of entry e of the row of A, which has `length` entries.
__device__ __forceinline__ EntryProducts segment_products(const Operands& in, const RowSegment& s, bool last,
                                                          uint64_t a_begin, uint64_t e, uint64_t length,
                                                          const uint64_t* offsets, const unsigned* splits) {
    if (e >= length) return {0, 0, 0};
    const uint64_t k = in.a_col[a_begin + e], start = in.b_ptr[k];
    const unsigned begin = s.first == 0 ? 0 : splits[s.splits - length + e];
    const unsigned end = last ? unsigned(in.b_ptr[k + 1] - start) : splits[s.splits + e];
    return {start + begin, offsets[a_begin + e] - offsets[a_begin] + begin, end - begin};
}

} // namespace mergus

// A warp has a segment. offsets[e] = products before entry e of A. Shared memory: `room` values for each
// warp.
extern "C" __global__ void __launch_bounds__(128)
    fill_segments(mergus::Operands in, const mergus::RowSegment* segments, uint64_t segment_count,
                  unsigned room, const uint64_t* c_ptr, const uint64_t* row_bytes,
                  const unsigned char* positions, const uint64_t* offsets, const unsigned* splits,
                  C_value* vals) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const uint64_t n = mergus::grid_thread() / 32;
    if (n >= segment_count) return; // whole warps
    const mergus::RowSegment s = segments[n];
    const uint64_t c_begin = c_ptr[s.row], c_size = c_ptr[s.row + 1] - c_begin;
    const uint64_t a_begin = in.a_ptr[s.row], length = in.a_ptr[s.row + 1] - a_begin;
    const bool last = s.first + s.size == c_size;
    const unsigned char* const row_positions = positions + row_bytes[s.row];
    const unsigned bytes = mergus::position_bytes_for(c_size);
    C_value* const sums = reinterpret_cast<C_value*>(shared_bytes) + size_t(room) * mergus::warp();
    for (uint64_t round = 0; round < length; round += 32) {
        const mergus::Pieces pieces(
            mergus::segment_products(in, s, last, a_begin, round + mergus::lane(), length, offsets, splits));
        mergus::add_pieces(in, pieces, a_begin + round, row_positions, bytes, int64_t(in.first_row + s.row),
                           [&](unsigned x, const C_value& product) {
                               if (masked != 0 && (x & mergus::absent) == mergus::absent) return;
                               C_value* const to = sums + ((x & mergus::absent) - s.first);
                               *to = (x & mergus::first_bit) != 0 ? product : combine(*to, product);
                           });
    }
    for (unsigned v = mergus::lane(); v < s.size; v += 32) vals[c_begin + s.first + v] = sums[v];
}
