/// \file environment.hpp
/// Environment variables that several components read.
#pragma once

#include <cstdlib>
#include <string_view>

namespace mergus::core {

/// Whether MERGUS_LOG, a list of words separated by commas, contains `word`.
inline bool log_has(std::string_view word) noexcept {
    const char* const text = std::getenv("MERGUS_LOG");
    std::string_view rest = text != nullptr ? text : "";
    while (!rest.empty()) {
        const std::string_view first = rest.substr(0, rest.find(','));
        if (first == word) return true;
        rest.remove_prefix(first.size() < rest.size() ? first.size() + 1 : rest.size());
    }
    return false;
}

} // namespace mergus::core
