/// \file ranked_bitmap.hpp
#pragma once

#include "mxm/binned/binning.hpp"

namespace mergus::cuda {

/// Whether rows that would take much shared memory accumulate their values in the result.
[[nodiscard]] bool in_place_pays(const tuning::BinningInput& input);

/// Whether a bitmap of all columns fits shared memory, beside 64 values if they are not in the result.
[[nodiscard]] bool bitmap_fits(const tuning::BinningInput& input);

} // namespace mergus::cuda
