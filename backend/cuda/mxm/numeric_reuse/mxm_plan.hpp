/// \file mxm_plan.hpp
/// The extension mxm_plan: the pattern of a product is kept, and runs compute its values.
#pragma once

#include "objects/context.hpp"

#include <mergus/plugin/mxm_plan.h>

namespace mergus::cuda {

/// \throws Error not_implemented for a row of 2³¹ entries
mergus_plan* plan_new(Context& context, const mergus_call& call);
/// Launches kernels, nothing else.
void plan_run(Context& context, const mergus_plan& plan, const mergus_call& call);
void plan_free(mergus_plan* plan) noexcept;
/// Replaces the values of all entries.
void set_values(Context& context, const mergus_set_values_args& args);

} // namespace mergus::cuda
