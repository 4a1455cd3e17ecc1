/// \file c_text.cpp
/// A scanner of C, limited to what the checks need.
#include "c_text.hpp"

#include <mergus/error.hpp>
#include <mergus/types.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mergus::core {
namespace {

constexpr std::size_t longest_name = 127; // as in SuiteSparse

/// Words of C++ that a text must not use, and the reasons.
struct Refused {
    std::string_view word, why;
};
constexpr std::array refused_words = {
    Refused{"asm", "no assembler"},
    Refused{"extern",
            "extern: a text defines all that it uses, since a GPU has none of the process's functions"},
    Refused{"new", "new: an operator cannot allocate memory"},
};

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool in_name(char c) {
    return starts_name(c) || (c >= '0' && c <= '9');
}

/// Whether the standards reserve the name for compilers; some commonly used names are allowed.
bool is_reserved(std::string_view name) {
    if (!name.starts_with("__") && !(name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z'))
        return false;
    static constexpr std::array usual = {"__restrict", "__restrict__"};
    return std::find(usual.begin(), usual.end(), name) == usual.end();
}

/// A name for messages: truncated, without control characters.
std::string shown(std::string_view name) {
    std::string text;
    for (const char c : name.substr(0, 40)) text += c >= ' ' && c <= '~' ? c : '?';
    return name.size() > 40 ? text + "…" : text;
}

class Scanner {
public:
    Scanner(const std::string& what, std::string_view text) : what_(what), text_(text) {}

    std::vector<CToken> all() {
        if (const std::size_t nul = text_.find('\0'); nul != text_.npos)
            throw Error(Code::invalid_value,
                        fmt::format("{}: its text holds a NUL after {} bytes", what_, nul));
        if (text_.size() > longest_text)
            throw Error(Code::invalid_value, fmt::format("{}: its text has {} bytes, more than {}", what_,
                                                         text_.size(), longest_text));
        check_lines();
        while (at_ < text_.size()) step();
        if (!open_.empty()) fail(open_.back().line, fmt::format("the '{}' is not closed", open_.back().text));
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[noreturn]] void fail(std::size_t line, const std::string& why) const {
        throw Error(Code::compile_error, fmt::format("{}, line {}: {}", what_, line, why));
    }
    void advance() {
        if (peek() == '\n') ++line_;
        ++at_;
    }

    /// Checks the first two phases of translation, which precede comments and literals and determine lines.
    /// Line continuations, also as trigraphs, and line ends that only some compilers support are rejected.
    void check_lines() {
        std::size_t line = 1;
        for (std::size_t at = 0; at < text_.size(); ++at) {
            const std::string_view rest = text_.substr(at);
            if (rest[0] == '\n') ++line;
            if (rest[0] == '\r' && !rest.starts_with("\r\n"))
                fail(line, "a carriage return without a line feed");
            const std::size_t mark = rest[0] == '\\' ? 1 : rest.starts_with("?\?/") ? 3 : 0;
            if (mark == 0) continue;
            const std::size_t next = rest.find_first_not_of(" \t\v\f\r", mark); // compilers skip spaces here
            if (next == rest.npos || rest[next] == '\n') fail(line, "a backslash at the end of a line");
        }
    }

    /// Digraphs: alternative spellings of brackets and #.
    void refuse_alternative() {
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with("?\?") && rest.size() > 2 &&
            std::string_view("=/'()!<>-").find(rest[2]) != rest.npos)
            fail(line_, fmt::format("the trigraph {}", rest.substr(0, 3)));
        // Exception of the standard: in <::name, <: is not a digraph.
        const bool scope =
            rest.starts_with("<::") && (rest.size() == 3 || (rest[3] != ':' && rest[3] != '>'));
        for (const std::string_view digraph : {"<%", "%>", "<:", ":>"})
            if (rest.starts_with(digraph) && !scope) fail(line_, fmt::format("the digraph {}", digraph));
        // In ::> and ::: the first two colons are one token.
        if (rest.starts_with("::>") || rest.starts_with(":::")) fail(line_, "a ':' after '::'");
    }

    void step() {
        const char c = peek();
        if (c == '/' && (peek(1) == '/' || peek(1) == '*')) return comment();
        if (c == '"' || c == '\'') return literal(c);
        if (starts_name(c)) return name();
        if (c >= '0' && c <= '9') return number();
        if (c == '#' || (c == '%' && peek(1) == ':'))
            fail(line_, "preprocessor lines are not part of an operator's text");
        if (c == '\\') fail(line_, "a backslash outside of a literal");
        if (static_cast<unsigned char>(c) > '~')
            fail(line_, "a character that is not ASCII, outside of a literal");
        refuse_alternative();
        if (c == '(' || c == '[' || c == '{') {
            const bool attribute = c == '[' && !tokens_.empty() && tokens_.back().text == "[";
            tokens_.push_back({text_.substr(at_, 1), line_, open_.size()});
            open_.push_back(tokens_.back());
            if (attribute) attribute_depth_ = open_.size();
        } else if (c == ')' || c == ']' || c == '}') {
            const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
            if (open_.empty() || open_.back().text[0] != wanted)
                fail(line_, fmt::format("the '{}' closes nothing", c));
            if (open_.size() == attribute_depth_) attribute_depth_ = 0;
            open_.pop_back();
            tokens_.push_back({text_.substr(at_, 1), line_, open_.size()});
        } else if (c == ':' && attribute_depth_ != 0 && open_.size() >= attribute_depth_) {
            fail(line_, "an attribute of one compiler alone");
        } else if (c == ':' && peek(1) == ':' && !tokens_.empty() && tokens_.back().text == "std") {
            fail(line_, "std:: is not there on a GPU; use the functions of <math.h>, such as fmin(x, y)");
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v') {
            tokens_.push_back({text_.substr(at_, 1), line_, open_.size()});
        }
        advance();
    }

    void comment() {
        const std::size_t begin = line_;
        if (peek(1) == '/') {
            while (at_ < text_.size() && peek() != '\n') advance();
            return;
        }
        at_ += 2;
        while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) advance();
        if (at_ == text_.size()) fail(begin, "the comment is not closed");
        at_ += 2;
    }

    void literal(char quote) {
        const std::size_t begin = line_;
        tokens_.push_back({text_.substr(at_, 1), line_, open_.size()});
        for (advance(); at_ < text_.size() && peek() != quote; advance()) {
            if (peek() == '\n') break;
            if (peek() == '\\') advance();
        }
        if (at_ >= text_.size() || peek() != quote) fail(begin, fmt::format("the {} is not closed", quote));
        advance();
    }

    void name() {
        const std::size_t begin = at_;
        while (in_name(peek())) ++at_;
        const std::string_view found = text_.substr(begin, at_ - begin);
        if (is_reserved(found))
            fail(line_, fmt::format("the name {} is kept for compilers{}", shown(found),
                                    found == "_Bool" ? "; write bool" : ""));
        for (const Refused& refused : refused_words)
            if (found == refused.word) fail(line_, std::string(refused.why));
        if (peek() == '"' && found.ends_with('R')) fail(line_, "no raw string literals");
        const std::string_view before = tokens_.empty() ? std::string_view() : tokens_.back().text;
        if ((before == "long" && found == "double") || (before == "double" && found == "long"))
            fail(line_, "no long double, which is another type on a GPU");
        tokens_.push_back({found, line_, open_.size()});
    }

    /// A preprocessing number, with the digit separator ' of C++14.
    void number() {
        const std::size_t begin = at_;
        while (in_name(peek()) || peek() == '.' || (peek() == '\'' && in_name(peek(1))) ||
               ((peek() == '+' || peek() == '-') &&
                std::string_view("eEpP").find(text_[at_ - 1]) != std::string_view::npos))
            ++at_;
        tokens_.push_back({text_.substr(begin, at_ - begin), line_, open_.size()});
    }

    const std::string& what_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::vector<CToken> open_;
    std::size_t attribute_depth_ = 0; ///< Depth inside [[ ]]; 0: outside.
    std::vector<CToken> tokens_;
};

/// Calls found(name) for each NAME ( … ) { at the outermost level.
template <class Found>
void for_each_function(const std::vector<CToken>& tokens, Found found) {
    std::string_view name;
    for (std::size_t t = 0; t + 1 < tokens.size(); ++t) {
        if (tokens[t].depth != 0) continue;
        if (tokens[t].is_name() && tokens[t + 1].text == "(") name = tokens[t].text;
        if (tokens[t].text == ")" && tokens[t + 1].text == "{" && !name.empty()) found(name);
        if (tokens[t].text == ";" || tokens[t].text == "}") name = {};
    }
}

} // namespace

