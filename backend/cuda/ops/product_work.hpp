/// \file product_work.hpp
/// The multiplications of a product, by ranges of rows.
#pragma once

#include "objects/matrix.hpp"

#include <span>

namespace mergus::cuda {

/// sums[b] = the multiplications in the rows from ⌊nrows·b / sums.size()⌋ on. Waits.
void product_work(Context& context, const Matrix& A, const Matrix& B, std::span<std::uint64_t> sums);

} // namespace mergus::cuda
