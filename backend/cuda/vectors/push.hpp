/// \file push.hpp
/// Products of a vector, or of a matrix of few rows, and a matrix, on cells: the host side of
/// vectors/push.cuh.
#pragma once

#include "matrix.hpp"

namespace mergus::cuda {

/// Computes a call of mxm, or of vxm or mxv as a product of one row, by a push: in two launches, and without a
/// wait. The first operand and the output must be vectors, or have few rows (may_be_cells()) and be stored as
/// cells or much wider than high. Values must be added by atomics, so not in deterministic mode.
/// \param flipped as multiply_flipped(). \return whether it did; if not, nothing was done
bool push_cells(Context& context, const mergus_call& call, bool flipped);

} // namespace mergus::cuda
