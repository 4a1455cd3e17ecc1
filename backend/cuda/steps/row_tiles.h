// row_tiles.h: equal parts of rows and their entries, as one text for the host and the kernels.
#ifndef MERGUS_STEPS_ROW_TILES_H
#define MERGUS_STEPS_ROW_TILES_H

namespace mergus {

// Where a tile begins: a row, and the entries before the tile. The tile may begin within the row.
struct RowTile {
    uint64_t row, entry;
};
static_assert(sizeof(RowTile) == 16, "RowTile: size");

struct RowTileCounts {
    uint64_t present; // rows that have entries
    uint64_t split;   // tiles that begin within a row
};
static_assert(sizeof(RowTileCounts) == 16, "RowTileCounts: size");

// A tile begins at every tile_items-th item of the sequence of entries and ends of rows. If only the end of a
// row is left there, it begins at the next row. Within a row of at most `whole` entries it begins at the
// row's first entry instead. So longer rows alone are split, and a tile has at most tile_items + whole items.
constexpr unsigned tile_threads = 256, tile_rounds = 8, tile_items = tile_threads * tile_rounds;
// `whole` of the tiles that are kept with a matrix.
constexpr unsigned whole_row = 256, tile_capacity = tile_items + whole_row;

// The tiles of a matrix of `rows` rows. begin: where each tile begins; null: each block searches its own.
struct RowTileList {
    const RowTile* begin;
    uint64_t rows;
};
static_assert(sizeof(RowTileList) == 16, "RowTileList: size");

} // namespace mergus

#endif
