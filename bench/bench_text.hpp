/// \file bench_text.hpp
/// Texts embedded in the program (cmake/embed_text.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace mergus::bench {

/// "matrices.txt". \throws Error invalid_value for another name.
[[nodiscard]] std::string_view bench_text(std::string_view name);
[[nodiscard]] std::vector<std::string_view> bench_text_names();

} // namespace mergus::bench
