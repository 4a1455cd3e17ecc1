/// \file transpose.hpp
#pragma once

#include "matrix.hpp"

#include <optional>

namespace mergus::cuda {

/// A' in A's type.
Matrix transposed(Context& context, const Matrix& A);

/// An input as the descriptor wants it: the matrix itself, or its transpose made for the occasion.
class TransposedInput {
public:
    TransposedInput(Context& context, const Matrix& matrix, bool transpose) : matrix_(&matrix) {
        if (transpose) matrix_ = &made_.emplace(transposed(context, matrix));
    }
    TransposedInput(const TransposedInput&) = delete;
    TransposedInput& operator=(const TransposedInput&) = delete;
    void kernels(KernelRequests&) const {}
    void run() {}
    const Matrix& operator*() const noexcept { return *matrix_; }
    const Matrix* operator->() const noexcept { return matrix_; }

private:
    const Matrix* matrix_;
    std::optional<Matrix> made_;
};

void transpose(Context& context, const mergus_call& call);

} // namespace mergus::cuda
