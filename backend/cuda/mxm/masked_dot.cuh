// masked_dot.cuh: C<M> as dot products: each entry (i, j) of a normal mask is the product of row i of A and
// row j of B', of which the longer one is a set in shared memory and the shorter one is scanned.
//
// Two passes: sets of rows of A, for the entries whose row of B' is not longer; then sets of rows of B' over
// the transpose of the mask, for the other entries. If A, B' and the mask are one symmetric pattern and values
// are not read, one pass makes an entry of each pair, and the other one is copied. The lanes that scan a list
// keep its sum in registers, so that nothing is added by atomics, whatever the semiring.
//
// Bindings: as row_loop.cuh; constants pass (below), list_lanes (a power of two below 32: lanes that scan a
// short list), bit_sets (large sets are bitmaps), ranked (values of the sets are read).

#include "kernels/group.cuh"
#include "kernels/hash.cuh"
#include "kernels/search.cuh"
#include "mxm/masked_dot.h"
#include "ops/accumulate.cuh"

namespace mergus {

// The numbers of DotPass, masked_dot.cpp.
constexpr int first_pass = 0, second_pass = 1, symmetric_pass = 2;
constexpr bool swapped = pass == second_pass;

template <bool second, class X, class Y>
struct Either {
    using type = X;
};
template <class X, class Y>
struct Either<true, X, Y> {
    using type = Y;
};
using SetValue = Either<swapped, A_value, B_value>::type;
using ListValue = Either<swapped, B_value, A_value>::type;
using MaskIndex = Either<swapped, Index, Row>::type;
using Sets = DotRows<A_index, SetValue>;
using Lists = DotRows<A_index, ListValue>;
using Mask = DotMask<MaskIndex, Offset, M_value>;

constexpr unsigned no_rank = ~0u;

// Sets of columns k. find(k) is the rank of k among them, or no_rank.

// Sorted, in device memory: for few searches.
struct SortedSet {
    const A_index* col;
    uint64_t size;

    __device__ __forceinline__ unsigned find(A_index k) const {
        const uint64_t at = lower_bound(col, uint64_t(0), size, k);
        return at < size && col[at] == k ? unsigned(at) : no_rank;
    }
};

// A hash table, at most half full.
struct HashSet {
    static constexpr A_index none = ~A_index(0);
    A_index* keys;
    uint16_t* ranks;
    unsigned slots;

    __device__ __forceinline__ unsigned find(A_index k) const {
        for (unsigned s = hash_of(k) & (slots - 1);; s = (s + 1) & (slots - 1)) {
            const A_index found = keys[s];
            if (found == k) return ranks[s];
            if (found == none) return no_rank;
        }
    }
    // Called by `threads` threads, this one is `rank`.
    __device__ __forceinline__ void clear(unsigned rank, unsigned threads) const {
        for (unsigned s = rank; s < slots; s += threads) keys[s] = none;
    }
    __device__ __forceinline__ void insert(const A_index* col, unsigned size, unsigned rank,
                                           unsigned threads) const {
        for (unsigned e = rank; e < size; e += threads) {
            const A_index k = col[e];
            unsigned s = hash_of(k) & (slots - 1);
            while (atomicCAS(&keys[s], A_index(none), k) != none) s = (s + 1) & (slots - 1);
            ranks[s] = uint16_t(e);
        }
    }
};

// A bitmap of all columns, with the rank of every second word.
struct BitSet {
    uint32_t* words;
    uint32_t* before; // each pair of words

    __device__ __forceinline__ unsigned find(A_index k) const {
        const unsigned w = unsigned(k / 32), bits = words[w], bit = 1u << (k % 32);
        if ((bits & bit) == 0) return no_rank;
        if (ranked == 0) return 0;
        unsigned rank = before[w / 2] + unsigned(__popc(bits & (bit - 1)));
        if (w % 2 != 0) rank += unsigned(__popc(words[w - 1]));
        return rank;
    }
    // The ranks. A warp has a range of pairs of words. Called by the block.
    __device__ __forceinline__ void count(unsigned word_count, unsigned* sums) const {
        const unsigned pairs = word_count / 2, each = div_up(pairs, blockDim.x) * 32;
        const unsigned begin = min_of(warp() * each, pairs), end = min_of(begin + each, pairs);
        const auto in_pair = [&](unsigned p) {
            return unsigned(__popc(words[2 * p]) + __popc(words[2 * p + 1]));
        };
        unsigned mine = 0, total;
        for (unsigned p = begin + lane(); p < end; p += 32) mine += in_pair(p);
        unsigned rank = shuffle(full_mask, block_exclusive_sum(mine, sums, total), 0);
        for (unsigned p0 = begin; p0 < end; p0 += 32) {
            const unsigned p = p0 + lane(), here = p < end ? in_pair(p) : 0,
                           inclusive = warp_inclusive_scan(here, Plus());
            if (p < end) before[p] = rank + inclusive - here;
            rank += shuffle(full_mask, inclusive, 31);
        }
        __syncthreads();
    }
};

// The sum of the products that this thread has found.
struct DotSum {
    C_value value;
    bool present;

