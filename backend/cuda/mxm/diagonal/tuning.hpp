/// \file tuning.hpp
/// Products with a diagonal matrix (docs/laboratory/diagonal-products.md).
#pragma once

#include <cstdint>

namespace mergus::cuda::tuning {

/// Of a product under a normal mask all entries are computed and then those chosen that the mask admits. With
/// fewer entries than this part of the other operand's, the methods for masks take less time and memory. A
/// guess from the bytes that move, not a measurement.
inline constexpr std::uint64_t diagonal_mask_part = 4;

} // namespace mergus::cuda::tuning
