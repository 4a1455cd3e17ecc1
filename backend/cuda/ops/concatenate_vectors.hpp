/// \file concatenate_vectors.hpp
/// Parts of vectors as one vector.
#pragma once

#include "objects/matrix.hpp"

#include <mergus/plugin/transfers.h>

namespace mergus::cuda {

/// Waits once, unless all parts are full or taken whole. \param contexts of the parts; null: `context`
[[nodiscard]] Matrix concatenate_vectors(Context& context, const mergus_concatenate_args& args,
                                         Context* const* contexts = nullptr);

} // namespace mergus::cuda
