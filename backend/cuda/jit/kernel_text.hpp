/// \file kernel_text.hpp
/// The kernels' texts, put into the library when it is built (cmake/embed_text.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace mergus::cuda {

/// The text of kernels/<name>, e.g. "jit/prelude.cuh". Throws invalid_value for a name that is not there.
[[nodiscard]] std::string_view kernel_text(std::string_view name);
/// The names of all texts, in alphabetical order.
[[nodiscard]] std::vector<std::string_view> kernel_text_names();

/// The same for the emulation's own texts; in the emulated device only.
[[nodiscard]] std::string_view emulation_text(std::string_view name);
[[nodiscard]] std::vector<std::string_view> emulation_text_names();

} // namespace mergus::cuda
