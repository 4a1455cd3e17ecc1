/// \file cellwise.hpp
/// Operations whose result in a cell depends on the operands in this cell, on operands stored as cells. Each
/// is one launch of cellwise.cuh and does not wait. Host side of cellwise.cuh and fold_cells.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Whether a cellwise call is run on cells. Then the operands are converted at most once; C's storage is
/// cells afterwards.
///
///  - All operands must be able to (may_be_cells()), with one shape and without transposes.
///  - If one of them is stored as cells, the call is: converting the others takes two launches, and
///  compressed
///    rows take at least ten and a wait.
///  - Vectors are, for the same reason; matrices only if they are much wider than high: frontiers of several
///    searches, not small matrices, which other operations use as rows.
[[nodiscard]] bool prefers_cells(const Context& context, const mergus_call& call);

// The operations. False: the call is not for cells, and nothing was done.
bool ewise_add_cells(Context& context, const mergus_call& call);
bool ewise_mult_cells(Context& context, const mergus_call& call);
bool apply_cells(Context& context, const mergus_call& call);
bool select_cells(Context& context, const mergus_call& call);
/// assign and extract without index lists.
bool copy_cells(Context& context, const mergus_call& call);
/// assign_scalar without index lists.
bool assign_scalar_cells(Context& context, const mergus_call& call);
/// Monoids that allow any order; waits for the result.
bool reduce_scalar_cells(Context& context, const mergus_call& call);

} // namespace mergus::cuda
