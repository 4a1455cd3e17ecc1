/// \file join_columns.hpp
/// Matrices side by side.
#pragma once

#include "objects/matrix.hpp"

#include <mergus/plugin/transfers.h>

namespace mergus::cuda {

/// Does not wait.
[[nodiscard]] Matrix join_columns(Context& context, const mergus_join_columns_args& args);

} // namespace mergus::cuda
