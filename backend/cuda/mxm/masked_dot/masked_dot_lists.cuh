// masked_dot_lists.cuh: the dot products of a row whose columns are a set with rows that are scanned as
// lists.
//
// counted: all products are equal, and an entry is their number times one of them, or any one of them. Then
// the products are counted and their values are not read. by_blocks: bitmaps are compared with the lists'
// blocks of 32 columns.
//
// Bindings: as masked_dot.cuh.

#include "mxm/masked_dot/masked_dot.h"
#include "mxm/masked_dot/masked_dot_sets.cuh"
#include "steps/accumulate.cuh"

namespace mergus {

// The numbers of MaskedDot::Pass.
constexpr int first_pass = 0, second_pass = 1, symmetric_pass = 2, only_pass = 3;
constexpr bool swapped = pass == second_pass;
// The numbers of MaskedDot::Counted.
constexpr int not_counted = 0, counted_products = 1, any_product = 2;

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

// The sum over the scanning lanes, for all of them.
template <class Scan>
__device__ __forceinline__ A_index sum_of_lanes(const Scan& scan, A_index mine) {
    for (unsigned bits = Scan::size / 2; bits > 0; bits /= 2)
        mine += __shfl_xor_sync(scan.mask, mine, int(bits));
    return mine;
}

// The number of entries [begin, end) of the lists that a set has; for any_product not 0 if it has one. For
// all scanning lanes.
template <class Scan, class Set>
__device__ __forceinline__ A_index count_common(const Scan& scan, const Lists& lists, const Set& set,
                                                uint64_t begin, uint64_t end) {
    constexpr unsigned unroll = 4;
    const A_index* const col = lists.col + begin;
    const A_index length = A_index(end - begin); // columns differ
    A_index found = 0;
    for (A_index e = scan.rank; e < length; e += Scan::size * unroll) {
        A_index k[unroll];
        for (unsigned u = 0; u < unroll; ++u)
            if (e + u * Scan::size < length) k[u] = col[e + u * Scan::size];
        for (unsigned u = 0; u < unroll; ++u)
            if (e + u * Scan::size < length) found += set.find(k[u]) != no_rank ? 1 : 0;
        if (counted == any_product && found != 0) break;
    }
    return sum_of_lanes(scan, found);
}

// The same for blocks [begin, end).
template <class Scan>
__device__ __forceinline__ A_index count_common(const Scan& scan, const PatternBlock* blocks,
                                                const BitSet& set, uint64_t begin, uint64_t end) {
    constexpr unsigned unroll = 4;
    const PatternBlock* const list = blocks + begin;
    const unsigned length = unsigned(end - begin);
    A_index found = 0;
    for (unsigned e = scan.rank; e < length; e += Scan::size * unroll) {
        PatternBlock block[unroll];
        for (unsigned u = 0; u < unroll; ++u) {
            block[u] = {0, 0};
            if (e + u * Scan::size < length) block[u] = list[e + u * Scan::size];
        }
        for (unsigned u = 0; u < unroll; ++u)
            found += A_index(__popc(set.words[block[u].id] & block[u].mask));
        if (counted == any_product && found != 0) break;
    }
    return sum_of_lanes(scan, found);
}

// The sum of `found` products, which are all equal. A template: for other semirings no branch compiles.
template <class Value>
__device__ __forceinline__ Value sum_of_equal(const Sets& sets, const Lists& lists, A_index found) {
    const auto multiplied = [](const auto& x, const auto& y) -> Value {
        if constexpr (swapped)
            return multiply(y, x, 0, 0, 0);
        else
            return multiply(x, y, 0, 0, 0);
    };
    const Value product = multiplied(sets.val[0], lists.val[0]);
    if constexpr (counted == counted_products)
        return functions::times<Value>(Value(found), product); // integers wrap around
    else
        return product;
}

// Adds the products of a set and entries [begin, end) of the lists to the sum of the first scanning lane.
template <class Scan, class Set>
__device__ __forceinline__ void dot(const Scan& scan, const Sets& sets, const Lists& lists, const Set& set,
                                    const DotRow& own, uint64_t other, uint64_t begin, uint64_t end,
                                    DotSum& sum) {
    const auto product = [&](const auto& x, const auto& y,
                             A_index k) -> C_value { // generic: one branch compiles
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
    if (pass == only_pass) return true;
    if (list_length != set_length) return list_length < set_length;
    return pass == first_pass || (pass == symmetric_pass && list_row <= set_row);
}

// The lists of up to 32 entries of a row of the mask, each in the lane of its entry; empty if the entry is
// not made in this pass.
struct EntryLists {
    uint64_t other, begin, end;
};

__device__ __forceinline__ uint64_t number_of(const Mask& mask, uint64_t e) {
    return mask.entry == nullptr ? e : uint64_t(mask.entry[e]);
}

__device__ __forceinline__ EntryLists lists_of(const Sets& sets, const Lists& lists, const Mask& mask,
                                               const DotRow& own, uint64_t e, uint64_t end) {
    EntryLists list = {0, 0, 0};
    if (e >= end) return list;
    list.other = mask.col[e];
    list.begin = lists.ptr[list.other];
    list.end = lists.ptr[list.other + 1];
    const uint64_t length = list.end - list.begin;
    bool takes = is_list(own.row, own.length, list.other, length);
    if (length != 0 && takes && mask.val != nullptr) takes = truth(mask.val[number_of(mask, e)]);
    if (!takes) list.end = list.begin;
    if (takes && !own.whole) {
        list.begin = lower_bound(lists.col, list.begin, list.end, sets.col[own.begin]);
        list.end = lower_bound(lists.col, list.begin, list.end, A_index(sets.col[own.end - 1] + 1));
    }
    return list;
}

// Calls scan(scanning lanes, lane of the entry) for each list that is not empty: list_lanes lanes scan a
// short one, a warp a long one.
template <class Scan>
__device__ __forceinline__ void each_list(const EntryLists& list, unsigned long_list, const Scan& scan) {
    const bool is_long = list.end - list.begin >= long_list;
    const Scanners<unsigned(list_lanes)> few;
    unsigned todo = __ballot_sync(full_mask, list.end > list.begin && !is_long) & few.mask;
    for (; todo != 0; todo &= todo - 1) scan(few, unsigned(__ffs(int(todo))) - 1);
    __syncwarp();
    todo = __ballot_sync(full_mask, is_long);
    for (; todo != 0; todo &= todo - 1) scan(Scanners<32>(), unsigned(__ffs(int(todo))) - 1);
}

// Entries [e0, end) of a row of the mask, at most 32, whose products are counted. Called by a warp.
template <class Set>
__device__ __forceinline__ void count_entries(const Sets& sets, const Lists& lists, const DotBlocks& blocks,
                                              const Mask& mask, const Set& set, const DotRow& own,
                                              uint64_t e0, uint64_t end, C_value* vals, uint8_t* present) {
    constexpr bool in_blocks = Set::is_bitmap && by_blocks != 0;
    EntryLists list = lists_of(sets, lists, mask, own, e0 + lane(), end);
    if (in_blocks && list.end > list.begin) {
        list.begin = blocks.ptr[list.other];
        list.end = blocks.ptr[list.other + 1];
    }
    A_index mine = 0;
    each_list(list, in_blocks ? 32 : unsigned(list_lanes) * 8, [&](const auto& scan, unsigned from) {
        const uint64_t begin = shuffle(scan.mask, list.begin, int(from)),
                       last = shuffle(scan.mask, list.end, int(from));
        A_index found = 0;
        if constexpr (in_blocks)
            found = count_common(scan, blocks.blocks, set, begin, last);
        else
            found = count_common(scan, lists, set, begin, last);
        if (lane() == from) mine = found;
    });
    if (mine == 0) return;
    const uint64_t at = number_of(mask, e0 + lane());
    DotSum sum = {sum_of_equal<C_value>(sets, lists, mine), true};
    if (!own.whole && present[at] != 0) sum.add(vals[at]); // of the parts before
    vals[at] = sum.value;
    present[at] = 1;
}

// The same, whose products are added.
template <class Set>
__device__ __forceinline__ void add_entries(const Sets& sets, const Lists& lists, const Mask& mask,
                                            const Set& set, const DotRow& own, uint64_t e0, uint64_t end,
                                            C_value* vals, uint8_t* present) {
    const EntryLists list = lists_of(sets, lists, mask, own, e0 + lane(), end);
    each_list(list, unsigned(list_lanes) * 8, [&](const auto& scan, unsigned from) {
        const uint64_t begin = shuffle(scan.mask, list.begin, int(from)),
                       last = shuffle(scan.mask, list.end, int(from)),
                       column = shuffle(scan.mask, list.other, int(from));
        const uint64_t at = scan.rank == 0 ? number_of(mask, e0 + from) : 0;
        DotSum sum = {C_value(), false};
        if (scan.rank == 0 && !own.whole && present[at] != 0) sum.add(vals[at]); // of the parts before
        dot(scan, sets, lists, set, own, column, begin, last, sum);
        if (scan.rank != 0 || !sum.present) return;
        vals[at] = sum.value;
        present[at] = 1;
    });
}

template <class Set>
__device__ __forceinline__ void dot_entries(const Sets& sets, const Lists& lists, const DotBlocks& blocks,
                                            const Mask& mask, const Set& set, const DotRow& own, uint64_t e0,
                                            uint64_t end, C_value* vals, uint8_t* present) {
    if constexpr (counted != not_counted)
        count_entries(sets, lists, blocks, mask, set, own, e0, end, vals, present);
    else
        add_entries(sets, lists, mask, set, own, e0, end, vals, present);
}

} // namespace mergus
