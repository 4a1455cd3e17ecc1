/// \file plugin/device_group.hpp
/// The functions of the extension device_group.
#pragma once

#include <mergus/plugin/device_group.h>

namespace mergus::cuda {

[[nodiscard]] const mergus_device_groups& device_groups() noexcept;

} // namespace mergus::cuda
