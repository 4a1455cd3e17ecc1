// set_bits.cuh: the set bits of the words of a warp, a bit for each lane.

namespace mergus {

// The position of set bit n of a word, counted from 0. The word has more than n set bits.
__device__ __forceinline__ unsigned nth_set_bit(uint32_t word, unsigned n) {
    unsigned at = 0;
    for (unsigned width = 16; width != 0; width /= 2) {
        const unsigned below = unsigned(__popc(word >> at & ((1u << width) - 1u)));
        if (n >= below) {
            n -= below;
            at += width;
        }
    }
    return at;
}

// Calls visit(valid, index) in rounds of 32 set bits, in ascending order: all lanes call it, those with a bit
// with valid. Each lane has a word; `first` is the index of the lane's first bit.
template <class Visit>
__device__ __forceinline__ void for_set_bits(uint32_t word, uint32_t first, const Visit& visit) {
    const unsigned mine = unsigned(__popc(word));
    const unsigned end = warp_inclusive_scan(mine, Plus());
    const unsigned all = __shfl_sync(full_mask, end, 31);
    for (unsigned base = 0; base < all; base += 32) {
        const unsigned n = base + lane();
        unsigned owner = 0; // the first lane whose bits end after n
        for (unsigned step = 16; step != 0; step /= 2)
            if (__shfl_sync(full_mask, end, int(owner + step - 1)) <= n) owner += step;
        const uint32_t its_word = __shfl_sync(full_mask, word, int(owner));
        const unsigned before = __shfl_sync(full_mask, end - mine, int(owner));
        const uint32_t its_first = __shfl_sync(full_mask, first, int(owner));
        const bool valid = n < all;
        visit(valid, valid ? its_first + nth_set_bit(its_word, n - before) : 0u);
    }
}

} // namespace mergus
