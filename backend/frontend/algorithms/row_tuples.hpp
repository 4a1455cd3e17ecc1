/// \file row_tuples.hpp
/// A matrix in host memory, read row after row.
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>
#include <vector>

namespace mergus::core {

/// Entries of a matrix, row after row.
template <class T>
struct RowTuples {
    explicit RowTuples(const Matrix<T>& M) { M.extract_tuples(rows, cols, values); }

    /// Calls visit(column, value) for the entries of the next row.
    template <class Visit>
    void next_row(std::uint64_t row, Visit visit) {
        for (; at < rows.size() && rows[at] == row; ++at) visit(cols[at], values[at]);
    }

    std::vector<std::uint64_t> rows, cols;
    std::vector<T> values;
    std::size_t at = 0;
};

} // namespace mergus::core
