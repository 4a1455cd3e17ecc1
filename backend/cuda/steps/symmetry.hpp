/// \file symmetry.hpp
/// Whether the pattern of a matrix is symmetric: the host side of steps/symmetry.cuh.
#pragma once

#include "objects/matrix.hpp"

#include <array>
#include <optional>

namespace mergus::cuda {

/// Whether the pattern of a matrix, or pattern and values, are known to be symmetric or not to be. An
/// asymmetric pattern is known to have no symmetric values.
[[nodiscard]] std::optional<bool> known_symmetry(const Matrix& matrix, bool values = false) noexcept;

/// \param values as for has_symmetric_values().
[[nodiscard]] KernelRequest symmetry_kernel(const Matrix& matrix, bool values = false);

/// For a square matrix. Found at the first call for a matrix, which reads every column once and waits for the
/// device, and kept until the matrix changes. By a fingerprint: an asymmetric pattern is found symmetric with
/// a probability of about 2⁻¹²⁸.
[[nodiscard]] bool has_symmetric_pattern(Context& context, const Matrix& matrix);
/// The same for pattern and values, which are compared by their bytes. Finds both.
[[nodiscard]] bool has_symmetric_values(Context& context, const Matrix& matrix);
/// What rows of a pattern, from row `first` on, add to its fingerprint: two sums modulo 2⁶⁴, which are zero
/// over all rows of a symmetric pattern. Waits.
[[nodiscard]] std::array<std::uint64_t, 2> asymmetry_of_rows(Context& context, const Matrix& matrix,
                                                             std::uint64_t first);

} // namespace mergus::cuda
