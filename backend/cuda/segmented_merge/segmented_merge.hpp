/// \file segmented_merge.hpp
/// The segmented merge (kernels/segmented_*.cuh): for the table, and for other operations.
#pragma once

#include "context.hpp"

namespace mergus::cuda {

/// As the table has it.
void segmented_merge(Context& context, const mergus_segmented_merge_args& args);

/// The same for arrays that are on the device and offsets that are known to be right. Waits once, if there is
/// anything to merge.
void segmented_merge_on_device(Context& context, const mergus_segmented_merge_args& args);

/// Merges keys alone, out of place and without a monoid, and writes the place in the input that each comes
/// from to values_out: numbers of 32 bits, so there are up to 2^32 keys. Waits once.
void merge_places_on_device(Context& context, const mergus_segmented_merge_args& args);
/// Adds the kernels of merge_places_on_device().
void request_merged_places(std::vector<KernelRequest>& requests, Context& context, bool wide_keys);

} // namespace mergus::cuda
