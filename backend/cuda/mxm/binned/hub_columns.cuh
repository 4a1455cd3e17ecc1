// hub_columns.cuh: values of C in the hub columns of B, those with the most entries.
//
// In a skewed matrix most products of a long row are in few columns. A block computes a row of C with a slot
// in shared memory for each hub column. Each warp owns a range of these columns and adds without atomics
// (owned_parts.cuh). The columns of the row are in the result before, and its values in hub columns are
// stored beside them. `ranked_bitmap` adds the products in other columns.
//
// B is copied with each row parted: the entries in other columns of all rows, row after row, then those in
// hub columns, whose columns are numbered from 0. numbers[j], for 0 <= j <= columns of B: hub columns before
// j.
//
// Bindings: as dense_accumulator.cuh.

#include "mxm/binned/hub_columns.h"
#include "mxm/owned_parts.cuh"
#include "primitives/block_sum.cuh"

namespace mergus {

// The class of a column with `count` entries; 0: without any.
__device__ __forceinline__ unsigned count_class(unsigned count) {
    if (count < 8) return count;
    const unsigned log2 = 31u - unsigned(__clz(int(count)));
    return (log2 - 2) * 8 + ((count >> (log2 - 3)) & 7u);
}

__device__ __forceinline__ bool is_hub(const unsigned* numbers, Index j) {
    return numbers[j + 1] != numbers[j];
}

// The entries in hub columns of a row of B begin here in the copy.
__device__ __forceinline__ uint64_t first_in_hubs(const Operands& in, const uint64_t* other_ptr,
                                                  uint64_t b_rows, uint64_t k) {
    return other_ptr[b_rows] + in.b_ptr[k] - other_ptr[k];
}

// The part of a row of C in hub columns.
struct HubRow {
    Slot* slots;
    const Index* hubs;

    __device__ __forceinline__ int64_t column(unsigned h) const { return int64_t(hubs[h]); }
    __device__ __forceinline__ void add(unsigned h, const C_value& value) {
        slots[h] = Slots::next_of(slots[h], value);
    }
};

} // namespace mergus

// counts[j]: the entries of column j; zeros before.
extern "C" __global__ void count_columns(const Index* b_col, uint64_t b_nvals, unsigned* counts) {
    for (uint64_t e = mergus::grid_thread(); e < b_nvals; e += mergus::grid_threads())
        atomicAdd(&counts[b_col[e]], 1u);
}

extern "C" __global__ void __launch_bounds__(256)
    count_column_classes(const unsigned* counts, uint64_t ncols, mergus::HubColumnsLayout* layout) {
    using namespace mergus;
    __shared__ unsigned here[count_classes];
    for (unsigned c = threadIdx.x; c < count_classes; c += blockDim.x) here[c] = 0;
    __syncthreads();
    for (uint64_t j = grid_thread(); j < ncols; j += grid_threads())
        atomicAdd(&here[count_class(counts[j])], 1u);
    __syncthreads();
    for (unsigned c = threadIdx.x; c < count_classes; c += blockDim.x)
        if (here[c] != 0) atomicAdd(&layout->columns[c], here[c]);
}

// numbers[j] = 1 for the columns of the highest classes that have at most `most` columns, and their entries.
extern "C" __global__ void __launch_bounds__(256)
    choose_hub_columns(const unsigned* counts, uint64_t ncols, unsigned most,
                       mergus::HubColumnsLayout* layout, unsigned* numbers) {
    using namespace mergus;
    constexpr unsigned each = count_classes / 256;
    __shared__ unsigned sums[8], border;
    if (threadIdx.x == 0) border = count_classes;
    unsigned mine = 0, total;
    for (unsigned c = 0; c < each; ++c) mine += layout->columns[count_classes - 1 - (threadIdx.x * each + c)];
    unsigned columns = block_exclusive_sum(mine, sums, total);
    for (unsigned c = 0; c < each; ++c) {
        const unsigned number = count_classes - 1 - (threadIdx.x * each + c);
        columns += layout->columns[number];
        if (columns <= most && number != 0) atomicMin(&border, number);
    }
    __syncthreads();
    uint64_t entries = 0;
    for (uint64_t j = grid_thread(); j < ncols; j += grid_threads()) {
        const bool hub = count_class(counts[j]) >= border;
        numbers[j] = hub;
        if (hub) entries += counts[j];
    }
    entries = warp_reduce(entries, Plus());
    if (lane() == 0 && entries != 0) atomicAdd(&layout->entries, entries);
}

// hubs[h]: the column of hub h, and hub_counts[h] its entries.
extern "C" __global__ void list_hub_columns(const unsigned* counts, uint64_t ncols, const unsigned* numbers,
                                            Index* hubs, unsigned* hub_counts) {
    for (uint64_t j = mergus::grid_thread(); j < ncols; j += mergus::grid_threads()) {
        if (!mergus::is_hub(numbers, Index(j))) continue;
        hubs[numbers[j]] = Index(j);
        hub_counts[numbers[j]] = counts[j];
    }
}

