// transpose_chunk_counts.cuh: for buckets of several chunks, counts the entries of each column in the
// previous chunks, and in all of them.
//
// Bindings: those of transpose_chunk.cuh.

#include "transpose/transpose_chunk.cuh"

namespace mergus {

// Adds the chunk's entries to counts[column]. By all threads.
__device__ __forceinline__ void count_chunk(const Chunk& chunk, const Spans& sources, const Key* keys,
                                            unsigned row_bits, unsigned* counts) {
    unsigned last = sources.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned source = sources.next(i, last) + item_at(i);
        const unsigned column = item_at(i) < chunk.count ? unsigned(keys[source] >> row_bits) : none;
        const LaneRun run(column);
        if (run.leads() && column != none) atomicAdd(&counts[column], run.length);
    }
}

// Prefix sums over `chunks` rows of `width` counts, in place; adds the totals to sizes.
__device__ __forceinline__ void sum_chunks(uint32_t* counts, unsigned chunks, unsigned width,
                                           uint32_t* sizes) {
    constexpr unsigned ahead = 16; // loads in flight
    for (unsigned c = threadIdx.x; c < width; c += tile_threads) {
        unsigned sum = 0;
        for (unsigned k = 0; k < chunks; k += ahead) {
            unsigned count[ahead];
#pragma unroll
            for (unsigned a = 0; a < ahead; ++a)
                count[a] = k + a < chunks
                               ? *const_cast<volatile uint32_t*>(&counts[(k + a) * uint64_t(width) + c])
                               : 0;
            for (unsigned a = 0; a < ahead && k + a < chunks; ++a)
                counts[(k + a) * uint64_t(width) + c] = sum += count[a];
        }
        sizes[c] = *const_cast<volatile uint32_t*>(&sizes[c]) + sum;
    }
}

} // namespace mergus

// chunk_columns[row][column]: for each extra chunk (see extra_row), entries of the column in the previous
// chunks of the bucket. column_sizes[bucket * width + column]: set for buckets of several chunks.
// arrived[bucket], zero at first, counts chunks; the block that counts the last one adds them up. Blocks take
// extra chunks in turn, and the first chunk of a bucket together with the second. Shared memory:
// order_shared() of transpose_tuning.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_chunk_counts(mergus::BucketRunTable from, const Key* keys, uint32_t width, uint32_t row_bits,
                           uint32_t* arrived, uint32_t* chunk_columns, uint32_t* column_sizes) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], sum;
    trigger_dependents();
    wait_for_dependency();
    unsigned* counts = reinterpret_cast<unsigned*>(shared);
    unsigned* arrays = counts + 3 * (2 * counter_words(width) + 2); // as in transpose_order.cuh
    const Spans sources = {arrays, part_heads};
    for (unsigned number = blockIdx.x, numbers = *from.extra_count; number < numbers; number += gridDim.x) {
        Chunk chunk = {from.extra_chunks[number].bucket, from.extra_chunks[number].index};
        BucketRuns runs(arrays + tile_size, from.max_tiles);
        load_runs(from, chunk, runs, scratch, &sum);
        // The counts of a chunk are written where the sums of the next one will be; those of the last chunk
        // to the sizes of columns.
        const unsigned index = chunk.index, chunks = chunks_of(chunk.size);
        uint32_t* const bucket_columns = chunk_columns + extra_row(chunk) * uint64_t(width);
        uint32_t* const sizes = column_sizes + chunk.bucket * uint64_t(width);
        for (chunk.index = index == 1 ? 0 : index; chunk.index <= index; ++chunk.index) {
            __syncthreads();
            sources.clear();
            for (unsigned c = threadIdx.x; c < width; c += tile_threads) counts[c] = 0;
            __syncthreads();
            mark_sources(chunk, runs, sources);
            __syncthreads();
            count_chunk(chunk, sources, keys, row_bits, counts);
            __syncthreads();
            uint32_t* const to =
                chunk.index + 1 < chunks ? bucket_columns + chunk.index * uint64_t(width) : sizes;
            for (unsigned c = threadIdx.x; c < width; c += tile_threads) to[c] = counts[c];
        }
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) sum = atomicAdd(&arrived[chunk.bucket], 1u) + 2;
        __syncthreads();
        if (sum == chunks) {
            __threadfence();
            sum_chunks(bucket_columns, chunks - 1, width, sizes);
        }
        __syncthreads(); // before the sum and the runs are overwritten
    }
}
