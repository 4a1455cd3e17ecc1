// band_column.cuh: a column of A that a group of rows names, and the row of B that it stands for.
//
// Bindings: constant tile_blocks.

namespace mergus {

// A column k of A: the rows of the group that have it, and row k of B.
struct GroupColumn {
    uint64_t start; // entry of B in the tile's first column if the row is a run, else the row's first entry
    unsigned rows;  // bit r: row r has an entry in column k
    unsigned run;   // whether the columns of row k are consecutive
    unsigned masks[tile_blocks];
};

} // namespace mergus
