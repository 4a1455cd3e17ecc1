/// \file column_blocks.hpp
/// The pattern of B as blocks of 32 columns, for accumulators that read the pattern of a row before its
/// values: where a row of B has several entries in a block, there are fewer blocks than products.
#pragma once

#include "mxm/pattern_blocks.hpp"
#include "mxm/row_analysis.hpp"

namespace mergus::cuda {

/// While it exists, kernels of the problem read the blocks that run() makes, if problem.by_blocks.
class ColumnBlocks {
public:
    ColumnBlocks(Context& context, MxmProblem& problem);
    ~ColumnBlocks();
    ColumnBlocks(const ColumnBlocks&) = delete;
    ColumnBlocks& operator=(const ColumnBlocks&) = delete;

    /// Sets problem.dense_blocks, where the bins depend on it. May wait, at the first call for a matrix.
    void prepare_plan();
    /// Whether the blocks are less work for these bins of the symbolic phase. May wait, as prepare_plan().
    [[nodiscard]] bool pay(const BinnedRows& bins);
    void kernels(KernelRequests& list) const;
    /// Makes the blocks. If memory does not suffice, resets problem.by_blocks. Does not wait.
    void run();

private:
    [[nodiscard]] bool possible() const;
    [[nodiscard]] bool are_few();

    Context& context_;
    MxmProblem& problem_;
    PatternBlocks blocks_;
};

} // namespace mergus::cuda
