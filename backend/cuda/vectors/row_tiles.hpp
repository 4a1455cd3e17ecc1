/// \file row_tiles.hpp
/// Equal parts of a matrix's rows and entries, and which rows have entries; kept with the matrix
/// (derived.hpp). Host side of vectors/row_tiles.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "row_tiles.h"

namespace mergus::cuda {

struct RowTiles : DerivedArrays {
    Array<RowTile> begin; ///< of each tile, and where the last one ends
    std::uint64_t tiles = 0;
    /// A bit for each row that has entries: the bits of a bitmap, with its count word.
    Array<std::uint32_t> bits;
    std::uint64_t present = 0; ///< the number of these rows
    bool has_split = false;    ///< a tile begins within a row

    [[nodiscard]] std::uint64_t bytes() const noexcept override {
        return begin.size() * sizeof(RowTile) + bits.size() * sizeof(std::uint32_t);
    }
};

[[nodiscard]] KernelRequest row_tiles_kernel();

/// The tiles, or null if they are not known.
[[nodiscard]] const RowTiles* known_row_tiles(Context& context, const Matrix& matrix);

/// Found at the first call for a matrix, which waits for the device.
[[nodiscard]] const RowTiles& row_tiles(Context& context, const Matrix& matrix);

} // namespace mergus::cuda
