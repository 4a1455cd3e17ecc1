/// \file pull_cells.hpp
/// The product of a matrix and a vector, or a matrix of few rows, by rows of the matrix, on cells: the host
/// side of vectors/pull_cells.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Computes C<mask, replace> ⊙= A ⊕.⊗ u, or u ⊕.⊗ A' for a u of several rows, where product_on_cells()
/// (push.hpp): in one launch, or in three if A
/// has long rows, and without a wait. \param u_first ⊗ has u's value as its first argument. \return true
bool pull_cells(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool u_first);

} // namespace mergus::cuda
