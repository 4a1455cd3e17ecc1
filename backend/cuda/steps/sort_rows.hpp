/// \file sort_rows.hpp
/// Sorts the entries of each row by column; host side of steps/sort_rows.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/sort_rows.h"

namespace mergus::cuda {

class SortRows {
public:
    /// \param T type, rows and columns. \param has_values false: the matrix has no value for each entry.
    SortRows(Context& context, const MatrixShape& T, bool has_values);

    void kernels(KernelRequests& requests) const;
    /// The rows have distinct columns in any order. Waits for the number of long rows; they take memory.
    void run(Matrix& T) const;

private:
    template <class Index, class Position>
    void sort_long(const Matrix& T, const LongRows& rows) const;

    Context& context_;
    bool has_values_;
    Bindings bindings_;
};

} // namespace mergus::cuda
