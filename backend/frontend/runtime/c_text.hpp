/// \file c_text.hpp
/// Checks of the texts of run-time operators and types before compilation.
///
/// Invariant: an accepted text can be inserted in a namespace between other texts, for all compilers, without
/// affecting them: it has no preprocessor lines, no reserved names, and no open bracket, comment or literal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// A token: an identifier, a number, the first quote of a literal, a bracket, or another character. Comments
/// are not tokens.
struct CToken {
    std::string_view text;
    std::size_t line;  ///< 1-based.
    std::size_t depth; ///< Number of enclosing brackets.
    [[nodiscard]] bool is_name() const noexcept;
};

/// Maximum length of a text in bytes; such a text compiles in a few seconds.
inline constexpr std::size_t longest_text = std::size_t{64} << 10;

/// \param what for messages: "operator 'f'".
/// \throws Error invalid_value for a NUL byte or more than longest_text bytes; compile_error with the line
/// for anything outside the subset
std::vector<CToken> check_text(const std::string& what, std::string_view text);

/// Checks that no state is kept between calls: variables outside of functions, and static ones in functions,
/// are const. The scanner does not find all violations; check_stateless (object_state.hpp) finds the others
/// in the compiled object. \throws Error invalid_value with the line
void check_no_state(const std::string& what, const std::vector<CToken>& tokens);

/// Checks that the name is a C identifier of at most 127 characters and not reserved. \throws Error
/// invalid_value
void check_name(std::string_view kind, std::string_view name);

/// The name of the last function that a text defines; empty if there is none.
std::string_view last_function(const std::vector<CToken>& tokens);
/// Whether a text defines a function of that name.
bool defines_function(const std::vector<CToken>& tokens, std::string_view name);

} // namespace mergus::core
