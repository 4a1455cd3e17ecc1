// bit_ranks.cuh: the ranks of bits of a bitmap: the number of bits before each.
//
// A row of a product as a bitmap of its columns needs no search and no sort: the rank of a column's bit is
// the index of its value. Each word, or each pair of words, keeps the rank of its first bit.

#include "primitives/block_sum.cuh"

namespace mergus {

// A word of a bitmap beside the rank of its first bit.
struct __align__(8) CountedWord {
    unsigned bits;
    unsigned before;
};

// The rank of a bit of the word.
__device__ __forceinline__ unsigned rank_in(CountedWord word, unsigned bit) {
    return word.before + unsigned(__popc(word.bits & ((1u << bit) - 1u)));
}

// The sum of bits_in(w) for w below `words`, for all threads of the block, or of a warp. `threads`: of it.
// sums: of the block, shared memory, a number for each warp.
template <bool whole_block, class BitsIn>
__device__ __forceinline__ unsigned count_bits(unsigned words, unsigned threads, unsigned* sums,
                                               const BitsIn& bits_in) {
    unsigned mine = 0, total = 0;
    for (unsigned w = whole_block ? threadIdx.x : lane(); w < words; w += threads) mine += bits_in(w);
    if (!whole_block) return warp_reduce(mine, Plus());
    block_exclusive_sum(mine, sums, total);
    return total;
}

// The same, and calls store(w, bits before w) for each w. A warp of the block has a range of words.
template <bool whole_block, class BitsIn, class Store>
__device__ __forceinline__ unsigned rank_bits(unsigned words, unsigned threads, unsigned* sums,
                                              const BitsIn& bits_in, const Store& store) {
    const unsigned each = div_up(words, threads) * 32, begin = whole_block ? min_of(warp() * each, words) : 0,
                   end = whole_block ? min_of(begin + each, words) : words;
    unsigned before = 0, total = 0;
    if (whole_block) {
        unsigned mine = 0;
        for (unsigned w = begin + lane(); w < end; w += 32) mine += bits_in(w);
        before = shuffle(full_mask, block_exclusive_sum(mine, sums, total), 0);
    }
    for (unsigned first = begin; first < end; first += 32) {
        const unsigned w = first + lane(), here = w < end ? bits_in(w) : 0,
                       inclusive = warp_inclusive_scan(here, Plus());
        if (w < end) store(w, before + inclusive - here);
        before += shuffle(full_mask, inclusive, 31);
    }
    return whole_block ? total : before;
}

} // namespace mergus
