// masked_dot.cuh: C<M> as dot products: each entry (i, j) of a normal mask is the product of row i of A and
// row j of B', of which the longer one is a set in shared memory and the shorter one is scanned.
//
// Two passes: sets of rows of A, for the entries whose row of B' is not longer; then sets of rows of B' over
// the transpose of the mask, for the other entries. If A, B' and the mask are one symmetric pattern and
// values are not read, one pass makes an entry of each pair, and the other one is copied. If the rows of B'
// are hardly longer than the shorter rows, one pass scans them all. The lanes that scan a list keep its sum
// in registers, so that nothing is added by atomics, whatever the semiring.
//
// Bindings: as row_loop.cuh; constants pass (masked_dot_lists.cuh), list_lanes (a power of two below 32:
// lanes that scan a short list), bit_sets (large sets are bitmaps), ranked (values of the sets are read),
// counted and by_blocks (masked_dot_lists.cuh).

#include "mxm/masked_dot/masked_dot_lists.cuh"

namespace mergus {

// Sets of up to `warp_set` columns are a warp's; larger ones a block's, if at least `block_entries` entries
// of the mask's row share them.
constexpr unsigned warp_set = 128, warp_slots = 256, block_entries = 16;
__device__ __forceinline__ bool has_block_set(uint64_t set_size, uint64_t entries) {
    return set_size > warp_set && entries >= block_entries;
}

// The row of entry e, which is row i or a later one. Masks may have long runs of empty rows. Called by a
// warp.
__device__ __forceinline__ uint64_t row_from(const uint64_t* ptr, uint64_t nrows, uint64_t i, uint64_t e) {
    const uint64_t next = i + 1 + lane();
    const unsigned behind = __ballot_sync(full_mask, next <= nrows && ptr[next] > e);
    return behind != 0 ? i + unsigned(__ffs(int(behind))) - 1 : row_of(ptr, nrows, e);
}

// Number s of `samples` evenly spread entries.
__device__ __forceinline__ uint64_t sampled_entry(uint64_t entries, uint64_t samples, uint64_t s) {
    return entries / samples * s + entries % samples * s / samples;
}
__device__ __forceinline__ uint32_t* count_of(const ColumnSample& sample, A_index k) {
    return sample.counts + (sample.columns <= sample.slots ? uint64_t(k) : hash_of(k) & (sample.slots - 1));
}

} // namespace mergus

// In the symmetric pass: copies each entry that was made to the entry on the other side of the diagonal.
extern "C" __global__ void __launch_bounds__(256)
    mirror_dots(mergus::Sets sets, mergus::Mask mask, C_value* vals, uint8_t* present) {
    __shared__ uint64_t found[2];
    for (uint64_t tile = uint64_t(blockIdx.x) * blockDim.x; tile < mask.nvals;
         tile += mergus::grid_threads()) {
        const uint64_t end = mergus::min_of(tile + blockDim.x, mask.nvals), e = tile + threadIdx.x;
        const mergus::RowsOfTile rows = mergus::rows_of_tile(mask.ptr, mask.nrows, tile, end, found);
        if (e < end && present[e] != 0) {
            const uint64_t i = rows.row(e), j = mask.col[e];
            if (mergus::is_list(i, sets.ptr[i + 1] - sets.ptr[i], j, sets.ptr[j + 1] - sets.ptr[j])) {
                const uint64_t at =
                    mergus::lower_bound(mask.col, mask.ptr[j], mask.ptr[j + 1], mergus::MaskIndex(i));
                vals[at] = vals[e];
                present[at] = 1;
            }
        }
        __syncthreads();
    }
}

// entries[e] = e.
extern "C" __global__ void number_mask_entries(Offset* entries, uint64_t count) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) entries[e] = Offset(e);
}

// Counts the columns of `samples` entries of B', evenly spread.
extern "C" __global__ void sample_columns(mergus::Lists lists, uint64_t list_entries, uint64_t samples,
                                          mergus::ColumnSample sample) {
    for (uint64_t s = mergus::grid_thread(); s < samples; s += mergus::grid_threads())
        atomicAdd(mergus::count_of(sample, lists.col[mergus::sampled_entry(list_entries, samples, s)]), 1u);
}

