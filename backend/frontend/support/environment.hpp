/// \file environment.hpp
/// The environment variables (variables.def). Invariant: nothing else reads a variable of the list; the test
/// of the documentation looks for other calls of getenv.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace mergus::core {

/// The keys of variables.def.
enum class Variable : unsigned char {
#define MERGUS_VARIABLE(key, name, access, group, values, fallback, read, effect) key,
#include "variables.def"
};

/// A line of variables.def.
struct VariableInfo {
    enum Access : bool { plain, secure };
    enum Group : unsigned char { programs, tests, others };

    const char* name;
    Access access;
    Group group;
    const char* values;   ///< the possible ones
    const char* fallback; ///< the default; empty: none
    const char* read;     ///< when
    const char* effect;
};

/// In the order of core::Variable.
inline constexpr VariableInfo variables[] = {
#define MERGUS_VARIABLE(key, name, access, group, values, fallback, read, effect)                            \
    {name, VariableInfo::access, VariableInfo::group, values, fallback, read, effect},
#include "variables.def"
};

[[nodiscard]] constexpr const char* name_of(Variable variable) noexcept {
    return variables[static_cast<std::size_t>(variable)].name;
}

/// The value of a variable; null if it is not set or empty, and for a secure one in a process with more
/// rights than its user.
[[nodiscard]] inline const char* value_of(Variable variable) noexcept {
    const VariableInfo& info = variables[static_cast<std::size_t>(variable)];
    const char* const text =
        info.access == VariableInfo::secure ? secure_getenv(info.name) : std::getenv(info.name);
    return text != nullptr && *text != '\0' ? text : nullptr;
}

/// Whether MERGUS_LOG, a list of words separated by commas, contains `word`.
inline bool log_has(std::string_view word) noexcept {
    const char* const text = value_of(Variable::log);
    std::string_view rest = text != nullptr ? text : "";
    while (!rest.empty()) {
        const std::string_view first = rest.substr(0, rest.find(','));
        if (first == word) return true;
        rest.remove_prefix(first.size() < rest.size() ? first.size() + 1 : rest.size());
    }
    return false;
}

} // namespace mergus::core
