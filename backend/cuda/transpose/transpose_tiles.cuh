// transpose_tiles.cuh: the first pass of a transpose by partition: orders each tile of consecutive entries by
// buckets of columns, or by groups of buckets, and writes it at the tile's own offset. The entries of a
// bucket are one run of each tile, in their old order.
//
// Bindings, beside those of transpose_digits.cuh: constants moves_indices (the value that moves is the number
// of the entry) and grouped (the digit is the group, and transpose_regroup.cuh follows).

#include "kernels/places.cuh"
#include "transpose/transpose_digits.cuh"

namespace mergus {

// Marks the rows of a tile's entries, from row `first` on. By all threads.
__device__ __forceinline__ void mark_rows(const Spans& spans, const uint64_t* ptr, uint64_t rows,
                                          uint64_t first, uint64_t begin) {
    const uint64_t end = begin + tile_size;
    for (uint64_t r = first + threadIdx.x; r < rows; r += tile_threads) {
        const uint64_t from = ptr[r];
        if (from >= end) break;
        const uint64_t to = min_of(ptr[r + 1], end);
        if (from < to && begin < to)
            spans.mark(from <= begin ? 0 : unsigned(from - begin), unsigned(to - begin), unsigned(r));
    }
}

} // namespace mergus

// keys[e] = column << row_bits | row, where the column counts from the first of the bucket unless grouped.
// table[tile][digit]: offset of the run in the tile; [digits]: entries of the tile. Adds to `totals` unless
// grouped; if grouped, writes run_sizes[group][tile]. Shared memory: tiles_shared() of transpose_tuning.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_tiles(const uint64_t* ptr, uint64_t rows, const uint32_t* col, const Value* val,
                    uint64_t entries, mergus::ColumnCut cut, uint16_t* table, mergus::BucketTotals totals,
                    mergus::ClearedCounters cleared, uint32_t* run_sizes, Key* keys, Value* values) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], begins[tile_size / 32];
    const DigitTile tile(shared, grouped ? cut.groups : cut.buckets);
    const Spans rows_of_entries = {tile.before_list(), part_heads};

    trigger_dependents();
    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    unsigned digit[tile_items], position[tile_items];
    Key key[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] = col[begin + min_of(item_at(i), count - 1)];
    const auto load_value = [&](unsigned i) {
        return ValueMaker<bool(moves_indices)>::at(val, begin + min_of(item_at(i), count - 1));
    };
    Value value[tile_items];
    if constexpr (early_values<Value>) {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) value[i] = load_value(i);
    }
    tile.clear_counters();
    rows_of_entries.clear();
    if (threadIdx.x < tile_size / 32) begins[threadIdx.x] = 0;
    if (!grouped && blockIdx.x == 0) {
        for (unsigned i = threadIdx.x; i < cleared.count; i += tile_threads) cleared.counters[i] = 0;
        for (unsigned i = threadIdx.x; i < cut.buckets; i += tile_threads) cleared.arrived[i] = 0;
    }
    const unsigned first = block_find(ptr, unsigned(rows), begin);
    __syncthreads();
    mark_rows(rows_of_entries, ptr, rows, first, begin);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned bucket = __umulhi(unsigned(key[i]), cut.magic);
        key[i] = Key(unsigned(key[i]) - (grouped ? 0 : bucket * cut.width)) << cut.row_bits;
        digit[i] = item_at(i) >= count ? tile.digits : grouped ? bucket >> cut.shift : bucket;
        position[i] = grouped ? rank_in_few_runs(tile.mine(), digit[i]) : rank_in_runs(tile.mine(), digit[i]);
    }
    __syncthreads();
    unsigned row = rows_of_entries.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] |= rows_of_entries.next(i, row);
    uint16_t* const line = table + blockIdx.x * uint64_t(tile.digits + 1);
    order_by_digit(
        tile, key, digit, position, count, cut.row_bits, scratch, begins,
        [&](unsigned i) { return early_values<Value> ? value[i] : load_value(i); },
        [&](unsigned d, unsigned from, unsigned size) {
            line[d] = uint16_t(from);
            if constexpr (bool(grouped)) {
                if (d < tile.digits) run_sizes[d * uint64_t(gridDim.x) + blockIdx.x] = size;
            } else {
                if (size != 0) add_entries(totals, d, size);
            }
        },
        keys + begin, values + begin);
}
