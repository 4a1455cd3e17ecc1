/// \file c_state.cpp
/// Checks a text for variables that keep state between calls.
#include "c_text.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

namespace mergus::core {
namespace {

bool ends_declaration(const CToken& token) {
    return token.text == ";" || token.text == "{" || token.text == "}";
}

/// Whether the brace at t opens a block of statements: it follows parameters or a condition, or is among
/// statements, and does not belong to a struct.
bool opens_statements(const std::vector<CToken>& tokens, std::size_t t, bool among_statements) {
    if (t == 0) return false;
    if (tokens[t - 1].text == ")") return true;
    for (std::size_t head = t; head > 0 && !ends_declaration(tokens[head - 1]); --head)
        if (const auto word = tokens[head - 1].text; word == "struct" || word == "union" || word == "class")
            return false;
    return among_statements;
}

/// Whether the variables declared around t cannot change: they are constexpr or const; for pointers, the
/// pointer itself is const.
bool declares_constant(const std::vector<CToken>& tokens, std::size_t t) {
    std::size_t d = t;
    while (d > 0 && !ends_declaration(tokens[d - 1])) --d;
    bool all = false,
         constant = false; // of the pointee, or of all variables that are not pointers; of this variable
    bool pointer = false, behind_name = false;
    for (const std::size_t depth = tokens[t].depth; d < tokens.size(); ++d) {
        const std::string_view text = tokens[d].text;
        if (tokens[d].depth == depth && text == ";") break;
        if (tokens[d].depth == depth && text == ",") { // next variable
            if (!constant) return false;
            constant = all;
            behind_name = false;
        }
        // An attribute may precede it. A parenthesis without a pointer has parameters.
        const bool parameters = text == "(" && d + 1 < tokens.size() && tokens[d + 1].text != "*";
        if (d > t && (text == "=" || text == "[" || text == "{" || parameters)) behind_name = true;
        if (behind_name) continue;
        if (text == "constexpr") return true;
        if (text == "const") {
            constant = true;
            all = all || !pointer;
        }
        if (text == "*") {
            constant = false;
            pointer = true;
        }
    }
    return constant;
}

/// One past the end of the declaration that begins at t, outside of all brackets: past its semicolon, or past
/// the closing brace of a function.
std::size_t declaration_end(const std::vector<CToken>& tokens, std::size_t t) {
    bool statements = false;
    for (; t < tokens.size(); ++t) {
        if (tokens[t].depth != 0) continue;
        if (tokens[t].text == ";") return t + 1;
        if (tokens[t].text == "{") statements = opens_statements(tokens, t, false);
        if (tokens[t].text == "}" && statements) return t + 1;
    }
    return t;
}

/// Whether the declaration [begin, end) outside of all brackets defines variables: it has a name after its
/// type, and is not a function, alias, template or type definition.
bool defines_variable(const std::vector<CToken>& tokens, std::size_t begin, std::size_t end) {
    bool braces = false;       // they belong to a type
    std::size_t names = 0;     // after the braces, or in total
    bool pointer_call = false; // (* of a pointer to a function
    for (std::size_t t = begin; t < end; ++t) {
        const std::string_view text = tokens[t].text;
        if (tokens[t].depth != 0) continue;
        if (text == "typedef" || text == "using" || text == "template" || text == "static_assert" ||
            text == "namespace" || text == "friend")
            return false;
        if (text == "=") return true;
        if (text == "(" && !pointer_call) {
            pointer_call = t + 1 < end && tokens[t + 1].text == "*";
            if (!pointer_call) return false; // parameters, or an initialiser in parentheses
        }
        if (text == "{") {
            // Before an initialiser there is a name that is not the name of a type.
            bool type = false;
            for (std::size_t b = begin; b < t; ++b)
                type = type || tokens[b].text == "struct" || tokens[b].text == "union" ||
                       tokens[b].text == "class" || tokens[b].text == "enum";
            if (!type || braces) return true;
            braces = true;
            names = 0;
        } else if (tokens[t].is_name()) {
            ++names;
        }
    }
    if (pointer_call) return true;
    if (braces) return names > 0;
    const bool elaborated = tokens[begin].text == "struct" || tokens[begin].text == "union" ||
                            tokens[begin].text == "class" || tokens[begin].text == "enum";
    return names > (elaborated ? 2U : 1U);
}

/// The position after the [[attributes]] of a declaration.
std::size_t behind_attributes(const std::vector<CToken>& tokens, std::size_t t, std::size_t end) {
    while (t + 1 < end && tokens[t].text == "[" && tokens[t + 1].text == "[") {
        const std::size_t depth = tokens[t].depth;
        while (t < end && !(tokens[t].text == "]" && tokens[t].depth == depth)) ++t;
        if (t < end) ++t;
    }
    return t;
}

} // namespace

void check_no_state(const std::string& what, const std::vector<CToken>& tokens) {
    const auto refuse = [&](std::size_t t, std::string_view kind) {
        throw Error(
            Code::invalid_value,
            fmt::format("{}, line {}: a {} variable that is not const; an operator keeps nothing from one "
                        "call to the next",
                        what, tokens[t].line, kind));
    };
    for (std::size_t begin = 0; begin < tokens.size();) {
        const std::size_t end = declaration_end(tokens, begin);
        begin = behind_attributes(tokens, begin, end);
        if (begin < end && defines_variable(tokens, begin, end) && !declares_constant(tokens, begin))
            refuse(begin, "global");
        begin = end;
    }
    std::vector<bool> statements{false}; // for each open brace, and outside of all
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        if (tokens[t].text == "{") statements.push_back(opens_statements(tokens, t, statements.back()));
        if (tokens[t].text == "}") statements.pop_back();
        const bool kept = tokens[t].text == "static" || tokens[t].text == "thread_local";
        if (kept && statements.back() && !declares_constant(tokens, t)) refuse(t, "static");
    }
}

} // namespace mergus::core