// A sample of the work: `samples` entries of the mask and of A, evenly spread. b_ptr: of B, or of B' where
// that is given and the sample of its columns says how long the rows of B are. Without it the lengths of rows
// of B' are taken to be those of B.
extern "C" __global__ void estimate_dots(mergus::Sets sets, uint64_t set_entries, mergus::Mask mask,
                                         const uint64_t* b_ptr, uint64_t b_rows, mergus::ColumnSample sample,
                                         uint64_t samples, mergus::DotEstimate* estimate) {
    uint64_t shorter = 0, lists = 0, products = 0;
    for (uint64_t s = mergus::grid_thread(); s < samples; s += mergus::grid_threads()) {
        const uint64_t e = mergus::sampled_entry(mask.nvals, samples, s),
                       i = mergus::row_of(mask.ptr, mask.nrows, e), j = mask.col[e];
        const A_index k = sets.col[mergus::sampled_entry(set_entries, samples, s)];
        const uint64_t list = j < b_rows ? b_ptr[j + 1] - b_ptr[j] : 0;
        lists += list;
        shorter += mergus::min_of(sets.ptr[i + 1] - sets.ptr[i], list);
        if (sample.counts != nullptr)
            products += *mergus::count_of(sample, k);
        else if (k < b_rows)
            products += b_ptr[k + 1] - b_ptr[k];
    }
    shorter = mergus::warp_reduce(shorter, mergus::Plus());
    lists = mergus::warp_reduce(lists, mergus::Plus());
    products = mergus::warp_reduce(products, mergus::Plus());
    if (mergus::lane() != 0) return;
    atomicAdd(&estimate->shorter, shorter);
    atomicAdd(&estimate->lists, lists);
    atomicAdd(&estimate->products, products);
}

// Lists the rows of the mask whose sets are made by blocks, in parts of `chunk` entries.
extern "C" __global__ void list_dot_rows(mergus::Sets sets, mergus::Mask mask, unsigned chunk,
                                         mergus::DotItem* items, mergus::DotCounters* counters) {
    for (uint64_t i = mergus::grid_thread(); i < mask.nrows; i += mergus::grid_threads()) {
        const uint64_t begin = mask.ptr[i], entries = mask.ptr[i + 1] - begin;
        if (!mergus::has_block_set(sets.ptr[i + 1] - sets.ptr[i], entries)) continue;
        const uint64_t count = mergus::div_up(entries, uint64_t(chunk)),
                       at = atomicAdd(&counters->items, count);
        for (uint64_t c = 0; c < count; ++c) items[at + c] = {i, begin + c * chunk};
    }
}

// The rows that are not listed. A warp has `chunk` entries of the mask.
extern "C" __global__ void __launch_bounds__(256)
    multiply_dot_warps(mergus::Sets sets, mergus::Lists lists, mergus::Mask mask, unsigned chunk,
                       C_value* vals, uint8_t* present) {
    using namespace mergus;
    __shared__ A_index keys[8][warp_slots];
    __shared__ uint16_t ranks[8][warp_slots];
    const uint64_t first = (uint64_t(blockIdx.x) * (blockDim.x / 32) + warp()) * chunk,
                   last = min_of(first + chunk, mask.nvals);
    if (first >= last) return;
    uint64_t i = row_of(mask.ptr, mask.nrows, first);
    for (uint64_t e = first; e < last;) {
        const uint64_t row_begin = mask.ptr[i], row_end = mask.ptr[i + 1], end = min_of(row_end, last);
        const uint64_t begin = sets.ptr[i], size = sets.ptr[i + 1] - begin;
        const DotRow own = {i, size, begin, begin + size, true};
        const auto take = [&](const auto& set) {
            for (; e < end; e += 32)
                dot_entries(sets, lists, {nullptr, nullptr}, mask, set, own, e, min_of(e + 32, end), vals,
                            present);
        };
        if (size == 0 || has_block_set(size, row_end - row_begin)) {
            // Nothing, or a block's.
        } else if (size > warp_set || end - e <= 2) {
            take(SortedSet{sets.col + begin, size});
        } else {
            unsigned slots = 32;
            while (slots < 2 * size) slots *= 2;
            const RankedKeys set(keys[warp()], ranks[warp()], slots);
            __syncwarp();
            set.clear(lane(), 32);
            __syncwarp();
            set.insert(sets.col + begin, unsigned(size), lane(), 32);
            __syncwarp();
            take(set);
        }
        e = end;
        if (e < last) i = row_from(mask.ptr, mask.nrows, i + 1, e);
    }
}