bool CToken::is_name() const noexcept {
    return starts_name(text[0]);
}

std::vector<CToken> check_text(const std::string& what, std::string_view text) {
    return Scanner(what, text).all();
}

void check_name(std::string_view kind, std::string_view name) {
    const auto fail = [&](std::string_view why) {
        throw Error(Code::invalid_value, fmt::format("{} '{}': {}", kind, shown(name), why));
    };
    if (name.empty()) fail("the name is empty");
    if (name.size() > longest_name)
        fail(fmt::format("the name has {} characters, more than {}", name.size(), longest_name));
    if (!starts_name(name[0]) || !std::all_of(name.begin(), name.end(), in_name))
        fail("the name is not one of C");
    if (is_reserved(name) || name.starts_with("mergus_")) fail("the name is reserved");
    if (type_from_name(name) != nullptr) fail("the name is that of a built-in type");
}

std::string_view last_function(const std::vector<CToken>& tokens) {
    std::string_view last;
    for_each_function(tokens, [&](std::string_view name) { last = name; });
    return last;
}

bool defines_function(const std::vector<CToken>& tokens, std::string_view name) {
    bool defined = false;
    for_each_function(tokens, [&](std::string_view found) { defined = defined || found == name; });
    return defined;
}

} // namespace mergus::core
