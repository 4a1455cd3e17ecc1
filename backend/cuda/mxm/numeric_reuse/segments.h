// segments.h: parts of long rows of C, each filled by one warp, as host and device see them.
#ifndef MERGUS_SEGMENTS_H
#define MERGUS_SEGMENTS_H

namespace mergus {

// Which rows are filled in segments, and how many.
struct SegmentLimits {
    uint64_t least;    // entries of a row; shorter rows have no segments
    uint64_t entries;  // of a segment, at most
    uint64_t products; // of a segment, about
    uint64_t share;    // products of an entry of A in a segment, on average, at least
};
static_assert(sizeof(SegmentLimits) == 32, "the same for both compilers");

// Entries [first, first + size) of a row of C. The entries of B that are left of its end are at
// [splits, splits + length) for each entry of the row of A, and those left of its begin in front of them;
// the first and the last segment of a row lack one of the two.
struct RowSegment {
    uint64_t row, splits;
    uint32_t first, size;
};
static_assert(sizeof(RowSegment) == 24, "the same for both compilers");

} // namespace mergus

#endif
