/// \file objects.hpp
/// Hypersparse matrices from and to tuples, copies, and changes of the shape.
#pragma once

#include "renumber.hpp"

namespace mergus::cuda {

/// Whether a build of that many tuples makes a hypersparse matrix.
[[nodiscard]] bool builds_hypersparse(const Context& context, const Matrix& matrix, std::uint64_t nvals);
// As build() and extract_tuples() of ops/import_export.hpp.
void build_hypersparse(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
                       const void* values, const mergus_type* value_type, std::uint64_t nvals,
                       const mergus_op* dup);
void extract_hypersparse(Context& context, const Matrix& matrix, std::uint64_t* rows, std::uint64_t* cols,
                         void* values, const mergus_type* value_type);

/// As resize() of ops/resize.hpp, for matrices of any storage. \return false: nothing was done, because the
/// matrix is and stays an ordinary one
bool resize_hypersparse(Context& context, Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols);

} // namespace mergus::cuda
