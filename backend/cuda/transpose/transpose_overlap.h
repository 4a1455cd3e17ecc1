// transpose_overlap.h: what the host and the kernels of a banded transpose share. The host includes it after
// <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_TRANSPOSE_OVERLAP_H
#define MERGUS_TRANSPOSE_OVERLAP_H

namespace mergus {

// Read back by the host before it goes on.
struct OverlapStatus {
    uint64_t rows;       // to be searched, over all overlaps
    uint32_t overlaps;   // of a tile and a bucket
    uint32_t overflowed; // not 0: a table, a list or a bucket is full, so the matrix is not banded
};

// The rows of the first and the last entry of a tile.
struct alignas(8) TileRows {
    uint32_t first, last;
};

static_assert(sizeof(OverlapStatus) == 16 && __builtin_offsetof(OverlapStatus, overflowed) == 12 &&
                  sizeof(TileRows) == 8,
              "host and device lay them out alike");

} // namespace mergus

#endif
