/// \file bitmap_rank.hpp
#pragma once

#include "mxm/plan.hpp"

namespace mergus::cuda {

/// Whether the largest variant may be used that keeps values in shared memory, with room for 64 of them.
[[nodiscard]] bool bitmap_fits(const plan::PlanInput& input);

} // namespace mergus::cuda
