// transpose_partition.h: what the host and the kernels of a transpose by partition share. The host includes
// it after <cstdint>, and it is embedded in the kernels' text.
#ifndef MERGUS_TRANSPOSE_PARTITION_H
#define MERGUS_TRANSPOSE_PARTITION_H

namespace mergus {

// How columns are cut. A bucket is `width` columns: bucket = high word of column * magic. A group is 2^shift
// buckets; without groups `shift` and `groups` are 0. A key is column << row_bits | row.
struct ColumnCut {
    uint32_t magic, width, buckets, row_bits, shift, groups;
};

// A chunk of a bucket other than its first.
struct alignas(8) ExtraChunk {
    uint32_t bucket, index;
};

// Sums over all tiles.
struct BucketTotals {
    uint32_t *sizes, *extra_count; // entries of each bucket; the number of extra chunks
    ExtraChunk* extra_chunks;      // in no order
    uint32_t chunk_bits;           // a chunk has 2^chunk_bits entries
};

// Counters for the first pass to clear: `count` of them for the next call, and one of each bucket for the
// kernel that counts chunks.
struct ClearedCounters {
    uint32_t *counters, *arrived;
    uint32_t count;
};

// Read back by the host between the passes: tiles of all groups, and of the largest.
struct BucketGroupStatus {
    uint32_t tiles, max_tiles;
};

// Groups of buckets after the first pass. runs[group][tile]: entries before that run, in the order of
// groups; begins[group]: entries before the group; first_tiles[group]: tiles before it in the next pass.
// table: see transpose_tiles.cuh.
struct BucketGroups {
    const uint32_t *runs, *begins, *first_tiles;
    const uint16_t* table;
    uint32_t tiles; // of the first pass
};

// The runs of all buckets before the last pass: a bucket has one run in each tile of its group, or of the
// matrix without groups.
struct BucketRunTable {
    const uint16_t* table;                // see transpose_tiles.cuh and transpose_regroup.cuh
    const uint32_t *begins, *first_tiles; // as in BucketGroups
    const uint32_t* extra_count;          // as in BucketTotals
    const ExtraChunk* extra_chunks;
    uint32_t max_tiles, buckets, shift; // max_tiles: of a bucket
};

static_assert(sizeof(ColumnCut) == 24 && sizeof(ExtraChunk) == 8 && sizeof(BucketTotals) == 32 &&
                  sizeof(ClearedCounters) == 24 && sizeof(BucketGroupStatus) == 8 &&
                  sizeof(BucketGroups) == 40 && sizeof(BucketRunTable) == 56,
              "host and device lay them out alike");
static_assert(__builtin_offsetof(BucketTotals, chunk_bits) == 24 &&
                  __builtin_offsetof(ClearedCounters, count) == 16 &&
                  __builtin_offsetof(BucketGroups, tiles) == 32 &&
                  __builtin_offsetof(BucketRunTable, max_tiles) == 40,
              "host and device lay them out alike");

} // namespace mergus

#endif
