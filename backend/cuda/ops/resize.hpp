/// \file resize.hpp
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Changes the shape; entries outside the new shape are deleted. \param nrows of a vector, its size; ncols is
/// then 1. After an error the matrix is as before.
void resize(Context& context, Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols);

} // namespace mergus::cuda
