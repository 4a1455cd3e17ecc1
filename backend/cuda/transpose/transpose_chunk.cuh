// transpose_chunk.cuh: the chunk of a bucket that a block orders, and where its entries are: the runs of the
// bucket, one in each tile of the previous pass, in order.
//
// Bindings, beside those of transpose_tile.cuh: constants run_tile (entries of a tile of the previous passes)
// and grouped (these tiles are those of a group, see transpose_regroup.cuh).

#include "transpose/transpose_partition.h"
#include "transpose/transpose_spans.cuh"

namespace mergus {

// A bucket of more entries than a tile is ordered in chunks, each by one block.
struct Chunk {
    unsigned bucket, index;
    unsigned begin, count;       // in the bucket
    unsigned bucket_begin, size; // of the bucket
    // Whether it is the whole bucket.
    __device__ __forceinline__ bool alone() const { return size <= tile_size; }
};

// The runs of a bucket in shared memory; each array has room for max_tiles + 1.
struct BucketRuns {
    unsigned* begins; // offset of each in the bucket; after the last the size of the bucket
    unsigned* words;  // offset in its tile << 16 | its entries
    unsigned tiles = 0;
    unsigned first_entry = 0; // of the first tile

    __device__ __forceinline__ BucketRuns(unsigned* room, unsigned max_tiles)
        : begins(room), words(room + max_tiles + 1) {}
    __device__ __forceinline__ unsigned source(unsigned t) const {
        return first_entry + t * unsigned(run_tile) + (words[t] >> 16);
    }
    __device__ __forceinline__ unsigned count(unsigned t) const { return words[t] & 0xffff; }
};

__device__ __forceinline__ unsigned chunks_of(unsigned size) {
    return max_of(1u, div_up(size, tile_size));
}

// The row of counts of the second chunk of a bucket; those of the next chunks follow. Rows of different
// buckets are disjoint, since a bucket with r such rows has more than r * tile_size entries.
__device__ __forceinline__ unsigned extra_row(const Chunk& chunk) {
    return chunk.bucket_begin / tile_size;
}

// Loads the runs of the chunk's bucket, and sets the offset and the size of the bucket. By all threads, with
// barriers.
__device__ __forceinline__ void load_runs(const BucketRunTable& from, Chunk& chunk, BucketRuns& to,
                                          unsigned* scratch, unsigned* sum) {
    const uint16_t* line = from.table;
    unsigned line_size, digit;
    unsigned start = 0; // entries before the bucket: the sum over the tiles
    if constexpr (bool(grouped)) {
        const unsigned group = chunk.bucket >> from.shift, first_tile = from.first_tiles[group];
        line_size = (1u << from.shift) + 1;
        digit = chunk.bucket - (group << from.shift);
        line += first_tile * uint64_t(line_size);
        to.tiles = from.first_tiles[group + 1] - first_tile;
        to.first_entry = from.begins[group];
        if (threadIdx.x == 0) start = to.first_entry;
    } else {
        line_size = from.buckets + 1;
        digit = chunk.bucket;
        to.tiles = from.max_tiles;
    }
    if (threadIdx.x == 0) *sum = 0;
#pragma unroll 4
    for (unsigned t = threadIdx.x; t < to.tiles; t += tile_threads) {
        const uint16_t* const run = line + t * uint64_t(line_size) + digit;
        const unsigned begin = run[0], count = run[1] - begin;
        start += begin;
        to.words[t] = begin << 16 | count;
        to.begins[t] = count;
    }
    block_scan(to.begins, to.tiles, scratch);
    start = warp_reduce(start, Plus());
    if (lane() == 0) atomicAdd(sum, start);
    __syncthreads();
    chunk.bucket_begin = *sum;
    chunk.size = to.begins[to.tiles];
}

// Sets the range of the chunk in its bucket, and marks each of its positions with the index of the entry
// minus the position. By all threads; no barrier.
__device__ __forceinline__ void mark_sources(Chunk& chunk, const BucketRuns& runs, const Spans& sources) {
    chunk.begin = chunk.index * tile_size;
    chunk.count = min_of(tile_size, chunk.size - chunk.begin);
    for (unsigned t = threadIdx.x; t < runs.tiles; t += tile_threads) {
        const unsigned count = runs.count(t);
        if (count == 0) continue;
        const int from = int(runs.begins[t]) - int(chunk.begin), to = from + int(count);
        if (to <= 0 || from >= int(chunk.count)) continue;
        sources.mark(unsigned(max_of(from, 0)), min_of(unsigned(to), chunk.count),
                     runs.source(t) - unsigned(from));
    }
}

} // namespace mergus
