/// \file segmented_merge.hpp
/// The segmented merge on the CPU, for backends without one, and as a reference in tests.
#pragma once

#include <mergus/plugin.h>

namespace mergus::core {

/// The arguments are checked and in host memory.
void segmented_merge_on_cpu(const mergus_segmented_merge_args& args);

} // namespace mergus::core
