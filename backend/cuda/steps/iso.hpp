/// \file iso.hpp
/// Iso matrices: all entries have one value, which is stored once (Matrix::iso). Invariant: an iso matrix has
/// entries and is no vector, so its pattern costs its columns and no more.
///
/// Kernels that read values get them in one of three ways: they read the one value (OneValue of prelude.cuh,
/// line_values()), they get an array that the matrix keeps (values_of()), or they compute with the one value
/// alone, where the result is iso too.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Whether a result with these entries may be iso.
[[nodiscard]] inline bool may_be_iso(const MatrixShape& shape) noexcept {
    return shape.nvals != 0 && !shape.is_vector;
}
/// The number of values in a matrix's array.
[[nodiscard]] inline std::uint64_t stored_values(const Matrix& matrix) noexcept {
    return matrix.iso ? 1 : matrix.nvals;
}

/// A value for each entry: the matrix's own array, or one that an iso matrix keeps (derived.hpp).
[[nodiscard]] const void* values_of(Context& context, const Matrix& matrix);
/// Makes the matrix store a value for each entry, for a caller that gets the array.
void own_values(Context& context, Matrix& matrix);

/// Makes the matrix, which may have any values or none, iso with a value in device memory.
void set_one_value(Context& context, Matrix& matrix, const void* value);
/// The same with a value of the host's.
void set_one_value_of_host(Context& context, Matrix& matrix, const void* value);

/// For tests (MERGUS_CUDA_DERIVED=all): makes a matrix whose values have equal bytes iso. Copies them to the
/// host.
void find_one_value(Context& context, Matrix& matrix);

/// The text that defines A_values: the kernel's type for the values of the matrix A, whose element is
/// A_value. \param matrix 'A', 'B', 'M', 'X' or 'Y'
[[nodiscard]] Literal line_values(bool iso, char matrix) noexcept;

} // namespace mergus::cuda
