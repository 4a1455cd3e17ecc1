// row_tiles.h: equal parts of a matrix's rows and entries, as host and device see them.
#ifndef MERGUS_VECTORS_ROW_TILES_H
#define MERGUS_VECTORS_ROW_TILES_H

namespace mergus {

// Where a tile begins: a row, and an entry of it. The entry is the row's first one, unless the row is split.
struct RowTile {
    uint64_t row, entry;
};
static_assert(sizeof(RowTile) == 16, "RowTile: size");

struct RowTileCounts {
    uint64_t present; // rows that have entries
    uint64_t split;   // tiles that begin within a row
};
static_assert(sizeof(RowTileCounts) == 16, "RowTileCounts: size");

// A tile begins at every tile_items-th item of the sequence of entries and ends of rows. If that is within a
// row of at most whole_row entries, it begins at the row's first entry instead, and if only the end of the
// row is left, at the next row. So only longer rows are split, and a tile has at most tile_capacity items.
constexpr unsigned tile_items = 2048, whole_row = 256, tile_capacity = tile_items + whole_row;

} // namespace mergus

#endif
