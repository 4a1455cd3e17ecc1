/// \file fill_groups.hpp
/// The values of bands by groups of rows: the host side of find_groups.cuh and fill_groups.cuh.
#pragma once

#include "kept_pattern.hpp"
#include "mxm/problem.hpp"

namespace mergus::cuda {

/// Keeps the columns of A of each group of rows, and what their rows of B cover.
class FillGroups {
public:
    /// For products that RowGroups suits. Waits. \param problem may end before this object, its operands may
    /// not.
    FillGroups(Context& context, const MxmProblem& problem, const Matrix& C);

    /// Computes the values of C. Launches a kernel, nothing else.
    void run(const Matrix& C) const;

private:
    Context& context_;
    Operands operands_;
    std::uint64_t nrows_;
    std::uint32_t rows_ = 0;      ///< of a group
    Array<std::uint64_t> firsts_; ///< the first column of each group
    Buffer columns_;              ///< GroupColumn of mxm/group_column.cuh
    Buffer numbers_;              ///< the columns of A
    Buffer lows_;                 ///< the first column of each group's tile
    const Kernel* fill_ = nullptr;
};

} // namespace mergus::cuda
