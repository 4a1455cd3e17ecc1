// transpose_digits.cuh: a tile put in the order of a digit on chip and written, with a table of where each
// digit's run begins: what the passes before the last have in common.
//
// Bindings, beside those of transpose_tile.cuh: Value.
//
// Invariant: the entries of a tile are in the order of rows, and so is each run.

#include "transpose/transpose_spans.cuh"

namespace mergus {

// The same members, in the same order, as Cut of transpose_partition.cpp. A bucket is `width` columns;
// `magic` divides by it. A group is 2^shift buckets.
struct Cut {
    uint32_t magic, width, buckets, row_bits, shift, groups;
};

// As Totals of transpose_partition.cpp.
struct Totals {
    uint32_t *sizes, *extra; // entries of each bucket; pieces that buckets have beside their first
    uint2* pieces;           // of these, in no order: the bucket, and which piece of it
    uint32_t piece_bits;     // a piece has 2^piece_bits entries

    __device__ __forceinline__ void add(unsigned bucket, unsigned size) const {
        const unsigned before = atomicAdd(&sizes[bucket], size), round = (1u << piece_bits) - 1;
        const unsigned begin = max_of((before + round) >> piece_bits, 1u),
                       end = (before + size + round) >> piece_bits;
        if (begin >= end) return;
        unsigned at = atomicAdd(extra, end - begin);
        for (unsigned k = begin; k < end; ++k) pieces[at++] = make_uint2(bucket, k);
    }
};

// What a tile has on chip: for each digit where its run begins, the keys, and the values, whose room the
// counters of the warps have before. What the last tile lacks has a digit of its own, behind the others; so
// all of a tile have places.
struct DigitTile {
    unsigned digits, words;
    unsigned* offsets; // two for each word of counters, and one
    unsigned char* arrays;
    unsigned char* rest;

    __device__ __forceinline__ DigitTile(unsigned char* shared, unsigned digits_of_tile)
        : digits(digits_of_tile), words(counter_words(digits_of_tile)),
          offsets(reinterpret_cast<unsigned*>(shared)), arrays(shared + (words * 8 + 8 + 15) / 16 * 16),
          rest(arrays + padded(tile_size) * sizeof(Key)) {}

    __device__ __forceinline__ Key* list() const { return reinterpret_cast<Key*>(arrays); }
    __device__ __forceinline__ unsigned* before_list() const { return reinterpret_cast<unsigned*>(arrays); }
    __device__ __forceinline__ unsigned* counters() const { return reinterpret_cast<unsigned*>(rest); }
    __device__ __forceinline__ Value* staged() const { return reinterpret_cast<Value*>(rest); }
    // Of the warp.
    __device__ __forceinline__ unsigned* mine() const { return counters() + warp() * words; }

    __device__ __forceinline__ void clear_counters() const {
        for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters()[i] = 0;
    }
};

// Orders `count` entries and writes them to keys and values. position[i]: how many entries of its digit the
// warp has had before item i, with a barrier since these were counted. value_at(i): the value of item i.
// on_run(digit, begin, size) is called for every digit, `digits` too. `scratch` has a word for each warp,
// `begins` a bit for each entry, all 0.
template <class ValueAt, class OnRun>
__device__ __forceinline__ void
order_by_digit(const DigitTile& tile, const Key (&key)[tile_items], const unsigned (&digit)[tile_items],
               unsigned (&position)[tile_items], unsigned count, unsigned row_bits, unsigned* scratch,
               unsigned* begins, ValueAt value_at, OnRun on_run, Key* keys, Value* values) {
    scan_warps(tile.counters(), tile.words, tile.offsets);
    block_scan(tile.offsets, tile.digits, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        position[i] += tile.offsets[digit[i]] + counted(tile.mine(), digit[i]);
    for (unsigned d = threadIdx.x; d <= tile.digits; d += tile_threads) {
        const unsigned from = tile.offsets[d], size = d < tile.digits ? tile.offsets[d + 1] - from : 0;
        if (size != 0) atomicOr(&begins[from / 32], 1u << from % 32);
        on_run(d, from, size);
    }
    __syncthreads();
    Key* const list = tile.list();
    Value* const staged = tile.staged();
    const auto stage = [&] {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            list[padded(position[i])] = key[i];
            if (item_at(i) < count) staged[padded(position[i])] = value_at(i);
        }
        __syncthreads();
    };
    stage();
    // Rows may only begin anew where a run does.
    const Key row_mask = (Key(1) << row_bits) - 1;
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned next = min_of(place_at(i) + 1, tile_size - 1);
        if ((list[padded_place_at(i)] & row_mask) > (list[padded(next)] & row_mask) && next < count)
            out_of_order |= (begins[next / 32] >> next % 32 & 1) == 0;
    }
    if (__syncthreads_or(out_of_order)) {
        sorted_positions(digit, position, reinterpret_cast<uint64_t*>(tile.rest), tile.before_list());
        stage();
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (place_at(i) < count) {
            keys[place_at(i)] = list[padded_place_at(i)];
            values[place_at(i)] = staged[padded_place_at(i)];
        }
}

} // namespace mergus
