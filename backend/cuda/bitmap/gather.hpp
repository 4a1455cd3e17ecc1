/// \file gather.hpp
/// extract of a vector by a list of indices, on bitmaps: one launch after the copy of the list, and no wait.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// extract without lists (copy_bitmap) or, of vectors, with one. False: the call is not for bitmaps, and
/// nothing was done.
bool extract_bitmap(Context& context, const mergus_call& call);

} // namespace mergus::cuda
