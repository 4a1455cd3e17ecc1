/// \file masked_rows.hpp
/// A product under a normal mask with short rows: the host side of mxm/masked_rows.cuh.
#pragma once

#include "problem.hpp"

namespace mergus::cuda {

/// A step of mxm that makes the whole product in one launch, without analysis and bins.
class MaskedRows {
public:
    MaskedRows(Context& context, const MxmProblem& problem);

    /// Whether the average rows are short. Needs no kernels.
    [[nodiscard]] bool plausible() const;
    /// Adds the kernels of suits(). run() compiles its own, which depend on the longest row of the mask.
    void kernels(KernelRequests& list) const;
    /// Whether all rows are short. May wait for the profiles of the mask, A and B.
    [[nodiscard]] bool suits();
    /// The product, after suits() returned true. Waits once, for the number of entries.
    [[nodiscard]] Matrix run() const;

private:
    template <class Offset>
    Matrix run_as() const;

    Context& context_;
    const MxmProblem& problem_;
    std::uint32_t ways_ = 0; ///< entries of a row of the mask at most
};

} // namespace mergus::cuda
