/// \file bitmap_rank.hpp
#pragma once

#include "mxm/plan.hpp"

namespace mergus::cuda {

/// Whether rows that would take much shared memory accumulate their values in the result.
[[nodiscard]] bool in_place_pays(const plan::PlanInput& input);

/// Whether a bitmap of all columns fits shared memory, beside 64 values if they are not in the result.
[[nodiscard]] bool bitmap_fits(const plan::PlanInput& input);

} // namespace mergus::cuda