// Ranges of hub columns with about equal numbers of entries. One block.
extern "C" __global__ void __launch_bounds__(1024)
    find_hub_ranges(const unsigned* hub_counts, const unsigned* numbers, uint64_t ncols, unsigned warps,
                    mergus::HubColumnsLayout* layout) {
    using namespace mergus;
    __shared__ unsigned sums[32];
    const unsigned hubs = numbers[ncols], each = div_up(hubs, blockDim.x);
    const unsigned begin = min_of(threadIdx.x * each, hubs), end = min_of(begin + each, hubs);
    unsigned mine = 0, total;
    for (unsigned h = begin; h < end; ++h) mine += hub_counts[h];
    uint64_t before = block_exclusive_sum(mine, sums, total);
    for (unsigned h = begin; h < end; ++h) {
        const uint64_t after = before + hub_counts[h];
        for (uint64_t w = before * warps / total + 1; w <= after * warps / total; ++w)
            layout->low[w] = h + 1; // of the last warp: the number of hubs
        before = after;
    }
}

// other_ptr[k]: the entries of row k of B in other columns.
extern "C" __global__ void __launch_bounds__(256)
    count_other_columns(mergus::Operands in, uint64_t b_rows, const unsigned* numbers, uint64_t* other_ptr) {
    using namespace mergus;
    for (uint64_t k = grid_thread() / 32; k < b_rows; k += grid_threads() / 32) {
        const uint64_t end = in.b_ptr[k + 1];
        unsigned others = 0;
        for (uint64_t e = in.b_ptr[k] + lane(); e < end; e += 32) others += !is_hub(numbers, in.b_col[e]);
        others = warp_reduce(others, Plus());
        if (lane() == 0) other_ptr[k] = others;
    }
}

// The copy of B; without values if `vals` is null.
extern "C" __global__ void __launch_bounds__(256)
    part_rows(mergus::Operands in, uint64_t b_rows, const unsigned* numbers, const uint64_t* other_ptr,
              Index* cols, B_value* vals) {
    using namespace mergus;
    for (uint64_t k = grid_thread() / 32; k < b_rows; k += grid_threads() / 32) {
        const uint64_t end = in.b_ptr[k + 1];
        uint64_t other = other_ptr[k], hub = first_in_hubs(in, other_ptr, b_rows, k);
        for (uint64_t first = in.b_ptr[k]; first < end; first += 32) {
            const uint64_t e = first + lane();
            const bool has = e < end;
            const Index j = has ? in.b_col[e] : Index(0);
            const bool in_hubs = has && is_hub(numbers, j);
            const unsigned hub_lanes = __ballot_sync(full_mask, in_hubs),
                           other_lanes = __ballot_sync(full_mask, has && !in_hubs),
                           below = (1u << lane()) - 1;
            if (has) {
                const uint64_t to = in_hubs ? hub + unsigned(__popc(hub_lanes & below))
                                            : other + unsigned(__popc(other_lanes & below));
                cols[to] = in_hubs ? Index(numbers[j]) : j;
                if (vals != nullptr) vals[to] = in.b_val[e];
            }
            hub += unsigned(__popc(hub_lanes));
            other += unsigned(__popc(other_lanes));
        }
    }
}

// splits[k * (warps + 1) + w]: where the columns of warp w begin in row k of the copy.
extern "C" __global__ void split_hub_rows(mergus::Operands in, uint64_t b_rows, const uint64_t* other_ptr,
                                          const Index* cols, unsigned warps,
                                          const mergus::HubColumnsLayout* layout, unsigned* splits) {
    using namespace mergus;
    for (uint64_t s = grid_thread(); s < b_rows * (warps + 1); s += grid_threads()) {
        const uint64_t k = s / (warps + 1);
        splits[s] = unsigned(lower_bound(cols, first_in_hubs(in, other_ptr, b_rows, k),
                                         first_in_hubs(in, other_ptr, b_rows, k + 1),
                                         Index(layout->low[s % (warps + 1)])));
    }
}

// The values in hub columns of row rows[block] of C, whose columns are there. in: with the copy of B.
extern "C" __global__ void __launch_bounds__(512)
    add_hub_columns(mergus::Operands in, const Row* rows, const unsigned* splits, const Index* hubs,
                    unsigned hub_slots, const unsigned* numbers, const uint64_t* ptr, const Index* cols,
                    C_value* vals) {
    using namespace mergus;
    constexpr int unroll = 4;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    HubRow row{reinterpret_cast<Slot*>(shared_bytes), hubs};
    const uint64_t i = rows[blockIdx.x], a_end = in.a_ptr[i + 1];
    for (unsigned h = threadIdx.x; h < hub_slots; h += blockDim.x) row.slots[h] = empty_slot();
    __syncthreads();
    for (uint64_t round = in.a_ptr[i]; round < a_end; round += 32) {
        A_index k = 0;
        unsigned begin = 0, end = 0;
        if (round + lane() < a_end) {
            k = in.a_col[round + lane()];
            const unsigned* const its_splits = splits + uint64_t(k) * (blockDim.x / 32 + 1) + warp();
            begin = its_splits[0];
            end = its_splits[1];
        }
        add_owned_parts(in, i, round, k, begin, end, row);
    }
    __syncthreads();
    const uint64_t last = ptr[i + 1];
    for (uint64_t e = ptr[i] + threadIdx.x; e < last; e += uint64_t(blockDim.x) * unroll) {
        Index j[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
            const uint64_t at = e + uint64_t(blockDim.x) * u;
            j[u] = at < last ? cols[at] : Index(0);
        }
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
            const uint64_t at = e + uint64_t(blockDim.x) * u;
            if (at < last && is_hub(numbers, j[u])) vals[at] = value_of(row.slots[numbers[j[u]]]);
        }
    }
}
