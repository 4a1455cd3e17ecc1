/// \file array_copies.hpp
/// Copies of matrices and vectors through arrays on the host.
#pragma once

#include "matrix_state.hpp"

#include <cstddef>
#include <memory>

namespace mergus::core {

/// A deep copy of a matrix, or of a vector, in any context.
std::unique_ptr<MatrixState> copy_csr_to(const MatrixState& state,
                                         const std::shared_ptr<ContextState>& context);
std::unique_ptr<MatrixState> copy_vector_to(const MatrixState& state,
                                            const std::shared_ptr<ContextState>& context);

/// Room for values of any type.
inline std::unique_ptr<std::max_align_t[]> allocate_values(std::uint64_t bytes) {
    return std::make_unique_for_overwrite<std::max_align_t[]>(bytes / sizeof(std::max_align_t) + 1);
}

} // namespace mergus::core
