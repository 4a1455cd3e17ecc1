/// \file functions.hpp
/// Functions of real numbers, powers, and residue arithmetic, for operators.cpp.
#pragma once

#include "reference/value.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace mergus::reference {

[[noreturn]] inline void undefined(const mergus_op& op) {
    throw std::logic_error("reference: operator " + std::string(op.name) + " (code " +
                           std::to_string(op.code) + ") is not defined there");
}

template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// Residue arithmetic: the integer types are the integers modulo 2^bits.
template <class T>
T wrap(std::uint64_t x) {
    return static_cast<T>(x);
}
template <class T>
std::uint64_t residue(T x) {
    return static_cast<std::uint64_t>(x);
}

/// Functions of the math library.
template <class T>
T function(const mergus_op& op, T x) {
    switch (op.code) {
    case MERGUS_OP_SQRT:
        return std::sqrt(x);
    case MERGUS_OP_CBRT:
        return std::cbrt(x);
    case MERGUS_OP_EXP:
        return std::exp(x);
    case MERGUS_OP_EXP2:
        return std::exp2(x);
    case MERGUS_OP_EXPM1:
        return std::expm1(x);
    case MERGUS_OP_LOG:
        return std::log(x);
    case MERGUS_OP_LOG2:
        return std::log2(x);
    case MERGUS_OP_LOG10:
        return std::log10(x);
    case MERGUS_OP_LOG1P:
        return std::log1p(x);
    case MERGUS_OP_SIN:
        return std::sin(x);
    case MERGUS_OP_COS:
        return std::cos(x);
    case MERGUS_OP_TAN:
        return std::tan(x);
    case MERGUS_OP_ASIN:
        return std::asin(x);
    case MERGUS_OP_ACOS:
        return std::acos(x);
    case MERGUS_OP_ATAN:
        return std::atan(x);
    case MERGUS_OP_SINH:
        return std::sinh(x);
    case MERGUS_OP_COSH:
        return std::cosh(x);
    case MERGUS_OP_TANH:
        return std::tanh(x);
    case MERGUS_OP_ASINH:
        return std::asinh(x);
    case MERGUS_OP_ACOSH:
        return std::acosh(x);
    case MERGUS_OP_ATANH:
        return std::atanh(x);
    case MERGUS_OP_CEIL:
        return std::ceil(x);
    case MERGUS_OP_FLOOR:
        return std::floor(x);
    case MERGUS_OP_ROUND:
        return std::round(x);
    case MERGUS_OP_TRUNC:
        return std::trunc(x);
    case MERGUS_OP_ERF:
        return std::erf(x);
    case MERGUS_OP_ERFC:
        return std::erfc(x);
    case MERGUS_OP_LGAMMA:
        return std::lgamma(x);
    case MERGUS_OP_TGAMMA:
        return std::tgamma(x);
    case MERGUS_OP_SIGNUM:
        return std::isnan(x) || x == 0 ? x + T{0} : std::copysign(T{1}, x);
    default:
        undefined(op);
    }
}

/// Of integers exact where double is, rounded towards 0 and limited to T.
template <class T>
T power(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) {
        return x || !y;
    } else if constexpr (std::is_floating_point_v<T>) {
        return std::isnan(x) || std::isnan(y) ? std::numeric_limits<T>::quiet_NaN() : std::pow(x, y);
    } else {
        constexpr T greatest = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
        if (y == 0 || x == 1) return 1;
        if constexpr (std::is_signed_v<T>)
            if (y < 0) return x == 0 ? greatest : x == -1 ? (y % 2 == 0 ? T{1} : x) : T{0};
        double z = 1,
               base =
                   static_cast<double>(x); // by squaring: above 2^53 the roundings are a part of the result
        for (auto n = residue(y); n != 0; n >>= 1U) {
            if ((n & 1U) != 0) z *= base;
            base *= base;
        }
        if (z >= static_cast<double>(greatest)) return greatest;
        return z <= static_cast<double>(least) ? least : static_cast<T>(z);
    }
}

/// Tests of a floating number. No value: the operator is none.
template <class T>
std::optional<bool> test(int code, T x) {
    switch (code) {
    case MERGUS_OP_ISNAN:
        return std::isnan(x);
    case MERGUS_OP_ISINF:
        return std::isinf(x);
    case MERGUS_OP_ISFINITE:
        return std::isfinite(x);
    default:
        return std::nullopt;
    }
}

/// Bits have the numbers 1 to that of the type's width.
template <class T>
bool is_bit_of(T y) {
    return y >= 1 && residue(y) <= 8 * sizeof(T);
}

} // namespace mergus::reference
