/// \file owned_columns.hpp
/// Products whose rows are dense in few columns: the host side of mxm/owned_columns/owned_columns.cuh.
#pragma once

#include "mxm/method.hpp"
#include "mxm/row_analysis.hpp"

namespace mergus::cuda {

/// A row of C is dense in the shared memory of a block, each warp of which owns a range of columns.
class OwnedColumnsProduct : public MethodRun {
public:
    OwnedColumnsProduct(Context& context, const MxmProblem& problem);

    /// Unless a row fits into shared memory, and rows have many products on average.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// B.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
    void kernels(KernelRequests& list) const override;
    /// Unless there are several products for each column. Counts the products of all rows; waits.
    [[nodiscard]] const char* refuses() override;
    /// Waits for the number of entries.
    [[nodiscard]] Product run(bool reports) override;

private:
    [[nodiscard]] KernelRequest request(const char* entry, Phase phase) const;
    [[nodiscard]] const Kernel& kernel(const char* entry, Phase phase) const;

    Context& context_;
    const MxmProblem& problem_;
    RowAnalysis analysis_;
    std::uint64_t flops_ = 0;
    std::uint32_t words_; ///< of 32 columns
};

} // namespace mergus::cuda
