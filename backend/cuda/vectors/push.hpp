/// \file push.hpp
/// Products of a vector, or of a matrix of few rows, and a matrix, on bitmaps: the host side of
/// vectors/push.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Whether the product of U and B, of a call of mxm, mxv or vxm, runs on bitmaps: U and C are vectors, or
/// have few rows (may_be_bitmap()) and are stored as bitmaps or much wider than high.
[[nodiscard]] bool product_on_bitmap(const Context& context, const mergus_call& call, const Matrix& U,
                                     const Matrix& B);

} // namespace mergus::cuda
