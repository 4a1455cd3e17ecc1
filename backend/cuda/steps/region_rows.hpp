/// \file region_rows.hpp
/// The step of extract and assign: rows of A by a list, with their columns changed by a list. Rows are copied
/// as they are stored; they are sorted only where the list of columns has another order. Host side of
/// steps/region_rows.cuh.
#pragma once

#include "index_list.hpp"
#include "row_parts.hpp"
#include "sort_rows.hpp"

namespace mergus::cuda {

enum class RegionUse {
    extract,       ///< T = A(rows, cols)
    assign,        ///< entry (i, j) of A goes to (rows[i], cols[j]) of T; lists without repetitions
    assign_column, ///< entry j of A, a row, goes to (rows[j], cols[0])
};

class RegionRows {
public:
    /// \param A its type, sizes and whether it is iso; its arrays need not exist yet. \param T the result's
    /// rows and columns
    RegionRows(Context& context, const Matrix& A, const MatrixShape& T, const IndexList& rows,
               const IndexList& cols, RegionUse use);

    void kernels(KernelRequests& requests) const;
    /// Waits for the number of entries where it is unknown.
    [[nodiscard]] Matrix run(const Matrix& A) const;

private:
    /// Parts of rows of A, one for each row of the result.
    struct Parts {
        Array<std::uint64_t> begins, offset; ///< offset may be a view
        std::uint64_t count;
    };

    [[nodiscard]] Parts parts_of(const Matrix& A) const;
    [[nodiscard]] Array<std::uint32_t> permutation(const Matrix& A) const;
    [[nodiscard]] Matrix matching(const Matrix& A, const Parts& parts) const;
    [[nodiscard]] Matrix sorted(const Matrix& A, const std::uint64_t* begins, Array<std::uint64_t>&& ptr,
                                std::uint64_t count, const ColumnMap& map) const;

    Context& context_;
    MatrixShape T_;
    const IndexList& rows_;
    const IndexList& cols_;
    RegionUse use_;
    RowParts copy_;
    SortRows sort_;
};

} // namespace mergus::cuda
