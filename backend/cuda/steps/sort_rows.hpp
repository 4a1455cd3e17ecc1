/// \file sort_rows.hpp
/// Sorts the entries of each row by column; host side of steps/sort_rows.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "steps/column_map.h"
#include "steps/sort_rows.h"

namespace mergus::cuda {

/// The rows of a matrix in tiles; the numbers of long rows are known after a wait.
struct SortTiles {
    Array<std::uint64_t> first, longs;
    std::uint64_t count;
    Device::Message post;
};

class SortRows {
public:
    /// \param A where the entries come from: its type, columns and whether it is iso. \param T type, rows and
    /// columns.
    SortRows(Context& context, const Matrix& A, const MatrixShape& T);

    void kernels(KernelRequests& requests) const;
    /// T needs no more than row offsets and the number of entries, which is not 0.
    [[nodiscard]] SortTiles split(const Matrix& T) const;
    /// The rows have distinct columns in any order. Waits for the number of long rows; they take memory.
    void run(const Matrix& T, const SortTiles& tiles) const;
    /// Copies parts of the rows of A to T and sorts them, if there are no long rows: waits for their number.
    /// \param begins of the parts in A. \return whether it was done
    [[nodiscard]] bool copy_parts(const Matrix& T, const SortTiles& tiles, const Matrix& A,
                                  const std::uint64_t* begins, const ColumnMap& map) const;

private:
    template <class Index, class Position>
    void sort_long(const Matrix& T, const LongRows& rows) const;
    [[nodiscard]] const Kernel& kernel(const char* entry) const;

    Context& context_;
    bool has_values_;
    Bindings bindings_;
};

} // namespace mergus::cuda