    __device__ __forceinline__ void add(const C_value& product) {
        value = present ? combine(value, product) : product;
        present = true;
    }
    __device__ __forceinline__ bool complete() const {
        if constexpr (has_terminal != 0)
            return present && is_terminal(value);
        else
            return false;
    }
};

// A row whose columns are the set, and the part of them that the set has: [begin, end).
struct DotRow {
    uint64_t row, length;
    uint64_t begin, end;
    bool whole; // the part is the row
};

// `lanes` neighbouring lanes of a warp that scan one list.
template <unsigned lanes>
struct Scanners {
    static constexpr unsigned size = lanes;
    unsigned rank, mask;

    __device__ __forceinline__ Scanners() : rank(lane() % lanes) {
        constexpr unsigned ones = lanes == 32 ? full_mask : (1u << (lanes % 32)) - 1u;
        mask = ones << (lane() - rank);
    }
};

// Adds the products of a set and entries [begin, end) of the lists to the sum of the first scanning lane.
template <class Scan, class Set>
__device__ __forceinline__ void dot(const Scan& scan, const Sets& sets, const Lists& lists, const Set& set,
                                    const DotRow& own, uint64_t other, uint64_t begin, uint64_t end,
                                    DotSum& sum) {
    const auto product = [&](const SetValue& x, const ListValue& y, A_index k) -> C_value {
        if constexpr (swapped)
            return multiply(y, x, int64_t(other), int64_t(k), int64_t(own.row));
        else
            return multiply(x, y, int64_t(own.row), int64_t(k), int64_t(other));
    };
    if constexpr (ordered_fold != 0) {
        for (uint64_t e0 = begin; e0 < end; e0 += Scan::size) {
            const uint64_t e = e0 + scan.rank;
            C_value found = C_value();
            unsigned rank = no_rank;
            if (e < end) {
                const A_index k = lists.col[e];
                rank = set.find(k);
                if (rank != no_rank) found = product(sets.val[own.begin + rank], lists.val[e], k);
            }
            for (unsigned hits = __ballot_sync(scan.mask, rank != no_rank) & scan.mask; hits != 0;
                 hits &= hits - 1) {
                const C_value next = shuffle(scan.mask, found, __ffs(int(hits)) - 1);
                if (scan.rank == 0) sum.add(next);
            }
        }
    } else {
        constexpr unsigned unroll = sizeof(SetValue) > 8 || sizeof(ListValue) > 8 ? 1 : 4;
        for (uint64_t e0 = begin + scan.rank; e0 < end && !sum.complete(); e0 += Scan::size * unroll) {
            A_index k[unroll];
            unsigned rank[unroll];
            SetValue x[unroll];
            ListValue y[unroll];
            for (unsigned u = 0; u < unroll; ++u)
                if (e0 + u * Scan::size < end) k[u] = lists.col[e0 + u * Scan::size];
            for (unsigned u = 0; u < unroll; ++u)
                rank[u] = e0 + u * Scan::size < end ? set.find(k[u]) : no_rank;
            for (unsigned u = 0; u < unroll; ++u) { // all loads before the first product
                if (rank[u] == no_rank) continue;
                x[u] = sets.val[own.begin + rank[u]];
                y[u] = lists.val[e0 + u * Scan::size];
            }
            for (unsigned u = 0; u < unroll; ++u)
                if (rank[u] != no_rank) sum.add(product(x[u], y[u], k[u]));
        }
        for (unsigned bits = Scan::size / 2; bits > 0; bits /= 2) {
            const C_value value = shuffle_xor(scan.mask, sum.value, int(bits));
            if (__shfl_xor_sync(scan.mask, int(sum.present), int(bits)) != 0) sum.add(value);
        }
    }
}

// Whether an entry is made in this pass, from a set and a list of these rows and lengths.
__device__ __forceinline__ bool is_list(uint64_t set_row, uint64_t set_length, uint64_t list_row,
                                        uint64_t list_length) {
    if (list_length != set_length) return list_length < set_length;
    return pass == first_pass || (pass == symmetric_pass && list_row < set_row);
}

// Entries [e0, end) of a row of the mask, at most 32, whose other row is not too long. Called by a warp.
template <class Set>
__device__ __forceinline__ void dot_entries(const Sets& sets, const Lists& lists, const Mask& mask,
                                            const Set& set, const DotRow& own, uint64_t e0, uint64_t end,
                                            C_value* vals, Offset* present) {
    const auto number = [&](uint64_t e) { return mask.entry == nullptr ? Offset(e) : mask.entry[e]; };
    uint64_t other = 0, list_begin = 0, list_end = 0;
    if (e0 + lane() < end) {
        const uint64_t e = e0 + lane();
        other = mask.col[e];
        list_begin = lists.ptr[other];
        list_end = lists.ptr[other + 1];
        const uint64_t length = list_end - list_begin;
        bool takes = is_list(own.row, own.length, other, length);
        if (length != 0 && takes && mask.val != nullptr) takes = truth(mask.val[number(e)]);
        if (!takes) list_end = list_begin;
        if (takes && !own.whole) {
            list_begin = lower_bound(lists.col, list_begin, list_end, sets.col[own.begin]);
            list_end = lower_bound(lists.col, list_begin, list_end, A_index(sets.col[own.end - 1] + 1));
        }
    }
    const auto scan_list = [&](const auto& scan, unsigned from) {
        const uint64_t begin = shuffle(scan.mask, list_begin, int(from)),
                       last = shuffle(scan.mask, list_end, int(from)),
                       column = shuffle(scan.mask, other, int(from));
        const Offset at = scan.rank == 0 ? number(e0 + from) : 0;
        DotSum sum = {C_value(), false};
        if (scan.rank == 0 && !own.whole && present[at] != 0) sum.add(vals[at]); // of the parts before
        dot(scan, sets, lists, set, own, column, begin, last, sum);
        if (scan.rank != 0 || !sum.present) return;
        vals[at] = sum.value;
        present[at] = 1;
    };
    constexpr unsigned long_list = unsigned(list_lanes) * 8;
    const bool is_long = list_end - list_begin >= long_list;
    const Scanners<unsigned(list_lanes)> few;
    unsigned todo = __ballot_sync(full_mask, list_end > list_begin && !is_long) & few.mask;
    for (; todo != 0; todo &= todo - 1) scan_list(few, unsigned(__ffs(int(todo))) - 1);
    __syncwarp();
    todo = __ballot_sync(full_mask, is_long);
    for (; todo != 0; todo &= todo - 1) scan_list(Scanners<32>(), unsigned(__ffs(int(todo))) - 1);
}

// Sets of up to `warp_set` columns are a warp's; larger ones a block's, if at least `block_entries` entries of
// the mask's row share them.
constexpr unsigned warp_set = 128, warp_slots = 256, block_entries = 16;
__device__ __forceinline__ bool has_block_set(uint64_t set_size, uint64_t entries) {
    return set_size > warp_set && entries >= block_entries;
}

} // namespace mergus

