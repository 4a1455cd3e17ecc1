/// \file diagnostics.hpp
/// Lines on standard error that never change the outcome of what they tell about: nothing here throws,
/// whether the stream is closed, full, or there is no memory for the text.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace mergus::core {

inline void write_stderr(std::string_view text) noexcept {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

/// fmt::print throws where a write fails; this does not.
template <class... Arguments>
void print_stderr(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
    try {
        write_stderr(fmt::format(format, std::forward<Arguments>(arguments)...));
    } catch (...) { // no memory for the text
        write_stderr("mergus: a message is lost: out of memory\n");
    }
}

} // namespace mergus::core
