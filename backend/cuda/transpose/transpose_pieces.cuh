// transpose_pieces.cuh: for buckets of several pieces, how many entries of each column the earlier pieces
// have, and all of them.
//
// Bindings: those of transpose_piece.cuh.

#include "transpose/transpose_piece.cuh"

namespace mergus {

// counts[column] of the piece's entries. By all threads.
__device__ __forceinline__ void count_piece(const Piece& piece, const Spans& sources, const Key* keys,
                                            unsigned row_bits, unsigned* counts) {
    unsigned last = sources.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned source = sources.next(i, last) + item_at(i);
        const unsigned column = item_at(i) < piece.count ? unsigned(keys[source] >> row_bits) : none;
        const LaneRun run(column);
        if (run.leads() && column != none) atomicAdd(&counts[column], run.length);
    }
}

// Sums over `pieces` rows of `width` counts, in place; the total goes on top of sizes.
__device__ __forceinline__ void sum_pieces(uint32_t* counts, unsigned pieces, unsigned width,
                                           uint32_t* sizes) {
    constexpr unsigned ahead = 16; // loads under way
    for (unsigned c = threadIdx.x; c < width; c += tile_threads) {
        unsigned sum = 0;
        for (unsigned k = 0; k < pieces; k += ahead) {
            unsigned count[ahead];
#pragma unroll
            for (unsigned a = 0; a < ahead; ++a)
                count[a] = k + a < pieces
                               ? *const_cast<volatile uint32_t*>(&counts[(k + a) * uint64_t(width) + c])
                               : 0;
            for (unsigned a = 0; a < ahead && k + a < pieces; ++a)
                counts[(k + a) * uint64_t(width) + c] = sum += count[a];
        }
        sizes[c] = *const_cast<volatile uint32_t*>(&sizes[c]) + sum;
    }
}

} // namespace mergus

// piece_columns[row][column]: for each extra piece (see extra_row), entries of the column in the bucket's
// pieces before. column_sizes[bucket * width + column], for buckets that have several pieces.
// arrived[bucket], zero at first, counts pieces: the last one of a bucket sums up. Blocks take extra pieces
// in turns, and with the second piece of a bucket the first. Shared memory: see order_shared in
// transpose_plan.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_pieces(mergus::Runs from, const Key* keys, uint32_t width, uint32_t row_bits, uint32_t* arrived,
                     uint32_t* piece_columns, uint32_t* column_sizes) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], sum;
    trigger_dependents();
    wait_for_dependency();
    unsigned* counts = reinterpret_cast<unsigned*>(shared);
    unsigned* arrays = counts + 3 * (2 * counter_words(width) + 2); // as in transpose_order.cuh
    const Spans sources = {arrays, part_heads};
    for (unsigned number = blockIdx.x, numbers = *from.extra; number < numbers; number += gridDim.x) {
        Piece piece = {from.pieces[number].x, from.pieces[number].y};
        BucketRuns runs(arrays + tile_size, from.most_tiles);
        load_runs(from, piece, runs, scratch, &sum);
        // Each piece's counts stand where the next one's sums will, but the last piece's, which has none
        // behind it.
        const unsigned index = piece.index, pieces = pieces_of(piece.size);
        uint32_t* const bucket_columns = piece_columns + extra_row(piece) * uint64_t(width);
        uint32_t* const sizes = column_sizes + piece.bucket * uint64_t(width);
        for (piece.index = index == 1 ? 0 : index; piece.index <= index; ++piece.index) {
            __syncthreads();
            sources.clear();
            for (unsigned c = threadIdx.x; c < width; c += tile_threads) counts[c] = 0;
            __syncthreads();
            mark_sources(piece, runs, sources);
            __syncthreads();
            count_piece(piece, sources, keys, row_bits, counts);
            __syncthreads();
            uint32_t* const to =
                piece.index + 1 < pieces ? bucket_columns + piece.index * uint64_t(width) : sizes;
            for (unsigned c = threadIdx.x; c < width; c += tile_threads) to[c] = counts[c];
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) sum = atomicAdd(&arrived[piece.bucket], 1u) + 2;
        __syncthreads();
        if (sum == pieces) {
            __threadfence();
            sum_pieces(bucket_columns, pieces - 1, width, sizes);
        }
        __syncthreads(); // before the sum and the runs are written again
    }
}
