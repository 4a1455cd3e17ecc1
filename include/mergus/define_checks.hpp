/// \file define_checks.hpp
/// Static assertions for definitions (define.hpp, MERGUS_TYPE), reported at the line of the definition. A
/// scan of the text finds constructs that the host's compiler accepts and a device's compiler refuses.
#pragma once

#include <mergus/types.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace mergus::detail {

/// The result and argument types of a function, from the type of a pointer to it.
template <class... T>
struct Types {};
template <class F>
struct FunctionTypes {
    static constexpr bool is_function = false;
};
template <class Z, class... A>
struct FunctionTypes<Z (*)(A...)> {
    static constexpr bool is_function = true;
    static constexpr bool by_value =
        !(std::is_reference_v<Z> || ... || (std::is_reference_v<A> || std::is_pointer_v<A>));
    static constexpr bool of_domains = (ValueType<Z> && ... && ValueType<A>);
    using result = Z;
    using arguments = Types<A...>;
};
template <class Z, class... A>
struct FunctionTypes<Z (*)(A...) noexcept> : FunctionTypes<Z (*)(A...)> {};

/// The kind of operator that takes these arguments, or 0.
template <class Arguments>
inline constexpr mergus_op_kind kind_of_arguments = static_cast<mergus_op_kind>(0);
template <class X>
inline constexpr mergus_op_kind kind_of_arguments<Types<X>> = MERGUS_UNARY;
template <class X, class Y>
inline constexpr mergus_op_kind kind_of_arguments<Types<X, Y>> = MERGUS_BINARY;
template <class X, class Y>
inline constexpr mergus_op_kind kind_of_arguments<Types<X, std::int64_t, std::int64_t, Y>> =
    MERGUS_INDEX_UNARY;
template <class X, class Y>
inline constexpr mergus_op_kind kind_of_arguments<Types<X, Y, std::int64_t, std::int64_t, std::int64_t>> =
    MERGUS_INDEX_BINARY;

/// FNV-1a, 64 bits.
consteval std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

/// The limit of a text in bytes; the same as for texts given at run time.
inline constexpr std::size_t longest_definition = std::size_t{64} << 10;

enum class TextProblem {
    none,
    too_long,
    standard_library,
    state,
    long_double,
    exceptions,
    external,
    allocation
};

/// A scanner of a text after the preprocessor, which has removed comments and line ends.
class TextScan {
public:
    constexpr explicit TextScan(std::string_view text) : text_(text) {}

    constexpr TextProblem problem() {
        if (text_.size() > longest_definition) return TextProblem::too_long;
        std::string_view before;
        bool constant = false; // this declaration has const or constexpr
        for (std::string_view token = next(); !token.empty(); before = token, token = next()) {
            if (token == ";" || token == "{" || token == "}") constant = false;
            if (token == "const" || token == "constexpr") constant = true;
            if (token == "std" && TextScan(*this).next() == ":") return TextProblem::standard_library;
            if ((token == "long" && before == "double") || (token == "double" && before == "long"))
                return TextProblem::long_double;
            if (token == "throw" || token == "try" || token == "catch") return TextProblem::exceptions;
            if (token == "extern" || token == "asm") return TextProblem::external;
            if (token == "new") return TextProblem::allocation;
            if (token == "thread_local") return TextProblem::state;
            if (token == "static" && !constant && TextScan(*this).declares_state()) return TextProblem::state;
        }
        return TextProblem::none;
    }

private:
    static constexpr bool in_name(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
    }

