/// \file segmented_merge.hpp
/// The segmented merge (kernels/segmented_*.cuh): for the table, and for other operations.
#pragma once

#include "context.hpp"

namespace mergus::cuda {

/// As the table has it.
void segmented_merge(Context& context, const mergus_segmented_merge_args& args);

/// The same for arrays that are on the device and offsets that are known to be right. Waits once, if there is anything
/// to merge.
void segmented_merge_on_device(Context& context, const mergus_segmented_merge_args& args);

} // namespace mergus::cuda
