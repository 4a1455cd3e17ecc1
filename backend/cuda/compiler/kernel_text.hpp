/// \file kernel_text.hpp
/// The texts of the kernels, embedded in the library at build time (cmake/embed_text.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace mergus::cuda {

/// The text of a file by its path from backend/cuda, e.g. "compiler/prelude.cuh". \throws Error invalid_value
/// if there is none.
[[nodiscard]] std::string_view kernel_text(std::string_view name);
/// The names of all texts, in alphabetical order.
[[nodiscard]] std::vector<std::string_view> kernel_text_names();

/// The same for texts of the emulation. Only in the emulated device.
[[nodiscard]] std::string_view emulation_text(std::string_view name);
[[nodiscard]] std::vector<std::string_view> emulation_text_names();

} // namespace mergus::cuda
