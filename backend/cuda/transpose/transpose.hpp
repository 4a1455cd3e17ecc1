/// \file transpose.hpp
#pragma once

#include "transpose_methods.hpp"

#include <optional>
#include <utility>

namespace mergus::cuda {

/// An input of an operation, transposed where the descriptor says so: a step.
class TransposedInput {
public:
    /// `matrix` outlives the step.
    TransposedInput(Context& context, const Matrix& matrix, bool transposed);
    TransposedInput(const TransposedInput&) = delete;
    TransposedInput& operator=(const TransposedInput&) = delete;

    void kernels(KernelRequests& list) const {
        if (transposition_) transposition_->kernels(list);
    }
    void run() {
        if (transposition_) transpose_ = transposition_->run();
    }

    /// The matrix, or its transpose: before run() that has its type and sizes but no arrays. The reference
    /// stays the same.
    const Matrix& operator*() const noexcept { return transposition_ ? transpose_ : matrix_; }
    const Matrix* operator->() const noexcept { return &**this; }

    /// The transpose, after run(), for a caller that keeps it.
    [[nodiscard]] Matrix take() noexcept { return std::move(transpose_); }
    /// The method of run().
    void explain(mergus_report& report) const {
        if (transposition_) transposition_->explain(report);
    }

private:
    const Matrix& matrix_;
    std::optional<Transposition> transposition_; ///< if it is to be transposed
    Matrix transpose_;
};

void transpose(Context& context, const mergus_call& call);

} // namespace mergus::cuda
