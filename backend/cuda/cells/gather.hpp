/// \file gather.hpp
/// extract of a vector by a list of indices, on cells: one launch after the copy of the list, and no wait.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// extract without lists (copy_cells) or, of vectors, with one. False: the call is not for cells, and nothing
/// was done.
bool extract_cells(Context& context, const mergus_call& call);

} // namespace mergus::cuda
