/// \file c_text.hpp
/// The texts of run-time operators and types, as far as they are looked at before a compiler sees them.
///
/// Invariant: a text that has passed can stand inside a namespace between other texts, for any of the
/// compilers: nothing in it reaches out of its place (no preprocessor lines, no reserved names, no open
/// bracket, comment or literal).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// An identifier, a number, the first quote of a literal, a bracket, or any other single character. No
/// comments.
struct CToken {
    std::string_view text;
    std::size_t line;  ///< from 1
    std::size_t depth; ///< of the brackets around it
    [[nodiscard]] bool is_name() const noexcept;
};

/// The most bytes that a text may have: some seconds of compilation.
inline constexpr std::size_t longest_text = std::size_t{64} << 10;

/// \param what for messages: "operator 'f'".
/// \throws Error invalid_value for a NUL or more than longest_text bytes, compile_error with the line for
/// what is not in the subset.
std::vector<CToken> check_text(const std::string& what, std::string_view text);

/// That nothing is kept from call to call: variables outside of functions, and what is static in them, are
/// const. Found with its line as far as a scanner can tell; check_stateless (object_state.hpp) finds the
/// rest in the compiler's result. \throws Error invalid_value with the line.
void check_no_state(const std::string& what, const std::vector<CToken>& tokens);

/// A C identifier of at most 127 characters that is not reserved. \throws Error invalid_value.
void check_name(std::string_view kind, std::string_view name);

/// The last function that a text defines, "" if there is none.
std::string_view last_function(const std::vector<CToken>& tokens);
/// Whether a text defines a function of that name.
bool defines_function(const std::vector<CToken>& tokens, std::string_view name);

} // namespace mergus::core
