// transpose_regroup.cuh: the second of three passes where there are very many buckets: reads the entries of
// each group of buckets, which are a run of each tile of the first pass, tile by tile and orders each tile by
// buckets.
//
// Bindings: those of transpose_digits.cuh. Key is the type of the keys that are written; those that are read
// have 64 bits.

#include "transpose/transpose_digits.cuh"

namespace mergus {

// Marks each position of the entries [begin, begin + count), all of this group and counted in the order of
// groups, with the index of the entry minus the position. By all threads; no barrier follows.
__device__ __forceinline__ void mark_runs(const BucketGroups& from, unsigned groups, unsigned group,
                                          unsigned begin, unsigned count, const Spans& sources) {
    const uint32_t* const runs = from.runs + group * uint64_t(from.tiles);
    const unsigned first = block_find(runs, from.tiles, begin);
    for (unsigned t = first + threadIdx.x; t < from.tiles; t += tile_threads) {
        const unsigned run_begin = runs[t], run_end = runs[t + 1];
        if (run_begin >= begin + count) break;
        if (run_begin == run_end) continue;
        const unsigned source = t * tile_size + from.table[t * uint64_t(groups + 1) + group];
        sources.mark(max_of(run_begin, begin) - begin, min_of(run_end, begin + count) - begin,
                     source + begin - run_begin);
    }
}

} // namespace mergus

// A block has one tile of a group. Keys and tables are those that transpose_tiles writes without groups, but
// digits are the buckets of the group. Shared memory: regroup_shared() of transpose_tuning.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_regroup(mergus::BucketGroups from, const uint64_t* keys_in, const Value* values_in,
                      mergus::ColumnCut cut, uint16_t* table, mergus::BucketTotals totals, Key* keys,
                      Value* values) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps], part_heads[tile_warps], begins[tile_size / 32];
    const DigitTile tile(shared, 1u << cut.shift);
    const Spans sources = {tile.before_list(), part_heads};

    tile.clear_counters();
    sources.clear();
    if (threadIdx.x < tile_size / 32) begins[threadIdx.x] = 0;
    const unsigned group = block_find(from.first_tiles, cut.groups, blockIdx.x);
    const unsigned begin = from.begins[group] + (blockIdx.x - from.first_tiles[group]) * tile_size;
    const unsigned count = min_of(tile_size, from.begins[group + 1] - begin);
    __syncthreads();
    mark_runs(from, cut.groups, group, begin, count, sources);
    __syncthreads();
    unsigned source[tile_items], digit[tile_items], position[tile_items];
    Key key[tile_items];
    unsigned last = sources.before();
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) source[i] = sources.next(i, last) + item_at(i);
    const uint64_t row_mask = (uint64_t(1) << cut.row_bits) - 1;
    uint64_t whole[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) whole[i] = item_at(i) < count ? keys_in[source[i]] : 0;
    Value value[tile_items];
    if constexpr (early_values<Value>) {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i)
            if (item_at(i) < count) value[i] = values_in[source[i]];
    }
    const unsigned first_bucket = group << cut.shift;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned column = unsigned(whole[i] >> cut.row_bits), bucket = __umulhi(column, cut.magic);
        key[i] = Key(column - bucket * cut.width) << cut.row_bits | Key(whole[i] & row_mask);
        digit[i] = item_at(i) < count ? bucket - first_bucket : tile.digits;
        position[i] = rank_in_few_runs(tile.mine(), digit[i]);
    }
    __syncthreads();
    uint16_t* const line = table + blockIdx.x * uint64_t(tile.digits + 1);
    order_by_digit(
        tile, key, digit, position, count, cut.row_bits, scratch, begins,
        [&](unsigned i) { return early_values<Value> ? value[i] : values_in[source[i]]; },
        [&](unsigned d, unsigned run_begin, unsigned size) {
            line[d] = uint16_t(run_begin);
            if (size != 0) add_entries(totals, first_bucket + d, size);
        },
        keys + begin, values + begin);
}
