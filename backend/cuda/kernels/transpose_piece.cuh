// transpose_piece.cuh: which piece of which bucket a block has, and where its entries are: the bucket's runs, one of each tile of the first
// pass, in order.
//
// Bindings, beside those of transpose_tile.cuh: constants run_tile (entries of a tile of the first pass) and direct (runs are taken from
// the table as the first pass left it, not as transpose_turn.cuh turned it).

#include "transpose_spans.cuh"

namespace mergus {

// The same members, in the same order, as Runs of transpose_partition.cpp.
struct Runs {
    const uint16_t* table; // see transpose_tiles.cuh
    const uint32_t* runs;  // see transpose_turn.cuh
    const uint32_t* sizes; // of buckets
    const uint32_t* extra; // how many pieces there are beside the first ones of buckets
    uint32_t tiles, buckets;
};

// A bucket that no tile holds is finished in pieces, by a block each.
struct Piece {
    unsigned bucket, index;
    unsigned begin, count;       // in the bucket
    unsigned bucket_begin, size; // of the bucket
    __device__ __forceinline__ bool alone() const { return size <= tile_size; }
};

// The runs of a bucket in shared memory, each array with room for the tiles and one more.
struct BucketRuns {
    unsigned* begins; // where each begins in the bucket; behind the last the size
    unsigned* words;  // as in transpose_turn.cuh
    unsigned tiles;

    __device__ __forceinline__ unsigned source(unsigned t) const { return t * unsigned(run_tile) + (words[t] >> 16); }
    __device__ __forceinline__ unsigned count(unsigned t) const { return words[t] & 0xffff; }
};

__device__ __forceinline__ unsigned pieces_of(unsigned size) { return max_of(1u, div_up(size, tile_size)); }

// Bucket and index of the extra piece of this number, of which there are more. By all threads. `shared` has room for the buckets and one more.
__device__ __forceinline__ void find_extra(const Runs& from, unsigned number, unsigned* shared, unsigned* scratch, Piece& piece) {
    for (unsigned b = threadIdx.x; b < from.buckets; b += tile_threads) shared[b] = pieces_of(from.sizes[b]) - 1;
    block_scan(shared, from.buckets, scratch);
    piece.bucket = warp_find(shared, from.buckets, number);
    piece.index = 1 + number - shared[piece.bucket];
    __syncthreads();
}

// The runs of the piece's bucket, and where that is. By all threads, with barriers.
__device__ __forceinline__ void load_runs(const Runs& from, Piece& piece, const BucketRuns& to, unsigned* scratch, unsigned* sum) {
    unsigned start = 0; // what is before the bucket in all tiles is before it in the transpose
    if (threadIdx.x == 0) *sum = 0;
#pragma unroll 4
    for (unsigned t = threadIdx.x; t < to.tiles; t += tile_threads) {
        unsigned word;
        if constexpr (bool(direct)) {
            const uint16_t* const line = from.table + t * uint64_t(from.buckets + 1) + piece.bucket;
            word = unsigned(line[0]) << 16 | unsigned(line[1] - line[0]);
        } else {
            word = from.runs[piece.bucket * uint64_t(to.tiles) + t];
        }
        start += word >> 16;
        to.words[t] = word;
        to.begins[t] = word & 0xffff;
    }
    block_scan(to.begins, to.tiles, scratch);
    start = warp_reduce(start, Plus());
    if (lane() == 0) atomicAdd(sum, start);
    __syncthreads();
    piece.bucket_begin = *sum;
    piece.size = to.begins[to.tiles];
}

// Where the piece is in its bucket. Marks each of its positions with the entry's number, less the position. By all threads; no barrier.
__device__ __forceinline__ void mark_sources(Piece& piece, const BucketRuns& runs, const Spans& sources) {
    piece.begin = piece.index * tile_size;
    piece.count = min_of(tile_size, piece.size - piece.begin);
    for (unsigned t = threadIdx.x; t < runs.tiles; t += tile_threads) {
        const unsigned count = runs.count(t);
        if (count == 0) continue;
        const int from = int(runs.begins[t]) - int(piece.begin), to = from + int(count);
        if (to <= 0 || from >= int(piece.count)) continue;
        sources.mark(unsigned(max_of(from, 0)), min_of(unsigned(to), piece.count), runs.source(t) - unsigned(from));
    }
}

} // namespace mergus
