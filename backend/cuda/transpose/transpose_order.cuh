// transpose_order.cuh: the last pass of a transpose by partition: orders the entries of a bucket, which are
// in row order, by columns on chip.
//
// Bindings, beside those of transpose_chunk.cuh: Value, and constant counts_chunks (transpose_chunk_counts
// has counted the columns of chunks; otherwise each block counts those of its whole bucket).

#include "transpose/transpose_chunk.cuh"

namespace mergus {

// Counts the columns of the bucket's entries: those before the chunk in `earlier`, the others in `all`. Eight
// lanes read a run, since most runs are short.
__device__ __forceinline__ void count_columns(const Chunk& chunk, const BucketRuns& runs, const Key* keys,
                                              unsigned row_bits, unsigned* all, unsigned* earlier) {
    constexpr unsigned ahead = 4; // loads in flight
    for (unsigned t = threadIdx.x / 8; t < runs.tiles; t += tile_threads / 8) {
        const unsigned source = runs.source(t), before = runs.begins[t], count = runs.count(t);
        for (unsigned begin = threadIdx.x % 8; begin < count; begin += 8 * ahead) {
            Key key[ahead];
#pragma unroll
            for (unsigned a = 0; a < ahead; ++a)
                if (begin + 8 * a < count) key[a] = keys[source + begin + 8 * a];
#pragma unroll
            for (unsigned a = 0; a < ahead; ++a)
                if (begin + 8 * a < count) {
                    // The pointer is chosen first: with -fsanitize=undefined, g++ 12 evaluates the operands
                    // of a shift in the index of
                    // `(c ? earlier : all)[…]` in one branch only, and reports garbage in the other.
                    unsigned* counts = before + begin + 8 * a < chunk.begin ? earlier : all;
                    atomicAdd(&counts[unsigned(key[a] >> row_bits)], 1u);
                }
        }
    }
}

} // namespace mergus

// Writes offsets, columns and values of the transpose. chunk_columns and column_sizes are those of
// transpose_chunk_counts, unused unless counts_chunks. Shared memory: order_shared() of transpose_tuning.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_order(mergus::BucketRunTable from, const Key* keys, const Value* values, uint32_t width,
                    uint64_t columns, uint32_t row_bits, const uint32_t* chunk_columns,
                    const uint32_t* column_sizes, uint64_t* ptr_out, uint32_t* col_out, Value* val_out) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], sum;
    const unsigned words = counter_words(width);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // 2 * words + 2 elements, as the next two arrays
    unsigned* all = offsets + 2 * words + 2;
    unsigned* earlier = all + 2 * words + 2;
    unsigned char* arrays = shared + (3 * (words * 8 + 8) + 15) / 16 * 16;
    Key* list = reinterpret_cast<Key*>(arrays);
    unsigned char* rest = arrays + padded(tile_size) * sizeof(Key);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are needed
    Value* staged = reinterpret_cast<Value*>(rest);
    // before the counters are needed
    const Spans sources = {reinterpret_cast<unsigned*>(arrays), part_heads};
    BucketRuns runs(sources.heads + tile_size, from.max_tiles);

    wait_for_dependency();
    Chunk chunk = {blockIdx.x, 0};
    if (blockIdx.x >= from.buckets) {
        if (blockIdx.x - from.buckets >= *from.extra_count) return;
        const ExtraChunk extra = from.extra_chunks[blockIdx.x - from.buckets];
        chunk = {extra.bucket, extra.index};
    }
    sources.clear();
    load_runs(from, chunk, runs, scratch, &sum);
    mark_sources(chunk, runs, sources);
    if (!chunk.alone())
        for (unsigned c = threadIdx.x; c < width; c += tile_threads) {
            all[c] = counts_chunks ? column_sizes[chunk.bucket * uint64_t(width) + c] : 0;
            earlier[c] = counts_chunks && chunk.index != 0
                             ? chunk_columns[(extra_row(chunk) + chunk.index - 1) * uint64_t(width) + c]
                             : 0;
        }
    __syncthreads();
    // A warp stops at the end of the chunk; lanes after the last entry have the digit `width`.
    const unsigned count = chunk.count, part = warp() * warp_part;
    const auto is_there = [&](unsigned i) { return part + i * 32 < count; };
    Key key[tile_items];
    unsigned source[tile_items], position[tile_items];
    unsigned last = sources.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (is_there(i)) source[i] = sources.next(i, last) + item_at(i);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (item_at(i) < count) key[i] = keys[source[i]];
    Value value[tile_items];
    if constexpr (early_values<Value>) {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i)
            if (item_at(i) < count) value[i] = values[source[i]];
    }
    if (!counts_chunks && !chunk.alone()) {
        count_columns(chunk, runs, keys, row_bits, all, earlier);
        __syncthreads();
        for (unsigned c = threadIdx.x; c < width; c += tile_threads) all[c] += earlier[c];
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;
    __syncthreads();
    unsigned* mine = counters + warp() * words;
    const auto digit = [&](unsigned i) { return item_at(i) < count ? unsigned(key[i] >> row_bits) : width; };
    if (chunk.alone()) {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i)
            if (is_there(i)) position[i] = add_to(mine, digit(i), 1);
    } else { // possibly a dense column
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i)
            if (is_there(i)) position[i] = rank_alike(mine, digit(i));
    }
    __syncthreads();
    scan_warps(counters, words, offsets);
    block_scan(offsets, width, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (is_there(i)) position[i] += offsets[digit(i)] + counted(mine, digit(i));
    __syncthreads();
    const auto stage = [&] {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i)
            if (item_at(i) < count) {
                list[padded(position[i])] = key[i];
                staged[padded(position[i])] = early_values<Value> ? value[i] : values[source[i]];
            }
        __syncthreads();
    };
    stage();
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned next = position_at(i) + 1;
        if (next < count) out_of_order |= list[padded_position_at(i)] > list[padded(next)];
    }
    if (__syncthreads_or(out_of_order)) {
        unsigned digits[tile_items];
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) digits[i] = digit(i);
        sorted_positions(digits, position, reinterpret_cast<uint64_t*>(rest),
                         reinterpret_cast<unsigned*>(list));
        stage();
    }

    // column_starts: where the columns of the bucket begin. offsets: where the chunk's entries of a column
    // go, minus their position in the chunk.
    const unsigned* column_starts = offsets;
    if (!chunk.alone()) {
        block_scan(all, width, scratch);
        for (unsigned c = threadIdx.x; c < width; c += tile_threads)
            offsets[c] = all[c] + earlier[c] - offsets[c];
        column_starts = all;
    }
    __syncthreads();
    if (chunk.index == 0) {
        const uint64_t first = uint64_t(chunk.bucket) * width;
        for (unsigned c = threadIdx.x; c < width && first + c < columns; c += tile_threads)
            ptr_out[first + c] = chunk.bucket_begin + column_starts[c];
        if (chunk.bucket + 1 == from.buckets && threadIdx.x == 0)
            ptr_out[columns] = chunk.bucket_begin + chunk.size;
    }
    const Key row_mask = (Key(1) << row_bits) - 1;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (position_at(i) < count) {
            const Key k = list[padded_position_at(i)];
            const unsigned to =
                chunk.bucket_begin + (chunk.alone() ? 0 : offsets[unsigned(k >> row_bits)]) + position_at(i);
            col_out[to] = uint32_t(k & row_mask);
            val_out[to] = staged[padded_position_at(i)];
        }
}