// The listed rows. Shared memory: a bitmap of `capacity` words, and the ranks of every second; or a hash
// table of `capacity` slots, through which larger sets go in parts.
extern "C" __global__ void __launch_bounds__(1024)
    multiply_dot_blocks(mergus::Sets sets, mergus::Lists lists, mergus::DotBlocks blocks, mergus::Mask mask,
                        unsigned chunk, unsigned capacity, const mergus::DotItem* items,
                        mergus::DotCounters* counters, C_value* vals, uint8_t* present) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint64_t taken;
    __shared__ unsigned cursor, sums[32];
    const BitSet bits = {reinterpret_cast<uint32_t*>(shared_bytes),
                         reinterpret_cast<uint32_t*>(shared_bytes) + capacity};
    const RankedKeys table(reinterpret_cast<A_index*>(shared_bytes),
                           reinterpret_cast<uint16_t*>(shared_bytes + sizeof(A_index) * size_t(capacity)),
                           capacity);
    if (bit_sets != 0)
        for (unsigned w = threadIdx.x; w < capacity; w += blockDim.x) bits.words[w] = 0;
    const uint64_t listed = counters->items;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) taken = atomicAdd(&counters->next, uint64_t(1));
        __syncthreads();
        if (taken >= listed) return;
        const DotItem item = items[taken];
        const uint64_t set_begin = sets.ptr[item.row], set_end = sets.ptr[item.row + 1],
                       last = min_of(item.first + chunk, mask.ptr[item.row + 1]);
        const uint64_t part = bit_sets != 0 ? set_end - set_begin : uint64_t(capacity / 2);
        for (uint64_t begin = set_begin; begin < set_end; begin += part) {
            const DotRow own = {item.row, set_end - set_begin, begin, min_of(begin + part, set_end),
                                set_end - set_begin <= part};
            const unsigned size = unsigned(own.end - own.begin);
            __syncthreads();
            if (threadIdx.x == 0) cursor = 0;
            if (bit_sets != 0) {
                for (unsigned e = threadIdx.x; e < size; e += blockDim.x) {
                    const A_index k = sets.col[begin + e];
                    atomicOr(&bits.words[k / 32], 1u << (k % 32));
                }
                __syncthreads();
                if (ranked != 0) bits.count(capacity, sums);
            } else {
                table.clear(threadIdx.x, blockDim.x);
                __syncthreads();
                table.insert(sets.col + begin, size, threadIdx.x, blockDim.x);
                __syncthreads();
            }
            for (;;) {
                unsigned next = lane() == 0 ? atomicAdd(&cursor, 32u) : 0;
                next = shuffle(full_mask, next, 0);
                const uint64_t e = item.first + next;
                if (e >= last) break;
                if constexpr (bit_sets != 0)
                    dot_entries(sets, lists, blocks, mask, bits, own, e, min_of(e + 32, last), vals, present);
                else
                    dot_entries(sets, lists, blocks, mask, table, own, e, min_of(e + 32, last), vals,
                                present);
            }
            __syncthreads();
            if (bit_sets != 0)
                for (unsigned e = threadIdx.x; e < size; e += blockDim.x)
                    bits.words[sets.col[begin + e] / 32] = 0;
        }
    }
}
