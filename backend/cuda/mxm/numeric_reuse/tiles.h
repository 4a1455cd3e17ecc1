// tiles.h: parts of the rows of C of a group of consecutive rows, for host and device.
#ifndef MERGUS_TILES_H
#define MERGUS_TILES_H

namespace mergus {

// Rows of a group, and blocks of 32 columns of a tile.
constexpr unsigned reuse_tile_rows = 4, reuse_tile_blocks = 2;

// Consecutive columns in the union of the rows of C of a group.
struct ReuseTile {
    uint64_t group;
    uint64_t columns;                  // its first GroupColumn
    uint64_t numbers;                  // the number in A of its first column
    uint64_t unions;                   // its first column of C
    uint32_t count, width;             // columns of A, and of C
    uint64_t offsets[reuse_tile_rows]; // entries of each row of C before the tile
};
static_assert(sizeof(ReuseTile) == 40 + 8 * reuse_tile_rows, "the same for both compilers");

} // namespace mergus

#endif
