/// \file natural.hpp
/// Integer arguments: dimensions, counts, seeds and diagonals.
#pragma once

#include <mergus/export.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace mergus {

/// The integer types without bool and the character types.
template <class T>
concept CountingType = std::integral<T> && sizeof(T) <= 8 && !std::same_as<std::remove_cv_t<T>, bool> &&
                       !std::same_as<std::remove_cv_t<T>, char> &&
                       !std::same_as<std::remove_cv_t<T>, wchar_t> &&
                       !std::same_as<std::remove_cv_t<T>, char8_t> &&
                       !std::same_as<std::remove_cv_t<T>, char16_t> &&
                       !std::same_as<std::remove_cv_t<T>, char32_t>;

namespace detail {
[[noreturn]] MERGUS_API void negative_number(std::int64_t value);
[[noreturn]] MERGUS_API void large_integer(std::uint64_t value);
[[noreturn]] MERGUS_API void negative_index(std::uint64_t position, std::int64_t value);
} // namespace detail

/// A natural number as an argument: a dimension, a count or a seed. Every integer type converts;
/// floating-point numbers, bool and characters do not compile. \throws Error invalid_value for a negative
/// number.
class Natural {
public:
    /// The number.
    template <CountingType T>
    // NOLINTNEXTLINE(google-explicit-constructor): numbers are arguments
    constexpr Natural(T value) : value_(static_cast<std::uint64_t>(value)) {
        if constexpr (std::signed_integral<T>)
            if (value < 0) detail::negative_number(value);
    }
    /// The number.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr operator std::uint64_t() const noexcept { return value_; }

private:
    std::uint64_t value_;
};

namespace detail {
/// The parameter of a function that another overload takes a list for: a number in braces is a list.
template <class T>
concept NaturalArgument = std::convertible_to<T, Natural>;
} // namespace detail

/// An integer as an argument: the number of a diagonal, or a threshold. Every integer type converts;
/// floating-point numbers, bool and characters do not compile. \throws Error invalid_value for a number of
/// 2^63 or more.
class Integer {
public:
    /// The number.
    template <CountingType T>
    // NOLINTNEXTLINE(google-explicit-constructor): numbers are arguments
    constexpr Integer(T value) : value_(static_cast<std::int64_t>(value)) {
        if constexpr (std::unsigned_integral<T> && sizeof(T) == 8)
            if (value_ < 0) detail::large_integer(value);
    }
    /// The number.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr operator std::int64_t() const noexcept { return value_; }

private:
    std::int64_t value_;
};

} // namespace mergus
