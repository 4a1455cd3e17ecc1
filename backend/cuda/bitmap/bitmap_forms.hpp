/// \file bitmap_forms.hpp
/// Operations whose result in a cell depends on the operands in this cell, on operands stored as bitmaps.
/// Each is one launch of bitmap_forms.cuh and does not wait. Host side of bitmap_forms.cuh and
/// fold_bitmap.cuh.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// Whether a call on bitmaps is run on bitmaps. Then the operands are converted at most once; C's storage is
/// a bitmap afterwards.
///
///  - All operands must be able to (may_be_bitmap()), with one shape and without transposes.
///  - If one of them is stored as bitmaps, the call is: converting the others takes two launches, and
///  compressed
///    rows take at least ten and a wait.
///  - Vectors are, for the same reason; matrices only if they are much wider than high: frontiers of several
///    searches, not small matrices, which other operations use as rows.
[[nodiscard]] bool prefers_bitmap(const Context& context, const mergus_call& call);

// The operations. False: the call is not for bitmaps, and nothing was done.
bool ewise_add_bitmap(Context& context, const mergus_call& call);
bool ewise_mult_bitmap(Context& context, const mergus_call& call);
bool apply_bitmap(Context& context, const mergus_call& call);
bool select_bitmap(Context& context, const mergus_call& call);
/// assign and extract without index lists.
bool copy_bitmap(Context& context, const mergus_call& call);
/// assign_scalar without index lists.
bool assign_scalar_bitmap(Context& context, const mergus_call& call);
/// Monoids that allow any order; waits for the result.
bool reduce_scalar_bitmap(Context& context, const mergus_call& call);

} // namespace mergus::cuda
