// transpose_pull.cuh: the transpose of a local matrix in one movement. A block has a bucket of columns, finds
// the run of its columns in each row of the tiles that touch it (transpose_touch.cuh), and puts the entries
// of these runs in column order on chip.
//
// Bindings, beside those of transpose_places.cuh: Value and constant makes_places (a value is then its
// entry's number).
//
// Invariants: rows have increasing columns (matrix.hpp), so what a row has in a bucket is one run, or one in
// each tile that the row is in. The runs of a bucket are numbered in the order of tiles and rows; so entries
// of one column are in the order of rows if they are in that of runs. A run's number takes 16 bits, a row
// need not.

#include "kernels/places.cuh"
#include "transpose/transpose_find.cuh"
#include "transpose/transpose_places.cuh"

namespace mergus {

// What is known of the runs on chip: the entry of a run's first position less this position, its row, and a
// bit for each position at which one begins.
struct Runs {
    unsigned *shift, *row, *heads;

    __device__ __forceinline__ void set(unsigned run, unsigned its_row, unsigned entry,
                                        unsigned position) const {
        shift[run] = entry - position;
        row[run] = its_row;
        atomicOr(&heads[position / 32], 1u << position % 32);
    }
};

// Two neighbouring rows between the two steps of find_runs: where their runs begin (none if there is none)
// and the first one's entries; and their place, with what came before in the warp, runs above 16 bits of
// entries.
struct __align__(16) Candidates {
    unsigned from, size, next_from, tile_before;
};

static_assert(32 * sizeof(Candidates) == WarpBits::words * sizeof(unsigned),
              "a warp's bits are where its candidates will be");

// Numbers the runs of columns [first_column, end_column), in order, and gives them positions one behind the
// other; sums are runs above 16 bits of entries. A thread has two rows at a time, which share what is not the
// search. `totals` has a word for each 32 candidates.
__device__ __forceinline__ void find_runs(const Places& places, const uint64_t* __restrict__ ptr,
                                          unsigned row_count, const uint32_t* __restrict__ col,
                                          unsigned entries, unsigned first_column, unsigned end_column,
                                          const Runs& runs, Candidates* candidates, unsigned* totals) {
    constexpr unsigned at_once = tile_size / 2; // candidates
    const unsigned twos = places.twos_before[place_sums - 1];
    unsigned carry = 0; // of warp 0
    for (unsigned base = 0; base < twos; base += at_once) {
        const unsigned end = min_of(twos - base, at_once);
        for (unsigned c = threadIdx.x; c - threadIdx.x < end; c += tile_threads) {
            Run a = {0, 0}, b = {0, 0};
            unsigned at = none;
            TwoRows rows = {0, 0, 0};
            if (c < end) {
                at = places.find(base + c);
                const unsigned row = places.row[at] + 2 * (base + c - places.twos_before[at]);
                const unsigned middle = unsigned(ptr[row + 1]),
                               behind = unsigned(ptr[min_of(row + 2, row_count)]); // perhaps behind the place
                const unsigned begin = places.begin(at), last = places.end(at, entries);
                rows = {max_of(unsigned(ptr[row]), begin), min_of(middle, last), min_of(behind, last)};
            }
            const bool is_long = max_of(rows.middle - rows.begin, rows.end - rows.middle) > short_row;
            unsigned shift = 0;
            const WarpBits bits = {reinterpret_cast<unsigned*>(candidates + (c - lane()))};
            if (__any_sync(full_mask, is_long) &&
                bits.set(col, rows, at, first_column, end_column - first_column, shift)) {
                a = bits.run(shift, rows.begin, rows.middle);
                b = bits.run(shift, rows.middle, rows.end);
                __syncwarp(); // the candidates take the place of the bits
            } else if (c < end) {
                a = find_run(col, rows.begin, rows.middle, first_column, end_column);
                b = find_run(col, rows.middle, rows.end, first_column, end_column);
            }
            const unsigned mine = unsigned(a.size != 0) + unsigned(b.size != 0) << 16 | a.size + b.size;
            const unsigned inclusive = warp_inclusive_scan(mine, Plus());
            candidates[c] = {a.size == 0 ? none : a.begin, a.size, b.size == 0 ? none : b.begin,
                             at << 24 | (inclusive - mine)};
            if (lane() == 31) totals[c / 32] = inclusive;
        }
        __syncthreads();
        if (warp() == 0) {
            constexpr unsigned each = div_up(at_once, 1024u);
            unsigned total[each], sum = 0;
#pragma unroll
            for (unsigned k = 0; k < each; ++k)
                sum += total[k] = (lane() * each + k) * 32 < end ? totals[lane() * each + k] : 0;
            const unsigned inclusive = warp_inclusive_scan(sum, Plus());
            unsigned earlier = carry + inclusive - sum;
#pragma unroll
            for (unsigned k = 0; k < each; ++k) {
                totals[lane() * each + k] = earlier;
                earlier += total[k];
            }
            carry += __shfl_sync(full_mask, inclusive, 31);
        }
        __syncthreads();
        for (unsigned c = threadIdx.x; c < end; c += tile_threads) {
            const Candidates found = candidates[c];
            const unsigned at = found.tile_before >> 24,
                           before = (found.tile_before & 0xffffff) + totals[c / 32];
            const unsigned row = places.row[at] + 2 * (base + c - places.twos_before[at]);
            unsigned run = before >> 16, position = before & 0xffff;
            if (found.from != none) runs.set(run++, row, found.from, position);
            position += found.size;
            if (found.next_from != none) runs.set(run, row + 1, found.next_from, position);
        }
        __syncthreads(); // also before totals and candidates are written again
    }
}

// Puts entries where they go on chip. A few values are asked for before the first is waited for.
__device__ __forceinline__ void stage(unsigned* list, Value* staged, const unsigned* key,
                                      const unsigned* position, const unsigned* entry,
                                      const Value* __restrict__ val, unsigned count) {
    constexpr unsigned ahead = sizeof(Value) < 8 ? 8 : 4;
#pragma unroll
    for (unsigned first = 0; first < tile_items; first += ahead) {
        Value value[ahead];
#pragma unroll
        for (unsigned i = 0; i < ahead; ++i)
            value[i] = ValueMaker<bool(makes_places)>::at(val, entry[first + i]);
#pragma unroll
        for (unsigned i = 0; i < ahead; ++i)
            if (item_at(first + i) < count) {
                list[padded(position[first + i])] = key[first + i];
                staged[padded(position[first + i])] = value[i];
            }
    }
}

// Sorts the keys at positions [begin, end), and the values with them, by insertion: a key is out of place
// only among those that one warp counted at once.
__device__ __forceinline__ void sort_column(unsigned* keys, Value* values, unsigned begin, unsigned end) {
    for (unsigned p = begin + 1; p < end; ++p) {
        const unsigned key = keys[padded(p)];
        if (keys[padded(p - 1)] < key) continue;
        const Value value = values[padded(p)];
        unsigned to = p;
        for (; to > begin && keys[padded(to - 1)] > key; --to) {
            keys[padded(to)] = keys[padded(to - 1)];
            values[padded(to)] = values[padded(to - 1)];
        }
        keys[padded(to)] = key;
        values[padded(to)] = value;
    }
}

} // namespace mergus

