// transpose_piece.cuh: which piece of which bucket a block has, and where its entries are: the bucket's runs,
// one of each tile of the pass before, in order.
//
// Bindings, beside those of transpose_tile.cuh: constants run_tile (entries of a tile of the passes before)
// and grouped (these tiles are a group's: see transpose_regroup.cuh).

#include "transpose/transpose_spans.cuh"

namespace mergus {

// The same members, in the same order, as Runs of transpose_partition.cpp.
struct Runs {
    const uint16_t* table;                // see transpose_tiles.cuh and transpose_regroup.cuh
    const uint32_t *begins, *first_tiles; // of groups
    const uint32_t* extra;                // how many pieces there are beside the first ones of buckets,
    const uint2* pieces;                  // and which: see Totals in transpose_digits.cuh
    uint32_t most_tiles, buckets, shift;  // most_tiles: of a bucket
};

// A bucket that no tile holds is finished in pieces, by a block each.
struct Piece {
    unsigned bucket, index;
    unsigned begin, count;       // in the bucket
    unsigned bucket_begin, size; // of the bucket
    __device__ __forceinline__ bool alone() const { return size <= tile_size; }
};

// The runs of a bucket in shared memory, each array with room for the most tiles and one more.
struct BucketRuns {
    unsigned* begins; // where each begins in the bucket; behind the last the size
    unsigned* words;  // where it begins in its tile << 16 | its entries
    unsigned tiles = 0;
    unsigned first_entry = 0; // of the tiles

    __device__ __forceinline__ BucketRuns(unsigned* room, unsigned most_tiles)
        : begins(room), words(room + most_tiles + 1) {}
    __device__ __forceinline__ unsigned source(unsigned t) const {
        return first_entry + t * unsigned(run_tile) + (words[t] >> 16);
    }
    __device__ __forceinline__ unsigned count(unsigned t) const { return words[t] & 0xffff; }
};

__device__ __forceinline__ unsigned pieces_of(unsigned size) {
    return max_of(1u, div_up(size, tile_size));
}

// The rows of counts that the pieces of a bucket have, but for its first one: row extra_row(piece) for the
// second. No two buckets meet, since one with r such rows has more than r * tile_size entries.
__device__ __forceinline__ unsigned extra_row(const Piece& piece) {
    return piece.bucket_begin / tile_size;
}

// The runs of the piece's bucket, and where that is. By all threads, with barriers.
__device__ __forceinline__ void load_runs(const Runs& from, Piece& piece, BucketRuns& to, unsigned* scratch,
                                          unsigned* sum) {
    const uint16_t* line = from.table;
    unsigned line_size, digit;
    unsigned start = 0; // what is before the bucket in all tiles is before it in the transpose
    if constexpr (bool(grouped)) {
        const unsigned group = piece.bucket >> from.shift, first_tile = from.first_tiles[group];
        line_size = (1u << from.shift) + 1;
        digit = piece.bucket - (group << from.shift);
        line += first_tile * uint64_t(line_size);
        to.tiles = from.first_tiles[group + 1] - first_tile;
        to.first_entry = from.begins[group];
        if (threadIdx.x == 0) start = to.first_entry;
    } else {
        line_size = from.buckets + 1;
        digit = piece.bucket;
        to.tiles = from.most_tiles;
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
    piece.bucket_begin = *sum;
    piece.size = to.begins[to.tiles];
}

// Where the piece is in its bucket. Marks each of its positions with the entry's number, less the position.
// By all threads; no barrier.
__device__ __forceinline__ void mark_sources(Piece& piece, const BucketRuns& runs, const Spans& sources) {
    piece.begin = piece.index * tile_size;
    piece.count = min_of(tile_size, piece.size - piece.begin);
    for (unsigned t = threadIdx.x; t < runs.tiles; t += tile_threads) {
        const unsigned count = runs.count(t);
        if (count == 0) continue;
        const int from = int(runs.begins[t]) - int(piece.begin), to = from + int(count);
        if (to <= 0 || from >= int(piece.count)) continue;
        sources.mark(unsigned(max_of(from, 0)), min_of(unsigned(to), piece.count),
                     runs.source(t) - unsigned(from));
    }
}

} // namespace mergus
