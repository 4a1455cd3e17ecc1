// fill_segments.cuh: the values of long rows of C from the known positions of the products (positions.cuh),
// in segments (segments.h).
//
// A warp has a segment and takes one row of B at a time, of which it reads the products of its segment only.
// So warps share a row without atomics, and the products of an entry are combined in the order of k: every
// monoid, and the same bits in every run.
//
// Bindings: as row_loop.cuh; combine(x, y); constant masked.

#include "mxm/kept/positions.cuh"
#include "mxm/kept/segments.h"
#include "mxm/row_loop.cuh"

namespace mergus {

// The products of an entry of A with entries [at, at + count) of B. Their positions begin with number
// `position` of the row of C.
struct SegmentProducts {
    uint64_t at, position;
    unsigned count;

    __device__ __forceinline__ SegmentProducts of_lane(int other) const {
        return {shuffle(full_mask, at, other), shuffle(full_mask, position, other),
                shuffle(full_mask, count, other)};
    }
};

// What the products of a segment have in common.
struct SegmentRow {
    const unsigned char* positions;
    unsigned bytes; // of a position
    unsigned first; // position of the segment
    int64_t i;
    C_value* sums;

    __device__ __forceinline__ void add(unsigned x, const C_value& product) const {
        if (masked != 0 && (x & absent) == absent) return;
        C_value* const to = sums + ((x & absent) - first);
        *to = (x & first_bit) != 0 ? product : combine(*to, product);
    }
};

// The lane's entry of A in a round: entry e of the row, of `length`.
__device__ __forceinline__ SegmentProducts segment_products(const Operands& in, const RowSegment& s,
                                                            bool last, uint64_t a_begin, uint64_t e,
                                                            uint64_t length, const uint64_t* offsets,
                                                            const unsigned* splits) {
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
    constexpr int ahead = sizeof(B_value) > 16 ? 1 : 4; // rows of B that are loaded at the same time
    const uint64_t n = mergus::grid_thread() / 32;
    if (n >= segment_count) return; // whole warps
    const mergus::RowSegment s = segments[n];
    const uint64_t c_begin = c_ptr[s.row], c_size = c_ptr[s.row + 1] - c_begin;
    const uint64_t a_begin = in.a_ptr[s.row], length = in.a_ptr[s.row + 1] - a_begin;
    const bool last = s.first + s.size == c_size;
    const unsigned lane = mergus::lane();
    const mergus::SegmentRow row{positions + row_bytes[s.row], mergus::position_bytes_for(c_size), s.first,
                                 int64_t(in.first_row + s.row),
                                 reinterpret_cast<C_value*>(shared_bytes) + size_t(room) * mergus::warp()};
    for (uint64_t round = 0; round < length; round += 32) {
        mergus::SegmentProducts mine{0, 0, 0};
        if (round + lane < length)
            mine = mergus::segment_products(in, s, last, a_begin, round + lane, length, offsets, splits);
        unsigned left = __ballot_sync(mergus::full_mask, mine.count != 0);
        while (left != 0) {
            mergus::SegmentProducts piece[ahead];
            int from[ahead];
            unsigned x[ahead];
            B_value b[ahead];
#pragma unroll
            for (int u = 0; u < ahead; ++u) {
                from[u] = left != 0 ? __ffs(int(left)) - 1 : 0;
                piece[u] = mine.of_lane(from[u]);
                if (left == 0) piece[u].count = 0;
                left &= left - 1;
                if (lane >= piece[u].count) continue;
                x[u] = mergus::load_position(row.positions, piece[u].position + lane, row.bytes);
                b[u] = in.b_val[piece[u].at + lane];
            }
#pragma unroll
            for (int u = 0; u < ahead; ++u) {
                if (piece[u].count == 0) continue; // the same for all lanes
                const uint64_t e = a_begin + round + unsigned(from[u]), at = piece[u].at;
                const int64_t k = int64_t(in.a_col[e]);
                if (lane < piece[u].count)
                    row.add(x[u], multiply(in.a_val[e], b[u], row.i, k, int64_t(in.b_col[at + lane])));
                for (unsigned f = lane + 32; f < piece[u].count; f += 32)
                    row.add(mergus::load_position(row.positions, piece[u].position + f, row.bytes),
                            multiply(in.a_val[e], in.b_val[at + f], row.i, k, int64_t(in.b_col[at + f])));
                __syncwarp();
            }
        }
    }
    for (unsigned v = lane; v < s.size; v += 32) vals[c_begin + s.first + v] = row.sums[v];
}
