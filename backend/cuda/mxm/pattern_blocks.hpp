/// \file pattern_blocks.hpp
/// The pattern of a matrix as blocks of 32 columns: the host side of mxm/pattern_blocks.cuh.
#pragma once

#include "objects/matrix.hpp"

#include "pattern_blocks.h"

namespace mergus::cuda {

/// The blocks of the rows, one row after the other, each row's by ascending column. For matrices of fewer
/// than 2³² entries.
class PatternBlocks {
public:
    /// \param long_rows several threads have a row, for matrices whose rows are of very different lengths.
    PatternBlocks(Context& context, const Matrix& matrix, bool long_rows = false);

    [[nodiscard]] static bool suits(const Matrix& matrix) noexcept { return !needs_wide(matrix.nvals); }
    void kernels(KernelRequests& list) const;
    /// Counts the blocks. Does not wait.
    void count();
    /// The number of blocks, on the device, after count().
    [[nodiscard]] const std::uint32_t* total() const noexcept { return offsets_.data() + matrix_.nrows; }
    /// \param total the value of total().
    void fill(std::uint32_t total);

    /// Row i has the blocks [offsets()[i], offsets()[i + 1]).
    [[nodiscard]] const std::uint32_t* offsets() const noexcept { return offsets_.data(); }
    [[nodiscard]] const PatternBlock* blocks() const noexcept { return blocks_.data(); }

private:
    enum Step { count_step, fill_step };
    [[nodiscard]] KernelRequest request(Step step) const;
    [[nodiscard]] Dim3 grid() const;

    Context& context_;
    const Matrix& matrix_;
    bool long_rows_;
    Array<std::uint32_t> offsets_;
    Array<PatternBlock> blocks_;
};

} // namespace mergus::cuda
