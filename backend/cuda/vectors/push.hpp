/// \file push.hpp
/// Products of a vector, or of a matrix of few rows, and a matrix, on cells: the host side of
/// vectors/push.cuh.
#pragma once

#include "matrix.hpp"

namespace mergus::cuda {

/// Computes a call of mxm, or of vxm or mxv as a product of one row, by a push, if its first operand or its
/// output is stored as cells, and the semiring and the mode allow it: two launches, and no wait.
/// \param flipped as multiply_flipped(). \return whether it did; if not, nothing has changed
bool push_cells(Context& context, const mergus_call& call, bool flipped);

} // namespace mergus::cuda
