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
    std::optional<plan::Partition> cut{}; ///< of partition
    std::optional<plan::Pull> pull{};     ///< of local
};

/// A stable sort of (column, entry number), then one gather. Any size.
Matrix transposed_by_sorting(Context& context, const Matrix& A);

/// Entries to buckets of columns, then each bucket ordered on chip: every entry is moved twice, or three
/// times where there are very many buckets; then it waits for the device, to learn how large the groups of
/// buckets are. Nothing if one of them is too large, or A has 2^31 entries, or hardly any in a bucket.
std::optional<Matrix> transposed_by_partition(Context& context, const Matrix& A, TransposeMethod& used);

/// Each bucket of columns collects its entries itself: every entry is moved once. Nothing if the entries of a
/// tile lie in too many buckets, those of a bucket in too many tiles, or buckets are too uneven. Waits for
/// the device to learn that.
std::optional<Matrix> transposed_locally(Context& context, const Matrix& A, TransposeMethod& used);

} // namespace mergus::cuda
