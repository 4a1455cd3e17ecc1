// transpose_partition.cuh: entries to their buckets, in order. A tile is put in the order of buckets on chip and written in runs.
//
// Bindings, beside those of transpose_tile.cuh: Value, constants makes_places (a value is then its entry's number) and local (tiles touch
// few buckets: transpose_local.cuh).

#include "transpose_count.cuh"
#include "transpose_local.cuh"

namespace mergus {

template <bool place>
struct EntryValue {
    static __device__ __forceinline__ Value at(const Value* val, uint64_t e) { return val[e]; }
};
template <>
struct EntryValue<true> {
    template <class Place>
    static __device__ __forceinline__ Place at(const Place*, uint64_t e) {
        return Place(e);
    }
};

// Which digits a tile has, and where the entries of each go. All buckets are digits:
template <bool few>
struct Digits {
    const uint32_t *before, *starts; // as transpose_starts made them
    unsigned buckets;

    __device__ __forceinline__ unsigned count() const { return buckets; }
    __device__ __forceinline__ void prepare(unsigned*) const {}
    __device__ __forceinline__ unsigned digit(const unsigned*, unsigned bucket) const { return bucket; }
    __device__ __forceinline__ unsigned destination(unsigned d) const {
        return starts[d] + before[blockIdx.x * uint64_t(buckets) + d];
    }
};
// or only those that it touches.
template <>
struct Digits<true> {
    const uint32_t *before, *starts; // of the pairs, of the buckets
    const uint32_t *pair_buckets;
    unsigned first, slots;

    __device__ __forceinline__ unsigned count() const { return slots; }
    __device__ __forceinline__ void prepare(unsigned* table) const {
        for (unsigned i = threadIdx.x; i < slot_table; i += tile_threads) table[i] = none;
        __syncthreads();
        if (threadIdx.x < slots) insert_bucket(table, pair_buckets[first + threadIdx.x], threadIdx.x);
        __syncthreads();
    }
    __device__ __forceinline__ unsigned digit(const unsigned* table, unsigned bucket) const { return slot_of(table, bucket); }
    __device__ __forceinline__ unsigned destination(unsigned d) const { return starts[pair_buckets[first + d]] + before[first + d]; }
};

// The same members, in the same order, as Cut of transpose_partition.cpp.
struct Cut {
    uint32_t magic, width, buckets, row_bits;
    const uint32_t *before, *starts, *tile_rows;
    const uint32_t *pair_buckets, *tile_pairs, *tile_slots; // of a local matrix
};

__device__ __forceinline__ Digits<false> digits_of(const Cut& cut, Digits<false>*) { return {cut.before, cut.starts, cut.buckets}; }
__device__ __forceinline__ Digits<true> digits_of(const Cut& cut, Digits<true>*) {
    return {cut.before, cut.starts, cut.pair_buckets, cut.tile_pairs[blockIdx.x], cut.tile_slots[blockIdx.x]};
}

} // namespace mergus

// keys[e] = column within the bucket << row_bits | row. Shared memory: see partition_shared in transpose_partition.cpp.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_partition(const uint64_t* ptr, const uint32_t* col, const Value* val, uint64_t entries, mergus::Cut cut,
                        Key* keys, Value* values) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ unsigned scratch[tile_warps];
    __shared__ unsigned table[local ? slot_table : 1];
    const auto digits = digits_of(cut, static_cast<Digits<bool(local)>*>(nullptr));
    // The entries that the last tile lacks have a digit of their own, the last; so all of a tile have places on chip.
    const unsigned missing = digits.count(), words = counter_words(missing);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // two for each word of counters, and one
    unsigned char* arrays = shared + (counter_words(local ? most_slots : cut.buckets) * 8 + 8 + 15) / 16 * 16;
    Key* list = reinterpret_cast<Key*>(arrays);
    unsigned* heads = reinterpret_cast<unsigned*>(arrays);  // before the list is needed
    unsigned char* rest = arrays + padded(tile_size) * sizeof(Key);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are needed
    Value* staged = reinterpret_cast<Value*>(rest);
    uint16_t* digit_of = reinterpret_cast<uint16_t*>(rest + padded(tile_size) * sizeof(Value));

    const uint64_t begin = uint64_t(blockIdx.x) * tile_size;
    const unsigned count = unsigned(min_of(uint64_t(tile_size), entries - begin));
    col += begin;
    unsigned digit[tile_items], position[tile_items];
    Key key[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] = col[min_of(item_at(i), count - 1)];
    // Asked for early, because nothing else hides how long it takes.
    const unsigned first_row = cut.tile_rows[blockIdx.x], last_row = cut.tile_rows[blockIdx.x + 1];
    const unsigned first_destination = threadIdx.x < missing ? digits.destination(threadIdx.x) : 0;
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) heads[place_at(i)] = none;
    __syncthreads();
    digits.prepare(table);
    mark_rows(heads, ptr, first_row, last_row, begin);
    unsigned* mine = counters + warp() * words;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned bucket = __umulhi(unsigned(key[i]), cut.magic);
        key[i] = Key(unsigned(key[i]) - bucket * cut.width) << cut.row_bits;
        digit[i] = digits.digit(table, bucket);
        if (item_at(i) >= count) digit[i] = missing;
        position[i] = rank_in_runs(mine, digit[i]);
    }
    __syncthreads();
    unsigned row = row_before(heads);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) key[i] |= row_of_item(heads, item_at(i), row);
    scan_warps(counters, words, offsets);
    block_scan(offsets, missing, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) position[i] += offsets[digit[i]] + counted(mine, digit[i]);
    __syncthreads();
    // where the tile's share of a bucket goes, less where it stands in the tile
    for (unsigned d = threadIdx.x; d < missing; d += tile_threads)
        offsets[d] = (d < tile_threads ? first_destination : digits.destination(d)) - offsets[d];
    const auto stage = [&] {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            list[padded(position[i])] = key[i];
            digit_of[position[i]] = uint16_t(digit[i]);
            if (item_at(i) < count) staged[padded(position[i])] = EntryValue<bool(makes_places)>::at(val, begin + item_at(i));
        }
        __syncthreads();
    };
    stage();
    const Key row_mask = (Key(1) << cut.row_bits) - 1;
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned p = place_at(i), next = min_of(p + 1, tile_size - 1);
        out_of_order |= digit_of[p] == digit_of[next] && (list[padded_place_at(i)] & row_mask) > (list[padded(next)] & row_mask) && next < count;
    }
    if (__syncthreads_or(out_of_order)) {
        sorted_positions(digit, position, reinterpret_cast<uint64_t*>(rest), heads);
        stage();
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (place_at(i) < count) {
            const unsigned to = offsets[digit_of[place_at(i)]] + place_at(i);
            keys[to] = list[padded_place_at(i)];
            values[to] = staged[padded_place_at(i)];
        }
}