    /// The next token: a name, a number, a literal, or one character. Empty at the end.
    constexpr std::string_view next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
        const std::size_t begin = at_;
        if (at_ == text_.size()) return {};
        const char first = text_[at_++];
        if (in_name(first)) {
            const bool number = first >= '0' && first <= '9';
            while (at_ < text_.size() && (in_name(text_[at_]) || (number && text_[at_] == '\''))) ++at_;
        } else if (first == '"' || first == '\'') {
            while (at_ < text_.size() && text_[at_] != first) at_ += text_[at_] == '\\' ? 2 : 1;
            at_ = at_ < text_.size() ? at_ + 1 : text_.size();
        }
        return text_.substr(begin, at_ - begin);
    }

    /// Whether a variable that is not const follows `static`.
    constexpr bool declares_state() {
        for (std::string_view token = next(); !token.empty(); token = next()) {
            if (token == "const" || token == "constexpr" || token == "(") return false;
            if (token == "=" || token == ";" || token == "{" || token == "[") return true;
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// A compile error for each problem of a text.
template <TextProblem problem>
consteval bool check_text() {
    static_assert(problem != TextProblem::too_long, "the definition has more than 65536 characters");
    static_assert(problem != TextProblem::standard_library,
                  "the definition uses std::, which a GPU does not have: write fmin(x, y), int64_t, "
                  "mergus::complex<double>");
    static_assert(
        problem != TextProblem::state,
        "the definition has a static variable that is not const: an operator keeps nothing from one call to "
        "the next");
    static_assert(problem != TextProblem::long_double,
                  "the definition uses long double, which a GPU does not have");
    static_assert(problem != TextProblem::exceptions,
                  "the definition uses exceptions, which a GPU does not have");
    static_assert(
        problem != TextProblem::external,
        "the definition uses extern or asm: a GPU has none of the program's functions and variables");
    static_assert(problem != TextProblem::allocation, "the definition allocates memory (new)");
    return true;
}

// One function for each name, because the message of an assertion is a literal.
#define MERGUS_DETAIL_CHECK_FUNCTION(NAME, EXAMPLE)                                                          \
    template <class D>                                                                                       \
    consteval bool check_##NAME() {                                                                          \
        if constexpr (!requires { &D::NAME; }) {                                                             \
            static_assert(!sizeof(D),                                                                        \
                          "the definition has no function " #NAME ", or several: write " EXAMPLE);           \
        } else if constexpr (std::is_member_pointer_v<decltype(&D::NAME)>) {                                 \
            static_assert(!sizeof(D), #NAME " is not static: write " EXAMPLE);                               \
        } else if constexpr (!FunctionTypes<decltype(&D::NAME)>::is_function) {                              \
            static_assert(!sizeof(D), #NAME " is not a function: write " EXAMPLE);                           \
        } else if constexpr (!FunctionTypes<decltype(&D::NAME)>::by_value) {                                 \
            static_assert(!sizeof(D),                                                                        \
                          #NAME " has a reference or a pointer among its types, and takes and returns "      \
                                "values: write " EXAMPLE);                                                   \
        } else {                                                                                             \
            static_assert(                                                                                   \
                FunctionTypes<decltype(&D::NAME)>::of_domains,                                               \
                #NAME " has a type that no matrix can have: use bool, int8_t ... uint64_t, float, double, "  \
                      "mergus::complex, or a struct made by MERGUS_TYPE");                                   \
            return FunctionTypes<decltype(&D::NAME)>::of_domains;                                            \
        }                                                                                                    \
        return false;                                                                                        \
    }
MERGUS_DETAIL_CHECK_FUNCTION(identity, "static T identity()")
MERGUS_DETAIL_CHECK_FUNCTION(terminal, "static T terminal()")
MERGUS_DETAIL_CHECK_FUNCTION(add, "static T add(T x, T y)")
MERGUS_DETAIL_CHECK_FUNCTION(mul, "static T mul(A a, B b)")
MERGUS_DETAIL_CHECK_FUNCTION(apply, "static Z apply(X x), or apply(X x, Y y)")
#undef MERGUS_DETAIL_CHECK_FUNCTION

template <auto Function>
using result_of = typename FunctionTypes<decltype(Function)>::result;
template <auto Function>
using arguments_of = typename FunctionTypes<decltype(Function)>::arguments;

template <class D>
consteval bool check_monoid() {
    static_assert(check_text<TextScan(D::mergus_text()).problem()>());
    if constexpr (check_identity<D>() && check_add<D>()) {
        using T = result_of<&D::identity>;
        static_assert(std::is_same_v<arguments_of<&D::identity>, Types<>>, "identity takes no arguments");
        constexpr bool closed = std::is_same_v<result_of<&D::add>, T>;
        static_assert(closed, "add does not return the type of identity(): write static T add(T x, T y)");
        if constexpr (closed) {
            constexpr bool takes = std::is_same_v<arguments_of<&D::add>, Types<T, T>>;
            static_assert(
                takes,
                "add does not take two values of the type of identity(): write static T add(T x, T y)");
            if constexpr (requires { D::terminal(); } && takes) {
                if constexpr (check_terminal<D>())
                    static_assert(
                        std::is_same_v<result_of<&D::terminal>, T>,
                        "terminal does not return the type of identity(): write static T terminal()");
            }
            return takes;
        }
    }
    return false;
}

template <class D>
consteval bool check_semiring() {
    if constexpr (check_monoid<D>()) {
        if constexpr (check_mul<D>()) {
            static_assert(std::is_same_v<result_of<&D::mul>, result_of<&D::add>>,
                          "mul does not return the type that identity() and add return");
            constexpr mergus_op_kind kind = kind_of_arguments<arguments_of<&D::mul>>;
            static_assert(
                kind == MERGUS_BINARY || kind == MERGUS_INDEX_BINARY,
                "mul takes other arguments: write static T mul(A a, B b), or static T mul(A a, B b, int64_t "
                "i, int64_t k, int64_t j)");
        }
    }
    return true;
}

template <class D, mergus_op_kind kind>
consteval bool check_operator() {
    static_assert(check_text<TextScan(D::mergus_text()).problem()>());
    if constexpr (check_apply<D>()) {
        constexpr mergus_op_kind found = kind_of_arguments<arguments_of<&D::apply>>;
        static_assert(kind != MERGUS_UNARY || found == kind,
                      "apply takes one value: write static Z apply(X x)");
        static_assert(kind != MERGUS_BINARY || found == kind,
                      "apply takes two values: write static Z apply(X x, Y y)");
        static_assert(kind != MERGUS_INDEX_UNARY || found == kind,
                      "apply takes a value, two indices and a value: write static Z apply(X x, int64_t i, "
                      "int64_t j, Y y)");
    }
    return true;
}

/// Of MERGUS_TYPE.
template <class T>
consteval bool check_type() {
    static_assert(check_text<TextScan(T::mergus_type_text()).problem()>());
    static_assert(
        std::is_trivially_copyable_v<T>,
        "a type's values are copied byte by byte: no destructor, no copy constructor, no members with them");
    static_assert(sizeof(T) <= 4096, "a type has at most 4096 bytes");
    static_assert(alignof(T) <= 16, "a type is aligned to at most 16 bytes");
    return true;
}

} // namespace mergus::detail
