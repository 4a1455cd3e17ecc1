/// \file short_rows.hpp
/// A product of short rows, a thread a row: the host side of mxm/short_rows.cuh.
#pragma once

#include "problem.hpp"

namespace mergus::cuda {

/// A step of mxm that makes the whole product, without analysis and bins.
class ShortRows {
public:
    ShortRows(Context& context, const MxmProblem& problem);

    /// Adds the kernels of suits(). run() compiles its own, which depend on A's longest row.
    void kernels(KernelRequests& list) const;
    /// Whether all rows are short, and neighbouring rows of the product have rows of B in common or caches
    /// hold B. If the averages are short, it may wait for the profiles of A and B.
    [[nodiscard]] bool suits() const;
    /// The product. Waits once, for the number of entries.
    [[nodiscard]] Matrix run();
    /// Known after run().
    [[nodiscard]] std::uint64_t products() const noexcept { return products_; }

private:
    /// Whether the average rows of A and B are short.
    [[nodiscard]] bool plausible() const;
    [[nodiscard]] KernelRequest request(const char* entry) const;

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    std::uint64_t products_ = 0;
};

} // namespace mergus::cuda
