/// \file values.cpp
/// Natural numbers and scalars as arguments, conversions that keep a value, and values as text.
#include "values.hpp"

#include "../support/builtin_types.hpp"

#include <mergus/error.hpp>
#include <mergus/natural.hpp>
#include <mergus/scalar.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace mergus {

void detail::negative_number(std::int64_t value) {
    throw Error(Code::invalid_value,
                fmt::format("{} is negative, where a dimension, a count or a seed is expected", value));
}

void detail::large_integer(std::uint64_t value) {
    throw Error(Code::invalid_value, fmt::format("{} is not below 2^63", value));
}

void detail::negative_index(std::uint64_t position, std::int64_t value) {
    throw Error(Code::index_out_of_bounds,
                fmt::format("element {} of a list of indices is negative, {}", position, value));
}

Scalar::Scalar(const void* data, const mergus_type* type) {
    if (data == nullptr || type == nullptr) return;
    const mergus_type* const known = detail::intern_type(*type);
    std::memcpy(reserve(known->size), data, known->size);
    type_ = known;
}

namespace core {

namespace {

/// 2 to the number of value bits of an integer type: the smallest number above its range.
template <class Integer>
double upper_end() {
    return std::ldexp(1.0, std::numeric_limits<Integer>::digits);
}

template <class To, class From>
bool keeps(From x) {
    if constexpr (ComplexType<From>) {
        using Part = typename From::value_type;
        if constexpr (ComplexType<To>)
            return keeps<typename To::value_type>(Part(x.real())) &&
                   keeps<typename To::value_type>(Part(x.imag()));
        else
            return x.imag() == 0 && keeps<To>(Part(x.real()));
    } else if constexpr (ComplexType<To>) {
        return keeps<typename To::value_type>(x);
    } else if constexpr (std::floating_point<To>) {
        if constexpr (std::floating_point<From>) {
            return !std::isfinite(x) || std::isfinite(static_cast<To>(x)); // rounding is allowed
        } else if constexpr (std::same_as<From, bool>) {
            return true;
        } else { // y may be rounded up to upper_end, which cannot be converted back
            const auto y = static_cast<double>(static_cast<To>(x));
            return y < upper_end<From>() && static_cast<From>(y) == x;
        }
    } else if constexpr (std::same_as<To, bool>) {
        return x == From(0) || x == From(1);
    } else if constexpr (std::same_as<From, bool>) {
        return true;
    } else if constexpr (std::floating_point<From>) {
        const auto y = static_cast<double>(x);
        const double lower_end = std::signed_integral<To> ? -upper_end<To>() : 0.0;
        return y >= lower_end && y < upper_end<To>() && y == std::trunc(y);
    } else {
        return std::in_range<To>(x);
    }
}

} // namespace

bool keeps_value(const mergus_type* to, const void* value, const mergus_type* from) {
    if (to == from) return true;
    const auto no = [] { return false; };
    const auto is_kept = [&](auto x) {
        std::memcpy(&x, value, sizeof x);
        return with_builtin(
            to->code, [&](auto y) { return keeps<decltype(y)>(x); }, no);
    };
    return with_builtin(from->code, is_kept, no);
}

std::string value_text(const void* value, const mergus_type* type) {
    const auto of_number = [&](auto x) {
        std::memcpy(&x, value, sizeof x);
        if constexpr (ComplexType<decltype(x)>)
            return fmt::format("({}, {})", x.real(), x.imag());
        else
            return fmt::format("{}", x);
    };
    const auto of_bytes = [&] {
        constexpr std::uint64_t most = 32;
        const auto* const bytes = static_cast<const unsigned char*>(value);
        std::string text = "0x";
        for (std::uint64_t b = 0; b < std::min(most, type->size); ++b)
            text += fmt::format("{:02x}", bytes[b]);
        return type->size > most ? text + "…" : text;
    };
    return with_builtin(type->code, of_number, of_bytes);
}

} // namespace core

} // namespace mergus