// Writes offsets, columns and values of the transpose. One bucket a block.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_pull(const uint64_t* __restrict__ ptr, uint64_t row_count, const uint32_t* __restrict__ col,
                   const Value* __restrict__ val, uint64_t entries, uint32_t width, uint64_t columns,
                   const uint32_t* __restrict__ starts, const uint32_t* __restrict__ list_lengths,
                   const uint64_t* __restrict__ lists, const uint2* __restrict__ tile_rows,
                   uint64_t* __restrict__ ptr_out, uint32_t* __restrict__ col_out,
                   Value* __restrict__ val_out) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ Places places;
    __shared__ unsigned scratch[tile_warps];
    __shared__ unsigned heads[tile_size / 32], totals[tile_size / 32];
    const unsigned words = counter_words(width);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // two for each word of counters, and one
    unsigned* list = reinterpret_cast<unsigned*>(shared + (words * 8 + 8 + 15) / 16 * 16);
    unsigned* row_of_run = list + padded(tile_size);
    unsigned char* rest = reinterpret_cast<unsigned char*>(row_of_run + tile_size);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are needed
    Value* staged = reinterpret_cast<Value*>(rest);
    const Runs runs = {list, row_of_run, heads}; // shifts before the list is needed

    const unsigned begin = starts[blockIdx.x], count = starts[blockIdx.x + 1] - begin;
    const unsigned first_column = blockIdx.x * width;
    if (warp() == 0)
        places.set(lists + uint64_t(blockIdx.x) * longest_list,
                   list_lengths[blockIdx.x] & 0xfffff); // the pairs alone
    for (unsigned i = threadIdx.x; i < tile_size / 32; i += tile_threads) heads[i] = 0;
    __syncthreads();
    places.find_rows(ptr, tile_rows, unsigned(entries));
    __syncthreads();
    if (warp() == 0) places.count_twos();
    __syncthreads();
    find_runs(places, ptr, unsigned(row_count), col, unsigned(entries), first_column, first_column + width,
              runs, reinterpret_cast<Candidates*>(rest), totals);
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;

    // What the bucket lacks to fill the block takes part in all loads, as the first entry, so that they need
    // not wait for each other behind branches; it is not counted and not stored.
    unsigned run = 0;
    for (unsigned w = lane(); w < warp() * tile_items; w += 32) run += unsigned(__popc(heads[w]));
    run = warp_reduce(run, Plus()) - 1;
    unsigned key[tile_items], entry[tile_items], position[tile_items];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) {
        const unsigned bits = heads[warp() * tile_items + i];
        key[i] = run + unsigned(__popc(bits & (lanes_below() | 1u << lane())));
        run += unsigned(__popc(bits));
        const unsigned shift = runs.shift[min_of(key[i], tile_size - 1)]; // an empty bucket has no run
        entry[i] = item_at(i) < count ? shift + item_at(i) : 0;
    }
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i) position[i] = col[entry[i]];
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        key[i] = key[i] & 0xffff | (item_at(i) < count ? position[i] - first_column : 0) << 16;
    unsigned* mine = counters + warp() * words;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < tile_items;
         ++i) { // the counter's word before, in which the rank is looked for later
        position[i] = 0;
        if (item_at(i) < count) position[i] = atomicAdd(&mine[key[i] >> 17], 1u << (key[i] >> 16 & 1) * 16);
    }
    __syncthreads();
    scan_warps(counters, words, offsets);
    block_scan(offsets, width, scratch);
