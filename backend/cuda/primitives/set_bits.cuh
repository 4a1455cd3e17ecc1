// set_bits.cuh: the set bits of the words of a warp, a bit for each lane.

#include "primitives/lane_items.cuh"

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

// Calls visit(valid, owner, bit) in rounds of 32 set bits, in ascending order: all lanes call it, those with
// a bit with `valid`. Each lane has a word; `owner` is the lane whose word has the bit.
template <class Visit>
__device__ __forceinline__ void for_set_bits(uint32_t word, const Visit& visit) {
    const unsigned mine = unsigned(__popc(word));
    const LaneItems<unsigned> bits(mine);
    bits.for_each([&](bool valid, unsigned n, unsigned owner) {
        const uint32_t its_word = __shfl_sync(full_mask, word, int(owner));
        const unsigned before = __shfl_sync(full_mask, bits.end - mine, int(owner));
        visit(valid, owner, valid ? nth_set_bit(its_word, n - before) : 0u);
    });
}

} // namespace mergus
