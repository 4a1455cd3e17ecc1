// masked_dot_sets.cuh: the columns k of a row as a set. find(k) is the rank of k among them, or no_rank.
//
// Bindings: A_index; constant ranked: ranks are used, not only whether k is in the set.

#include "kernels/search.cuh"
#include "primitives/bit_ranks.cuh"
#include "primitives/hash_set.cuh"

namespace mergus {

constexpr unsigned no_rank = ~0u;

// Sorted, in device memory: for few searches.
struct SortedSet {
    static constexpr bool is_bitmap = false;
    const A_index* col;
    uint64_t size;

    __device__ __forceinline__ unsigned find(A_index k) const {
        const uint64_t at = lower_bound(col, uint64_t(0), size, k);
        return at < size && col[at] == k ? unsigned(at) : no_rank;
    }
};

// A hash table, at most half full, with the rank of each key.
struct RankedKeys : HashSet<A_index> {
    static constexpr bool is_bitmap = false;
    uint16_t* ranks;

    __device__ __forceinline__ RankedKeys(A_index* keys, uint16_t* ranks, unsigned slots)
        : HashSet<A_index>{keys, slots}, ranks(ranks) {}

    __device__ __forceinline__ unsigned find(A_index k) const {
        return look_up(
            k, [&](unsigned s) { return unsigned(ranks[s]); }, no_rank);
    }
    // Called by `threads` threads, this one is `rank`.
    __device__ __forceinline__ void insert(const A_index* col, unsigned size, unsigned rank,
                                           unsigned threads) const {
        for (unsigned e = rank; e < size; e += threads) ranks[insert_new(col[e])] = uint16_t(e);
    }
};

// A bitmap of all columns, with the rank of every second word.
struct BitSet {
    static constexpr bool is_bitmap = true;
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
    // The ranks. Called by the block.
    __device__ __forceinline__ void count(unsigned word_count, unsigned* sums) const {
        rank_bits<true>(
            word_count / 2, blockDim.x, sums,
            [&](unsigned p) { return unsigned(__popc(words[2 * p]) + __popc(words[2 * p + 1])); },
            [&](unsigned p, unsigned rank) { before[p] = rank; });
        __syncthreads();
    }
};

} // namespace mergus
