/// \file masked_rows.hpp
/// A product under a normal mask with short rows: the host side of mxm/masked_rows/masked_rows.cuh.
#pragma once

#include "mxm/method.hpp"

namespace mergus::cuda {

/// Makes the whole product in one launch, without analysis and bins.
class MaskedRows : public MethodRun {
public:
    MaskedRows(Context& context, const MxmProblem& problem) : context_(context), problem_(problem) {}

    /// Unless the average rows are short.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// Unless all rows are short.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries.
    [[nodiscard]] Product run(bool reports) override;

private:
    Context& context_;
    const MxmProblem& problem_;
    std::uint32_t ways_ = 0; ///< entries of a row of the mask at most
};

} // namespace mergus::cuda
