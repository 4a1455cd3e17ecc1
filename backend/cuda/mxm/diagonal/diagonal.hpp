/// \file diagonal.hpp
/// A product with a diagonal matrix: the host side of mxm/diagonal/diagonal.cuh.
#pragma once

#include "mxm/method.hpp"

#include <optional>

namespace mergus::cuda {

/// Scales the rows or the columns of one operand by the diagonal of the other one, in one launch.
class DiagonalProduct : public MethodRun {
public:
    DiagonalProduct(Context& context, MxmProblem& problem);

    /// Unless an operand is square and has as many entries as rows.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// The operands of that kind.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
    /// Of both operands that may be diagonal.
    void kernels(KernelRequests& list) const override;
    /// Unless an operand has exactly the entries of its diagonal.
    [[nodiscard]] const char* refuses() override;
    /// Waits only for the entries that a mask admits.
    [[nodiscard]] Product run(bool reports) override;

private:
    enum class Diagonal { first, second };

    [[nodiscard]] KernelRequest request(Diagonal which) const;
    [[nodiscard]] const Matrix& other() const noexcept;
    /// The entries that the mask admits.
    [[nodiscard]] Matrix masked(Matrix&& T);

    Context& context_;
    MxmProblem& problem_;
    Matrix admitted_;                 ///< without entries, under a mask
    std::optional<WriteResult> mask_; ///< into admitted_
    Diagonal diagonal_ = Diagonal::second;
};

} // namespace mergus::cuda
