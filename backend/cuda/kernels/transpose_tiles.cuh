// transpose_tiles.cuh: the first pass of the transpose: each tile of consecutive entries put in the order of buckets of columns, in its own
// place. Entries of a bucket are a run of each tile, in their old order.
//
// Bindings, beside those of transpose_tile.cuh: Value, constant makes_places (a value is then its entry's number).

#include "places.cuh"
#include "transpose_spans.cuh"

namespace mergus {

// The same members, in the same order, as Cut of transpose_partition.cpp.
struct Cut {
    uint32_t magic, width, buckets, row_bits; // a bucket is `width` columns; `magic` divides by it
};

// As Totals of transpose_partition.cpp.
struct Totals {
    uint32_t *sizes, *extra, *cleared;
    uint32_t clear_count, piece;
};

// The rows of a tile's entries, from `first` on, by all threads.
__device__ __forceinline__ void mark_rows(const Spans& spans, const uint64_t* ptr, uint64_t rows, uint64_t first, uint64_t begin) {
    const uint64_t end = begin + tile_size;
    for (uint64_t r = first + threadIdx.x; r < rows; r += tile_threads) {
        const uint64_t from = ptr[r];
        if (from >= end) break;
        const uint64_t to = min_of(ptr[r + 1], end);
        if (from < to && begin < to) spans.mark(from <= begin ? 0 : unsigned(from - begin), unsigned(to - begin), unsigned(r));
    }
}

} // namespace mergus

// keys[e] = column within the bucket << row_bits | row. table[tile][bucket]: where in the tile the bucket's run begins; [buckets]: entries of
// the tile. Added up over all tiles: sizes[bucket], and *extra, the pieces of so many entries that buckets have beside their first.
// `cleared` is for the next call, `arrived` for the next kernel.
// Shared memory: see tiles_shared in transpose_plan.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_tiles(const uint64_t* ptr, uint64_t rows, const uint32_t* col, const Value* val, uint64_t entries, mergus::Cut cut,
                    uint16_t* table, mergus::Totals totals, uint32_t* arrived, Key* keys, Value* values) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], begins[tile_size / 32];
    // The entries that the last tile lacks have a digit of their own, the last; so all of a tile have places on chip.
    const unsigned missing = cut.buckets, words = counter_words(missing);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // two for each word of counters, and one
    unsigned char* arrays = shared + (words * 8 + 8 + 15) / 16 * 16;
    Key* list = reinterpret_cast<Key*>(arrays);
    const Spans rows_of_entries = {reinterpret_cast<unsigned*>(arrays), part_heads}; // before the list is needed
    unsigned char* rest = arrays + padded(tile_size) * sizeof(Key);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are needed
    Value* staged = reinterpret_cast<Value*>(rest);

    let_next_kernel_start();
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    unsigned digit[tile_items], position[tile_items];
    Key key[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] = col[begin + min_of(item_at(i), count - 1)];
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;
    rows_of_entries.clear();
    if (threadIdx.x < tile_size / 32) begins[threadIdx.x] = 0;
    if (blockIdx.x == 0) {
        for (unsigned i = threadIdx.x; i < totals.clear_count; i += tile_threads) totals.cleared[i] = 0;
        for (unsigned i = threadIdx.x; i < cut.buckets; i += tile_threads) arrived[i] = 0;
    }
    const unsigned first = block_find(ptr, unsigned(rows), begin);
    __syncthreads();
    mark_rows(rows_of_entries, ptr, rows, first, begin);
    unsigned* mine = counters + warp() * words;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned bucket = __umulhi(unsigned(key[i]), cut.magic);
        key[i] = Key(unsigned(key[i]) - bucket * cut.width) << cut.row_bits;
        digit[i] = item_at(i) < count ? bucket : missing;
        position[i] = rank_in_runs(mine, digit[i]);
    }
    __syncthreads();
    unsigned row = rows_of_entries.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] |= rows_of_entries.next(i, row);
    scan_warps(counters, words, offsets);
    block_scan(offsets, missing, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) position[i] += offsets[digit[i]] + counted(mine, digit[i]);
    uint16_t* const line = table + blockIdx.x * uint64_t(missing + 1);
    for (unsigned d = threadIdx.x; d <= missing; d += tile_threads) {
        const unsigned from = offsets[d], size = d < missing ? offsets[d + 1] - from : 0;
        line[d] = uint16_t(from);
        if (size == 0) continue;
        atomicOr(&begins[from / 32], 1u << from % 32);
        const unsigned before = atomicAdd(&totals.sizes[d], size);
        const unsigned more = (before + size - 1) / totals.piece - (max_of(before, 1u) - 1) / totals.piece;
        if (more != 0) atomicAdd(totals.extra, more);
    }
    __syncthreads();
    const auto stage = [&] {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            list[padded(position[i])] = key[i];
            if (item_at(i) < count) staged[padded(position[i])] = ValueMaker<bool(makes_places)>::at(val, begin + item_at(i));
        }
        __syncthreads();
    };
    stage();
    // Rows may only begin anew where a bucket does.
    const Key row_mask = (Key(1) << cut.row_bits) - 1;
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned next = min_of(place_at(i) + 1, tile_size - 1);
        if ((list[padded_place_at(i)] & row_mask) > (list[padded(next)] & row_mask) && next < count)
            out_of_order |= (begins[next / 32] >> next % 32 & 1) == 0;
    }
    if (__syncthreads_or(out_of_order)) {
        sorted_positions(digit, position, reinterpret_cast<uint64_t*>(rest), reinterpret_cast<unsigned*>(arrays));
        stage();
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (place_at(i) < count) {
            keys[begin + place_at(i)] = list[padded_place_at(i)];
            values[begin + place_at(i)] = staged[padded_place_at(i)];
        }
}
