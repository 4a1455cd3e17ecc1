// transpose_digits.cuh: orders a tile by a digit on chip and writes it, with a table of where the run of each
// digit begins. Shared by the passes before the last.
//
// Bindings, beside those of transpose_tile.cuh: Value.
//
// Invariant: the entries of a tile are in the order of rows, and so is each run.

#include "transpose/transpose_partition.h"
#include "transpose/transpose_spans.cuh"

namespace mergus {

// Adds `size` entries to a bucket, and lists the chunks that begin with them.
__device__ __forceinline__ void add_entries(const BucketTotals& totals, unsigned bucket, unsigned size) {
    const unsigned before = atomicAdd(&totals.sizes[bucket], size), round = (1u << totals.chunk_bits) - 1;
    const unsigned begin = max_of((before + round) >> totals.chunk_bits, 1u),
                   end = (before + size + round) >> totals.chunk_bits;
    if (begin >= end) return;
    unsigned at = atomicAdd(totals.extra_count, end - begin);
    for (unsigned k = begin; k < end; ++k) totals.extra_chunks[at++] = {bucket, k};
}

// Shared memory of a tile: the offset of each digit's run, the keys, and the values, whose memory holds the
// warps' counters first. The missing entries of the last tile have one digit more, after the others, so that
// every item has a position.
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
    // The memory of the list, before the list is written.
    __device__ __forceinline__ unsigned* before_list() const { return reinterpret_cast<unsigned*>(arrays); }
    __device__ __forceinline__ unsigned* counters() const { return reinterpret_cast<unsigned*>(rest); }
    __device__ __forceinline__ Value* staged() const { return reinterpret_cast<Value*>(rest); }
    // The counters of the calling warp.
    __device__ __forceinline__ unsigned* mine() const { return counters() + warp() * words; }

    __device__ __forceinline__ void clear_counters() const {
        for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters()[i] = 0;
    }
};

// Orders `count` entries and writes them to keys and values. position[i]: the number of entries of its digit
// that the warp counted before item i; a barrier follows that count. value_at(i): the value of item i.
// on_run(digit, begin, size) is called for every digit and for the extra one, `digits`. `scratch` has a word
// for each warp, `begins` a bit for each entry, all 0.
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
    // Rows may descend only where a run begins.
    const Key row_mask = (Key(1) << row_bits) - 1;
    bool out_of_order = false;
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned next = min_of(position_at(i) + 1, tile_size - 1);
        if ((list[padded_position_at(i)] & row_mask) > (list[padded(next)] & row_mask) && next < count)
            out_of_order |= (begins[next / 32] >> next % 32 & 1) == 0;
    }
    if (__syncthreads_or(out_of_order)) {
        sorted_positions(digit, position, reinterpret_cast<uint64_t*>(tile.rest), tile.before_list());
        stage();
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        if (position_at(i) < count) {
            keys[position_at(i)] = list[padded_position_at(i)];
            values[position_at(i)] = staged[padded_position_at(i)];
        }
}

} // namespace mergus
