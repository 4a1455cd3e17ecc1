// row_tiles.h: tiles of rows and their entries, as one text for the host and the kernels.
#ifndef MERGUS_STEPS_ROW_TILES_H
#define MERGUS_STEPS_ROW_TILES_H

namespace mergus {

// Where a tile begins: the row, and the entries before it. The tile may begin within the row.
struct RowTile {
    uint64_t row, entry;
};
static_assert(sizeof(RowTile) == 16, "RowTile: size");

// Entries and ends of rows in a tile.
constexpr unsigned tile_threads = 256, tile_rounds = 8, tile_items = tile_threads * tile_rounds;

// Column j of an entry becomes list[j] or narrow[j], or (j & keep) + shift without lists; sums wrap around.
struct ColumnMap {
    const uint64_t* list;
    const uint32_t* narrow;
    uint64_t keep, shift;
};
static_assert(sizeof(ColumnMap) == 32, "ColumnMap: size");
static_assert(__builtin_offsetof(ColumnMap, keep) == 16, "ColumnMap: keep");

} // namespace mergus

#endif
