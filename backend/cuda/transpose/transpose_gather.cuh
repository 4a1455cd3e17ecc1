// transpose_gather.cuh: the second pass of a banded transpose: a block has a bucket of columns, finds the run
// of its columns in each row of the tiles that overlap it (transpose_overlap.cuh), and orders the entries of
// these runs by columns on chip. Entries move once.
//
// Bindings, beside those of transpose_ranges.cuh: Value and constant moves_indices (the value that moves is
// the number of the entry).
//
// Invariants: rows have increasing columns (matrix.hpp), so the entries of a row in a bucket are one run, or
// one in each tile that the row is in. Runs of a bucket are numbered in the order of tiles and rows, so
// entries of a column in the order of runs are in the order of rows. The number of a run fits into 16 bits,
// that of a row may not.

#include "kernels/places.cuh"
#include "transpose/transpose_find.cuh"
#include "transpose/transpose_ranges.cuh"

namespace mergus {

// The runs in shared memory: the first entry of each minus its position, its row, and a bit for each position
// at which a run begins.
struct Runs {
    unsigned *shift, *row, *heads;

    __device__ __forceinline__ void set(unsigned run, unsigned its_row, unsigned entry,
                                        unsigned position) const {
        shift[run] = entry - position;
        row[run] = its_row;
        atomicOr(&heads[position / 32], 1u << position % 32);
    }
};

// A pair of rows between the two steps of find_runs: where their runs begin (`none` for no run), the number
// of entries of the first run, and range << 24 | the sums before it in its warp. A sum is runs << 16 |
// entries.
struct __align__(16) Candidates {
    unsigned from, size, next_from, tile_before;
};

static_assert(32 * sizeof(Candidates) == WarpBits::words * sizeof(unsigned),
              "a warp's bits use the memory of its candidates");

// Numbers the runs of columns [first_column, end_column) in order, and gives them consecutive positions. A
// thread has a pair of rows at a time, to share the work around the search. `totals` has a word for each 32
// candidates.
__device__ __forceinline__ void find_runs(const SearchRanges& ranges, const uint64_t* __restrict__ ptr,
                                          unsigned row_count, const uint32_t* __restrict__ col,
                                          unsigned entries, unsigned first_column, unsigned end_column,
                                          const Runs& runs, Candidates* candidates, unsigned* totals) {
    constexpr unsigned at_once = tile_size / 2; // candidates
    const unsigned row_pairs = ranges.row_pairs_before[range_sums - 1];
    unsigned carry = 0; // of warp 0
    for (unsigned base = 0; base < row_pairs; base += at_once) {
        const unsigned end = min_of(row_pairs - base, at_once);
        for (unsigned c = threadIdx.x; c - threadIdx.x < end; c += tile_threads) {
            Run a = {0, 0}, b = {0, 0};
            unsigned at = none;
            RowPair rows = {0, 0, 0};
            if (c < end) {
                at = ranges.find(base + c);
                const unsigned row = ranges.row[at] + 2 * (base + c - ranges.row_pairs_before[at]);
                const unsigned middle = unsigned(ptr[row + 1]),
                               behind = unsigned(ptr[min_of(row + 2, row_count)]); // may be after the range
                const unsigned begin = ranges.begin(at), last = ranges.end(at, entries);
                rows = {max_of(unsigned(ptr[row]), begin), min_of(middle, last), min_of(behind, last)};
            }
            const bool is_long = max_of(rows.middle - rows.begin, rows.end - rows.middle) > short_row;
            unsigned shift = 0;
            const WarpBits bits = {reinterpret_cast<unsigned*>(candidates + (c - lane()))};
            if (__any_sync(full_mask, is_long) &&
                bits.set(col, rows, at, first_column, end_column - first_column, shift)) {
                a = bits.run(shift, rows.begin, rows.middle);
                b = bits.run(shift, rows.middle, rows.end);
                __syncwarp(); // the candidates overwrite the bits
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
            const unsigned row = ranges.row[at] + 2 * (base + c - ranges.row_pairs_before[at]);
            unsigned run = before >> 16, position = before & 0xffff;
            if (found.from != none) runs.set(run++, row, found.from, position);
            position += found.size;
            if (found.next_from != none) runs.set(run, row + 1, found.next_from, position);
        }
        __syncthreads(); // also before totals and candidates are overwritten
    }
}

// Writes entries to their positions on chip. Several values are loaded before the first is used.
__device__ __forceinline__ void stage(unsigned* list, Value* staged, const unsigned* key,
                                      const unsigned* position, const unsigned* entry,
                                      const Value* __restrict__ val, unsigned count) {
    constexpr unsigned ahead = sizeof(Value) < 8 ? 8 : 4;
#pragma unroll
    for (unsigned first = 0; first < tile_items; first += ahead) {
        Value value[ahead];
#pragma unroll
        for (unsigned i = 0; i < ahead; ++i)
            value[i] = ValueMaker<bool(moves_indices)>::at(val, entry[first + i]);
#pragma unroll
        for (unsigned i = 0; i < ahead; ++i)
            if (item_at(first + i) < count) {
                list[padded(position[first + i])] = key[first + i];
                staged[padded(position[first + i])] = value[i];
            }
    }
}

// Sorts the keys at positions [begin, end), and the values with them, by insertion: only keys that one warp
// counted at the same time can be out of order.
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

// Writes offsets, columns and values of the transpose. A block has one bucket.
extern "C" __global__ void __launch_bounds__(mergus::tile_threads, int(resident))
    transpose_gather(const uint64_t* __restrict__ ptr, uint64_t row_count, const uint32_t* __restrict__ col,
                     const Value* __restrict__ val, uint64_t entries, uint32_t width, uint64_t columns,
                     const uint32_t* __restrict__ starts, const uint32_t* __restrict__ list_lengths,
                     const uint64_t* __restrict__ lists, const mergus::TileRows* __restrict__ tile_rows,
                     uint64_t* __restrict__ ptr_out, uint32_t* __restrict__ col_out,
                     Value* __restrict__ val_out) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared[];
    __shared__ SearchRanges ranges;
    __shared__ unsigned scratch[tile_warps];
    __shared__ unsigned heads[tile_size / 32], totals[tile_size / 32];
    const unsigned words = counter_words(width);
    unsigned* offsets = reinterpret_cast<unsigned*>(shared); // 2 * words + 1 elements
    unsigned* list = reinterpret_cast<unsigned*>(shared + (words * 8 + 8 + 15) / 16 * 16);
    unsigned* row_of_run = list + padded(tile_size);
    unsigned char* rest = reinterpret_cast<unsigned char*>(row_of_run + tile_size);
    unsigned* counters = reinterpret_cast<unsigned*>(rest); // before the values are staged
    Value* staged = reinterpret_cast<Value*>(rest);
    const Runs runs = {list, row_of_run, heads}; // shifts before the list is written

    const unsigned begin = starts[blockIdx.x], count = starts[blockIdx.x + 1] - begin;
    const unsigned first_column = blockIdx.x * width;
    if (warp() == 0)
        ranges.set(lists + uint64_t(blockIdx.x) * max_overlaps,
                   list_lengths[blockIdx.x] & 0xfffff); // without the ranges: see transpose_overlap.cuh
    for (unsigned i = threadIdx.x; i < tile_size / 32; i += tile_threads) heads[i] = 0;
    __syncthreads();
    ranges.find_rows(ptr, tile_rows, unsigned(entries));
    __syncthreads();
    if (warp() == 0) ranges.count_row_pairs();
    __syncthreads();
    find_runs(ranges, ptr, unsigned(row_count), col, unsigned(entries), first_column, first_column + width,
              runs, reinterpret_cast<Candidates*>(rest), totals);
    for (unsigned i = threadIdx.x; i < words * tile_warps; i += tile_threads) counters[i] = 0;

    // Items after the last entry load the first one, so that the loads have no branches that would make them
    // wait for each other. They are neither counted nor stored.
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
    for (unsigned i = 0; i < tile_items; ++i) {
        position[i] = 0; // the previous word of the counter; the rank is taken from it later
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
    // Returns whether entries are out of order; they are then sorted and written again.
    const auto write = [&] {
        bool out_of_order = false;
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) {
            const bool here = position_at(i) < count;
            const unsigned k = list[padded_position_at(i)],
                           next = list[padded(threadIdx.x + 1) + i * padded(tile_threads)];
            const Value value = staged[padded_position_at(i)];
            const unsigned row = row_of_run[here ? k & 0xffff : 0];
            out_of_order |= position_at(i) + 1 < count && k > next;
            if (here) {
                col_out[begin + position_at(i)] = row;
                val_out[begin + position_at(i)] = value;
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
