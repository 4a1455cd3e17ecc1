/// \file kernel_entries.hpp
#pragma once

#include "device/device.hpp"

#include <string>
#include <vector>

namespace mergus::cuda {

/// The names of all `__global__` functions of a text, in order: one image serves them all, so a text with
/// several kernels is compiled once. source.entry alone if the text does not define it (the compiler then
/// says so).
[[nodiscard]] std::vector<std::string> entries_of(const KernelSource& source);

} // namespace mergus::cuda
