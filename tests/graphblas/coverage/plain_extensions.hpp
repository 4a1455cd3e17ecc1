/// \file plain_extensions.hpp
/// The operators of SuiteSparse:GraphBLAS as plain C++, by their opcodes, on small values.
#pragma once

#include <mergus/plugin.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace mergus::tests {

/// x^y of the specification of <mergus/operators.def>: integers towards 0, limited to the type.
template <class T>
T plain_power(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) return x || !y;
    const double z = std::trunc(std::pow(static_cast<double>(x), static_cast<double>(y)));
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(std::pow(x, y));
    if (z >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(z);
}

/// z = f(x, y) in T; true is 1. Integers wrap.
template <class T>
T plain_binary(int code, T x, T y) {
    using Wide = std::conditional_t<std::is_integral_v<T>,
                                    std::conditional_t<sizeof(T) < 8, std::int64_t, std::uint64_t>, T>;
    const auto in_type = [](Wide z) {
        return std::is_same_v<T, bool> ? static_cast<T>(z != 0) : static_cast<T>(z);
    };
    const auto truth = [](bool z) { return static_cast<T>(z); };
    const Wide a = x, b = y;
    switch (code) {
    case MERGUS_OP_FIRST:
    case MERGUS_OP_ANY:
        return x;
    case MERGUS_OP_SECOND:
        return y;
    case MERGUS_OP_PAIR:
        return T{1};
    case MERGUS_OP_PLUS:
        return in_type(a + b);
    case MERGUS_OP_MINUS:
        return in_type(a - b);
    case MERGUS_OP_RMINUS:
        return in_type(b - a);
    case MERGUS_OP_TIMES:
        return in_type(a * b);
    case MERGUS_OP_DIV:
        return static_cast<T>(x / y);
    case MERGUS_OP_RDIV:
        return static_cast<T>(y / x);
    case MERGUS_OP_MIN:
        return x < y ? x : y;
    case MERGUS_OP_MAX:
        return x > y ? x : y;
    case MERGUS_OP_POW:
        return plain_power(x, y);
    case MERGUS_OP_LOR:
        return truth(x != 0 || y != 0);
    case MERGUS_OP_LAND:
        return truth(x != 0 && y != 0);
    case MERGUS_OP_LXOR:
        return truth((x != 0) != (y != 0));
    case MERGUS_OP_EQ:
    case MERGUS_OP_ISEQ:
        return truth(x == y);
    case MERGUS_OP_NE:
    case MERGUS_OP_ISNE:
        return truth(x != y);
    case MERGUS_OP_LT:
    case MERGUS_OP_ISLT:
        return truth(x < y);
    case MERGUS_OP_GT:
    case MERGUS_OP_ISGT:
        return truth(x > y);
    case MERGUS_OP_LE:
    case MERGUS_OP_ISLE:
        return truth(x <= y);
    case MERGUS_OP_GE:
    case MERGUS_OP_ISGE:
        return truth(x >= y);
    default:
        break;
    }
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        using U = std::make_unsigned_t<T>;
        const U bits = static_cast<U>(x), others = static_cast<U>(y);
        const auto number = static_cast<int>(y) - 1;
        const bool there = number >= 0 && number < 8 * static_cast<int>(sizeof(T));
        const U bit = there ? static_cast<U>(U{1} << number) : U{0};
        switch (code) {
        case MERGUS_OP_BOR:
            return static_cast<T>(bits | others);
        case MERGUS_OP_BAND:
            return static_cast<T>(bits & others);
        case MERGUS_OP_BXOR:
            return static_cast<T>(bits ^ others);
        case MERGUS_OP_BXNOR:
            return static_cast<T>(~(bits ^ others));
        case MERGUS_OP_BGET:
            return static_cast<T>((bits & bit) != 0);
        case MERGUS_OP_BSET:
            return static_cast<T>(bits | bit);
        case MERGUS_OP_BCLR:
            return static_cast<T>(bits & static_cast<U>(~bit));
        default:
            break;
        }
    } else if constexpr (std::is_floating_point_v<T>) {
        switch (code) {
        case MERGUS_OP_ATAN2:
            return std::atan2(x, y);
        case MERGUS_OP_HYPOT:
            return std::hypot(x, y);
        case MERGUS_OP_FMOD:
            return std::fmod(x, y);
        case MERGUS_OP_REMAINDER:
            return std::remainder(x, y);
        case MERGUS_OP_COPYSIGN:
            return std::copysign(x, y);
        default:
            break;
        }
    }
    throw std::logic_error("plain_binary does not have the operator");
}

/// Whether the result is Boolean.
inline bool compares(int code) {
    return code >= MERGUS_OP_EQ && code <= MERGUS_OP_GE;
}

// clang-format off
#define MERGUS_PLAIN_FUNCTIONS(X)                                                                           \
    X(SQRT, sqrt) X(CBRT, cbrt) X(EXP, exp) X(EXP2, exp2) X(EXPM1, expm1)                                   \
    X(LOG, log) X(LOG2, log2) X(LOG10, log10) X(LOG1P, log1p) X(SIN, sin)                                   \
    X(COS, cos) X(TAN, tan) X(ASIN, asin) X(ACOS, acos) X(ATAN, atan)                                       \
    X(SINH, sinh) X(COSH, cosh) X(TANH, tanh) X(ASINH, asinh) X(ACOSH, acosh)                               \
    X(ATANH, atanh) X(CEIL, ceil) X(FLOOR, floor) X(ROUND, round) X(TRUNC, trunc)                           \
    X(ERF, erf) X(ERFC, erfc) X(LGAMMA, lgamma) X(TGAMMA, tgamma) X(ISINF, isinf)                           \
    X(ISNAN, isnan) X(ISFINITE, isfinite)
// clang-format on

/// z = f(x) in T; true is 1.
template <class T>
T plain_unary(int code, T x) {
    if (code == MERGUS_OP_ONE) return T{1};
    if (code == MERGUS_OP_LNOT) return static_cast<T>(x == 0);
    if constexpr (std::is_floating_point_v<T>) {
        switch (code) {
#define MERGUS_CASE(CODE, function)                                                                          \
    case MERGUS_OP_##CODE:                                                                                   \
        return static_cast<T>(std::function(x));
            MERGUS_PLAIN_FUNCTIONS(MERGUS_CASE)
#undef MERGUS_CASE
        case MERGUS_OP_SIGNUM:
            return x != x ? x : static_cast<T>((x > 0) - (x < 0));
        default:
            break;
        }
    }
    throw std::logic_error("plain_unary does not have the operator");
}

} // namespace mergus::tests
