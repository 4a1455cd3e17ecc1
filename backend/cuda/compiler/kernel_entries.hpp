/// \file kernel_entries.hpp
#pragma once

#include "kernel_source.hpp"

#include <string>
#include <vector>

namespace mergus::cuda {

/// The names of all `__global__` functions of a text, in order. They are compiled into one image, so a text
/// with several kernels is compiled once. Only source.entry if the text does not define it, which the
/// compiler then reports.
[[nodiscard]] std::vector<std::string> entries_of(const KernelSource& source);

} // namespace mergus::cuda
