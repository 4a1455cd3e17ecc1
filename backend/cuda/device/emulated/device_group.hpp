/// \file emulated/device_group.hpp
/// Groups of emulated devices in one process.
#pragma once

#include "device/driver.hpp"

namespace mergus::cuda::emulated {

void name_group(void* id);
[[nodiscard]] std::unique_ptr<DeviceGroup> join_group(Driver& driver, const void* id, int member, int count);

} // namespace mergus::cuda::emulated
