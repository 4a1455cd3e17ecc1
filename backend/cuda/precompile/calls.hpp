/// \file calls.hpp
/// The calls whose kernels are compiled with the library.
#pragma once

#include "listing.hpp"

#include <mergus/context.hpp>

namespace mergus::cuda {

/// Makes every call of the list on a context of the plugin "cuda-listing", which adds their kernels to
/// `listing`. \param all every built-in semiring on bool, int64, fp32 and fp64 instead of the common ones
void list_calls(KernelListing& listing, bool all);

} // namespace mergus::cuda
