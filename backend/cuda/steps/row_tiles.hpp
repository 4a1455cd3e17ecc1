/// \file row_tiles.hpp
/// Equal parts of rows and entries, and which rows have entries. Host side of steps/row_tiles.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/row_tiles.h"

#include <cstdint>

namespace mergus::cuda {

/// Tiles of rows: begin[t] for each, and where the last one ends; nothing for few tiles, which kernels with
/// steps/block_tile.cuh find themselves.
struct RowTiles {
    Array<RowTile> begin;
    std::uint64_t count = 0, rows = 0;

    [[nodiscard]] RowTileList list() const noexcept { return {begin.data(), rows}; }

    [[nodiscard]] Dim3 grid() const noexcept { return {static_cast<std::uint32_t>(count)}; }
};

[[nodiscard]] KernelRequest row_tiles_kernel();

/// The tiles of `rows` rows with these offsets, which have `entries` entries. All rows may be split.
[[nodiscard]] RowTiles split_rows(Context& context, const std::uint64_t* offset, std::uint64_t rows,
                                  std::uint64_t entries);

/// The tiles of a matrix whose rows of up to whole_row entries are not split; kept with it (derived.hpp).
struct MatrixTiles : DerivedArrays, RowTiles {
    /// A bit for each row that has entries: the bits of a bitmap, with its count word.
    Array<std::uint32_t> bits;
    std::uint64_t present = 0; ///< the number of these rows
    bool has_split = false;    ///< a tile begins within a row

    [[nodiscard]] std::uint64_t bytes() const noexcept override {
        return begin.size() * sizeof(RowTile) + bits.size() * sizeof(std::uint32_t);
    }
};

/// The tiles, or null if they are not known.
[[nodiscard]] const MatrixTiles* known_matrix_tiles(Context& context, const Matrix& matrix);

/// Found at the first call for a matrix, which waits for the device.
[[nodiscard]] const MatrixTiles& matrix_tiles(Context& context, const Matrix& matrix);

} // namespace mergus::cuda
