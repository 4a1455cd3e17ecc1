/// \file recording_driver.hpp
/// What the plugin "cuda-recording" exports beside its table.
#pragma once

#include "device/device.hpp"

#include <vector>

/// Every different kernel that any context of the plugin has requested, in order.
extern "C" const std::vector<mergus::cuda::KernelSource>* mergus_recorded_kernels();
