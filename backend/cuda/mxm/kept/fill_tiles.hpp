/// \file fill_tiles.hpp
/// The values of a product whose rows are alike in groups: the host side of find_tiles.cuh and
/// fill_tiles.cuh.
#pragma once

#include "kept_pattern.hpp"
#include "mxm/problem.hpp"

namespace mergus::cuda {

/// Keeps the tiles, their columns of A, and the part of each tile that a row of B covers.
class FillTiles {
public:
    /// \param problem and C are used by suits() and keep(). C has all entries of the product.
    FillTiles(Context& context, const MxmProblem& problem, const Matrix& C);

    /// Whether the columns of all tiles are few beside the products. Waits.
    [[nodiscard]] bool suits();
    /// Finds the tiles, after suits() returned true. Does not wait. The problem may be destroyed
    /// before this object; its operands must outlive it.
    void keep();
    /// Computes the values of C. Launches a kernel, nothing else.
    void run(const Matrix& C) const;
    /// Known after suits() returned true.
    [[nodiscard]] std::uint64_t products() const noexcept { return products_; }

private:
    [[nodiscard]] Bindings find_bindings() const;
    /// The products of all entries of A. Waits.
    [[nodiscard]] std::uint64_t count_products() const;
    /// Sums up `counts` of the groups. \return the total, for which it waits
    std::uint64_t scan(Array<std::uint64_t>& counts) const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& C_;
    Operands operands_;
    std::uint64_t nrows_, groups_;
    std::uint64_t products_ = 0, tile_count_ = 0, column_count_ = 0, number_count_ = 0, union_count_ = 0;
    Array<std::uint64_t> first_number_, first_union_, first_tile_, first_column_; ///< of groups, until keep()
    Buffer tiles_;                                                                ///< KeptTile
    Buffer columns_; ///< GroupColumn of mxm/group_column.cuh
    Buffer numbers_; ///< the columns of A of each group
    Buffer unions_;  ///< the columns of C of each group
    const Kernel* fill_ = nullptr;
};

} // namespace mergus::cuda
