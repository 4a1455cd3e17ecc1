/// \file transpose_methods.hpp
/// The methods that transpose.cpp chooses from. Each returns A' in A's type; A has entries.
#pragma once

#include "matrix.hpp"
#include "transpose_plan.hpp"

#include <optional>

namespace mergus::cuda {

/// How a matrix was transposed, for those who ask.
struct TransposeMethod {
    plan::Transpose method = plan::Transpose::sort;
    std::optional<plan::Partition> cut{}; ///< but for sort
};

/// A stable sort of (column, entry number), then one gather. Any size.
Matrix transposed_by_sorting(Context& context, const Matrix& A);

/// Entries to buckets of columns, then each bucket ordered on chip: every entry is moved twice. Nothing if A is too large for it, or has
/// too many columns. Waits for the device only where A has many entries.
std::optional<Matrix> transposed_by_partition(Context& context, const Matrix& A, TransposeMethod& used);

std::optional<Matrix> transposed_in_buckets(Context& context, const Matrix& A, TransposeMethod& used);

} // namespace mergus::cuda
