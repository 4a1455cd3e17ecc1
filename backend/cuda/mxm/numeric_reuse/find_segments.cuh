// find_segments.cuh: divides long rows of C into segments (segments.h). Columns ascend in C and in B, so the
// products of an entry of A that belong to a segment are neighbours.
//
// Bindings: as find_positions.cuh.

#include "mxm/numeric_reuse/find_positions.cuh"
#include "mxm/numeric_reuse/segments.h"

namespace mergus {

// The number of segments of a row; 0: the row is not divided.
__device__ __forceinline__ uint64_t segments_for(uint64_t size, uint64_t products, uint64_t length,
                                                 const SegmentLimits& limits) {
    if (size <= limits.least) return 0;
    const uint64_t few = div_up(size, limits.entries), most = products / (limits.share * length);
    if (few > 1 && few > most) return 0;
    return max_of(few, min_of(most, div_up(products, limits.products)));
}

} // namespace mergus

// The segments of each row, and their splits. Rows with segments get the size 0.
extern "C" __global__ void count_segments(const uint64_t* a_ptr, const uint64_t* offsets,
                                          mergus::SegmentLimits limits, uint64_t nrows, uint64_t* sizes,
                                          uint64_t* counts, uint64_t* splits) {
    for (uint64_t i = mergus::grid_thread(); i < nrows; i += mergus::grid_threads()) {
        const uint64_t begin = a_ptr[i], end = a_ptr[i + 1];
        const uint64_t count = sizes[i] == 0 ? 0
                                             : mergus::segments_for(sizes[i], offsets[end] - offsets[begin],
                                                                    end - begin, limits);
        counts[i] = count;
        splits[i] = count == 0 ? 0 : (count - 1) * (end - begin);
        if (count != 0) sizes[i] = 0;
    }
}

// firsts[i] = segments of the rows before row i; first_splits[i] = their splits.
extern "C" __global__ void list_segments(const uint64_t* a_ptr, const uint64_t* c_ptr, const uint64_t* firsts,
                                         const uint64_t* first_splits, uint64_t nrows,
                                         mergus::RowSegment* segments) {
    for (uint64_t i = mergus::grid_thread() / 32; i < nrows; i += mergus::grid_threads() / 32) {
        const uint64_t count = firsts[i + 1] - firsts[i];
        if (count == 0) continue;
        const uint64_t size = c_ptr[i + 1] - c_ptr[i], each = mergus::div_up(size, count);
        for (uint64_t s = mergus::lane(); s < count; s += 32) {
            const uint64_t first = mergus::min_of(size, s * each);
            segments[firsts[i] + s] = {i, first_splits[i] + s * (a_ptr[i + 1] - a_ptr[i]), unsigned(first),
                                       unsigned(mergus::min_of(each, size - first))};
        }
    }
}

// splits[s.splits + e] = entries of B's row left of the end of segment s. A warp has a segment.
extern "C" __global__ void find_splits(mergus::ReusedPattern in, const mergus::RowSegment* segments,
                                       uint64_t count, unsigned* splits) {
    for (uint64_t n = mergus::grid_thread() / 32; n < count; n += mergus::grid_threads() / 32) {
        const mergus::RowSegment s = segments[n];
        const uint64_t end = in.c_ptr[s.row] + s.first + s.size;
        if (end == in.c_ptr[s.row + 1]) continue;
        const Index column = in.c_col[end];
        const uint64_t begin = in.a_ptr[s.row], length = in.a_ptr[s.row + 1] - begin;
        for (uint64_t e = mergus::lane(); e < length; e += 32) {
            const uint64_t k = in.a_col[begin + e], from = in.b_ptr[k];
            splits[s.splits + e] =
                unsigned(mergus::lower_bound(in.b_col, from, in.b_ptr[k + 1], column) - from);
        }
    }
}
