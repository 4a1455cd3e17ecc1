// row_tiles.cuh: the tiles of row_tiles.h, and which rows have entries. No bindings.
//
// Merge path with ends of rows as items: Merrill and Garland 2016.

#include "steps/row_tiles.h"

namespace mergus {

// Where the tile of item `item` begins.
__device__ __forceinline__ RowTile tile_at(const uint64_t* ptr, uint64_t nrows, uint64_t item,
                                           uint64_t whole) {
    if (item >= ptr[nrows] + nrows) return {nrows, ptr[nrows]};
    uint64_t low = 0, high = nrows; // row `low` has the item
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (ptr[middle] + middle <= item)
            low = middle;
        else
            high = middle;
    }
    const uint64_t begin = ptr[low], end = ptr[low + 1], entry = item - low;
    if (entry == end && entry != begin) return {low + 1, entry};
    return {low, end - begin <= whole ? begin : entry};
}

} // namespace mergus

// begin[t] for the tiles, and where the last one ends. If bits is not null: a bit for each row that has
// entries, in whole words, and the counts, which begin as zeros.
extern "C" __global__ void split_rows(const uint64_t* ptr, uint64_t nrows, uint64_t tiles, uint64_t whole,
                                      mergus::RowTile* begin, uint32_t* bits, mergus::RowTileCounts* counts) {
    using namespace mergus;
    unsigned split = 0, present = 0;
    for (uint64_t t = grid_thread(); t <= tiles; t += grid_threads()) {
        const RowTile tile = tile_at(ptr, nrows, t == tiles ? ptr[nrows] + nrows : t * tile_items, whole);
        begin[t] = tile;
        split += tile.row < nrows && tile.entry != ptr[tile.row] ? 1 : 0;
    }
    if (bits == nullptr) return;
    __syncwarp();
    for (uint64_t i = grid_thread(); i < div_up<uint64_t>(nrows, 32) * 32; i += grid_threads()) {
        const bool filled = i < nrows && ptr[i] != ptr[i + 1];
        const unsigned word = __ballot_sync(full_mask, filled);
        if (lane() == 0) bits[i / 32] = word;
        present += filled ? 1 : 0;
    }
    const uint64_t all_split = warp_reduce(split, Plus()),
                   all_present = warp_reduce(uint64_t(present), Plus());
    if (lane() != 0) return;
    if (all_split != 0) atomicAdd(&counts->split, all_split);
    if (all_present != 0) atomicAdd(&counts->present, all_present);
}
