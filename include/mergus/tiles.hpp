/// \file tiles.hpp
/// concat joins a grid of matrices into one; split cuts one into a grid.
#pragma once

#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/matrix.hpp>

#include <utility>
#include <vector>

namespace mergus {

/// Rows of tiles, all of one length: `{{&A, &B}, {&C, &D}}`. A matrix may occur several times.
using Tiles = std::vector<std::vector<const AnyMatrix*>>;

/// The matrix with these tiles. Tiles of one row of the grid have the same number of rows, those of one
/// column the same number of columns. The type is that of the first tile, or the one given; values are cast
/// to it. \throws Error null_pointer, invalid_value for an empty grid or rows of different lengths,
/// dimension_mismatch, invalid_object (tiles of different contexts), domain_mismatch. Cost: one assignment
/// for each tile, each of which may copy the result.
[[nodiscard]] MERGUS_API AnyMatrix concat(const Tiles& tiles, const mergus_type* type = nullptr);
template <ValueType T>
[[nodiscard]] Matrix<T> concat(const Tiles& tiles) {
    return Matrix<T>(concat(tiles, type_of<T>()));
}

/// The tiles of A: tile (r, c) has rows[r] rows and cols[c] columns. The numbers add up to the shape of A.
/// \throws Error dimension_mismatch if they do not. Cost: one extraction for each tile.
[[nodiscard]] MERGUS_API std::vector<std::vector<AnyMatrix>> split(const AnyMatrix& A, const IndexList& rows,
                                                                   const IndexList& cols);
template <ValueType T>
[[nodiscard]] std::vector<std::vector<Matrix<T>>> split(const Matrix<T>& A, const IndexList& rows,
                                                        const IndexList& cols) {
    std::vector<std::vector<Matrix<T>>> tiles;
    for (std::vector<AnyMatrix>& row : split(static_cast<const AnyMatrix&>(A), rows, cols)) {
        auto& typed = tiles.emplace_back();
        for (AnyMatrix& tile : row) typed.emplace_back(std::move(tile));
    }
    return tiles;
}

} // namespace mergus
