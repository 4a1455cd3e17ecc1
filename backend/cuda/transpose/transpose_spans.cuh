// transpose_spans.cuh: a number for each position of a tile, given once for each span of neighbouring
// positions.

#include "transpose/transpose_tile.cuh"

namespace mergus {

// In shared memory: a word for each position, and one for each warp's part of the tile.
struct Spans {
    unsigned* heads;      // the number at the first position of a span, else none
    unsigned* part_heads; // the number at the first position of each warp's part

    // By all threads; a barrier before marks.
    __device__ __forceinline__ void clear() const {
#pragma unroll
        for (unsigned i = 0; i < tile_items; ++i) heads[position_at(i)] = none;
    }
    // Positions [from, to), not none, have this number. A barrier before any is read.
    __device__ __forceinline__ void mark(unsigned from, unsigned to, unsigned number) const {
        heads[from] = number;
        for (unsigned w = div_up(from, warp_part); w * warp_part < to; ++w) part_heads[w] = number;
    }
    // By whole warps, for i = 0, 1, … in order: the number at item_at(i). `last` is before() at first and
    // belongs to next() from then on.
    __device__ __forceinline__ unsigned before() const {
        return part_heads[warp()];
    }
    __device__ __forceinline__ unsigned next(unsigned i, unsigned& last) const {
        const unsigned head = heads[item_at(i)];
        const unsigned votes = __ballot_sync(full_mask, head != none);
        const unsigned mine = votes & (lanes_below() | 1u << lane());
        const unsigned begun = __shfl_sync(full_mask, head, 31 - __clz(int(mine | 1u)));
        const unsigned number = mine == 0 ? last : begun;
        last = __shfl_sync(full_mask, number, 31);
        return number;
    }
};

} // namespace mergus
