// counted_word.cuh: a word of a bitmap beside the number of bits before it.

namespace mergus {

struct __align__(8) CountedWord {
    unsigned bits;
    unsigned before; // bits set in the words before
};

// The rank of a bit of the word.
__device__ __forceinline__ unsigned rank_in(CountedWord word, unsigned bit) {
    return word.before + unsigned(__popc(word.bits & ((1u << bit) - 1u)));
}

} // namespace mergus
