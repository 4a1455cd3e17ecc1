/// \file segmented_merge.hpp
/// The segmented merge on the CPU, for contexts whose backend has none; a reference for those that have.
#pragma once

#include <mergus/plugin.h>

namespace mergus::core {

/// Host memory, checked arguments.
void segmented_merge_on_cpu(const mergus_segmented_merge_args& args);

} // namespace mergus::core