// In the symmetric pass: copies each entry that was made to the entry on the other side of the diagonal.
extern "C" __global__ void __launch_bounds__(256)
    mirror_dots(mergus::Sets sets, mergus::Mask mask, C_value* vals, Offset* present) {
    __shared__ uint64_t found[2];
    for (uint64_t tile = uint64_t(blockIdx.x) * blockDim.x; tile < mask.nvals;
         tile += mergus::grid_threads()) {
        const uint64_t end = mergus::min_of(tile + blockDim.x, mask.nvals), e = tile + threadIdx.x;
        const mergus::RowsOfTile rows = mergus::rows_of_tile(mask.ptr, mask.nrows, tile, end, found);
        if (e < end && present[e] != 0) {
            const uint64_t i = rows.row(e), j = mask.col[e];
            if (mergus::is_list(i, sets.ptr[i + 1] - sets.ptr[i], j, sets.ptr[j + 1] - sets.ptr[j])) {
                const uint64_t at = mergus::lower_bound(mask.col, mask.ptr[j], mask.ptr[j + 1], mergus::MaskIndex(i));
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

// A sample of the work: `samples` entries of the mask and of A, evenly spread. b_ptr: of B, or of B' where
// that is given; row lengths of the other one are taken to be the same.
extern "C" __global__ void estimate_dots(mergus::Sets sets, uint64_t set_entries, mergus::Mask mask,
                                         const uint64_t* b_ptr, uint64_t b_rows, uint64_t samples,
                                         mergus::DotEstimate* estimate) {
    uint64_t shorter = 0, products = 0;
    const uint64_t s = mergus::grid_thread();
    if (s < samples) {
        const uint64_t e = mask.nvals / samples * s + mask.nvals % samples * s / samples,
                       i = mergus::row_of(mask.ptr, mask.nrows, e), j = mask.col[e],
                       a = set_entries / samples * s + set_entries % samples * s / samples, k = sets.col[a];
        if (j < b_rows) shorter = mergus::min_of(sets.ptr[i + 1] - sets.ptr[i], b_ptr[j + 1] - b_ptr[j]);
        if (k < b_rows) products = b_ptr[k + 1] - b_ptr[k];
    }
    shorter = mergus::warp_reduce(shorter, mergus::Plus());
    products = mergus::warp_reduce(products, mergus::Plus());
    if (mergus::lane() != 0) return;
    atomicAdd(&estimate->shorter, shorter);
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
                       C_value* vals, Offset* present) {
    using namespace mergus;
    __shared__ A_index keys[8][warp_slots];
    __shared__ uint16_t ranks[8][warp_slots];
    const uint64_t first = (uint64_t(blockIdx.x) * (blockDim.x / 32) + warp()) * chunk,
                   last = min_of(first + chunk, mask.nvals);
    if (first >= last) return;
    uint64_t i = row_of(mask.ptr, mask.nrows, first);
    for (uint64_t e = first; e < last; ++i) {
        const uint64_t row_begin = mask.ptr[i], row_end = mask.ptr[i + 1], end = min_of(row_end, last);
        if (end <= e) continue;
        const uint64_t begin = sets.ptr[i], size = sets.ptr[i + 1] - begin;
        const DotRow own = {i, size, begin, begin + size, true};
        const auto take = [&](const auto& set) {
            for (; e < end; e += 32)
                dot_entries(sets, lists, mask, set, own, e, min_of(e + 32, end), vals, present);
        };
        if (size == 0 || has_block_set(size, row_end - row_begin)) {
            // Nothing, or a block's.
        } else if (size > warp_set || end - e <= 2) {
            take(SortedSet{sets.col + begin, size});
        } else {
            unsigned slots = 32;
            while (slots < 2 * size) slots *= 2;
            const HashSet set = {keys[warp()], ranks[warp()], slots};
            __syncwarp();
            set.clear(lane(), 32);
            __syncwarp();
            set.insert(sets.col + begin, unsigned(size), lane(), 32);
            __syncwarp();
            take(set);
        }
        e = end;
    }
}

// The listed rows. Shared memory: a bitmap of `capacity` words, and the ranks of every second; or a hash table
// of `capacity` slots, through which larger sets go in parts.
extern "C" __global__ void __launch_bounds__(1024)
    multiply_dot_blocks(mergus::Sets sets, mergus::Lists lists, mergus::Mask mask, unsigned chunk,
                        unsigned capacity, const mergus::DotItem* items, mergus::DotCounters* counters,
                        C_value* vals, Offset* present) {
    using namespace mergus;
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    __shared__ uint64_t taken;
    __shared__ unsigned cursor, sums[32];
    const BitSet bits = {reinterpret_cast<uint32_t*>(shared_bytes),
                         reinterpret_cast<uint32_t*>(shared_bytes) + capacity};
    const HashSet table = {reinterpret_cast<A_index*>(shared_bytes),
                           reinterpret_cast<uint16_t*>(shared_bytes + sizeof(A_index) * size_t(capacity)),
                           capacity};
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
                    dot_entries(sets, lists, mask, bits, own, e, min_of(e + 32, last), vals, present);
                else
                    dot_entries(sets, lists, mask, table, own, e, min_of(e + 32, last), vals, present);
            }
            __syncthreads();
            if (bit_sets != 0)
                for (unsigned e = threadIdx.x; e < size; e += blockDim.x)
                    bits.words[sets.col[begin + e] / 32] = 0;
        }
    }
}
