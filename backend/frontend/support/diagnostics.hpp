/// \file diagnostics.hpp
/// Messages on standard error. Nothing here throws, even if the stream is closed or full, or memory is
/// exhausted: a message must not change the outcome of the operation that it reports.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace mergus::core {

inline void write_stderr(std::string_view text) noexcept {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

/// As fmt::print, but a failed write does not throw.
template <class... Arguments>
void print_stderr(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
    try {
        write_stderr(fmt::format(format, std::forward<Arguments>(arguments)...));
    } catch (...) { // out of memory
        write_stderr("mergus: a message is lost: out of memory\n");
    }
}

} // namespace mergus::core