#pragma unroll
    for (unsigned i = 0; i < tile_items; ++i)
        position[i] = half_of(position[i] + mine[key[i] >> 17], key[i] >> 16) + offsets[key[i] >> 16];
    __syncthreads();
    stage(list, staged, key, position, entry, val, count);
    __syncthreads();
    for (unsigned c = threadIdx.x; c < width && first_column + c < columns; c += tile_threads)
        ptr_out[first_column + c] = begin + offsets[c];
    if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) ptr_out[columns] = begin + count;
    // Whether they were out of order, in which case they are written again.
    const auto write = [&] {
        bool out_of_order = false;
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            const bool here = place_at(i) < count;
            const unsigned k = list[padded_place_at(i)],
                           next = list[padded(threadIdx.x + 1) + i * padded(tile_threads)];
            const Value value = staged[padded_place_at(i)];
            const unsigned row = row_of_run[here ? k & 0xffff : 0];
            out_of_order |= place_at(i) + 1 < count && k > next;
            if (here) {
                col_out[begin + place_at(i)] = row;
                val_out[begin + place_at(i)] = value;
            }
        }
        return out_of_order;
    };
    if (__syncthreads_or(write())) {
        for (unsigned c = threadIdx.x; c < width; c += tile_threads)
            sort_column(list, staged, offsets[c], offsets[c + 1]);
        __syncthreads();
        write();
    }
}
