/// \file plain_operators.hpp
/// The operators of the specification (tables 3.4 to 3.8) as plain C++, by the names of the lists in
/// objects.h, and the values that they are tried on.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace mergus::tests {

/// The result in T: integers wrap, and of bool every value but 0 is true.
template <class T, class W>
T wrapped(W value) {
    if constexpr (std::is_same_v<T, bool>)
        return value != 0;
    else
        return static_cast<T>(value);
}

/// The type to calculate in: of integers unsigned, which wraps.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, T,
                                std::conditional_t<std::is_same_v<T, bool>, int, std::uint64_t>>;
template <class T>
Wide<T> wide(T x) {
    return static_cast<Wide<T>>(x);
}

#define MERGUS_PLAIN_BINARY(NAME, expression)                                                                \
    struct NAME {                                                                                            \
        template <class T>                                                                                   \
        auto operator()([[maybe_unused]] T x, [[maybe_unused]] T y) const {                                  \
            return expression;                                                                               \
        }                                                                                                    \
    };
#define MERGUS_PLAIN_UNARY(NAME, expression)                                                                 \
    struct NAME {                                                                                            \
        template <class T>                                                                                   \
        T operator()(T x) const {                                                                            \
            return expression;                                                                               \
        }                                                                                                    \
    };

namespace plain {

MERGUS_PLAIN_BINARY(EQ, x == y)
MERGUS_PLAIN_BINARY(NE, x != y)
MERGUS_PLAIN_BINARY(GT, x > y)
MERGUS_PLAIN_BINARY(LT, x < y)
MERGUS_PLAIN_BINARY(GE, x >= y)
MERGUS_PLAIN_BINARY(LE, x <= y)
MERGUS_PLAIN_BINARY(PAIR, T{1})
MERGUS_PLAIN_BINARY(FIRST, x)
MERGUS_PLAIN_BINARY(SECOND, y)
MERGUS_PLAIN_BINARY(MIN, (x < y ? x : y))
MERGUS_PLAIN_BINARY(MAX, (x > y ? x : y))
MERGUS_PLAIN_BINARY(PLUS, (wrapped<T>(wide(x) + wide(y))))
MERGUS_PLAIN_BINARY(MINUS, (wrapped<T>(wide(x) - wide(y))))
MERGUS_PLAIN_BINARY(TIMES, (wrapped<T>(wide(x) * wide(y))))
MERGUS_PLAIN_BINARY(DIV, (wrapped<T>(x / y)))
MERGUS_PLAIN_BINARY(BOR, (wrapped<T>(x | y)))
MERGUS_PLAIN_BINARY(BAND, (wrapped<T>(x & y)))
MERGUS_PLAIN_BINARY(BXOR, (wrapped<T>(x ^ y)))
MERGUS_PLAIN_BINARY(BXNOR, (wrapped<T>(~(x ^ y))))
MERGUS_PLAIN_BINARY(LOR, x || y)
MERGUS_PLAIN_BINARY(LAND, x&& y)
MERGUS_PLAIN_BINARY(LXOR, x != y)
MERGUS_PLAIN_BINARY(LXNOR, x == y)

MERGUS_PLAIN_UNARY(IDENTITY, x)
MERGUS_PLAIN_UNARY(AINV, (wrapped<T>(Wide<T>{0} - wide(x))))
MERGUS_PLAIN_UNARY(MINV, (wrapped<T>(T{1} / x)))
MERGUS_PLAIN_UNARY(ABS, (std::is_signed_v<T> && !(x > T{0}) ? wrapped<T>(Wide<T>{0} - wide(x)) : x))
MERGUS_PLAIN_UNARY(BNOT, (wrapped<T>(~x)))
MERGUS_PLAIN_UNARY(LNOT, !x)

MERGUS_PLAIN_BINARY(VALUEEQ, x == y)
MERGUS_PLAIN_BINARY(VALUENE, x != y)
MERGUS_PLAIN_BINARY(VALUELT, x < y)
MERGUS_PLAIN_BINARY(VALUELE, x <= y)
MERGUS_PLAIN_BINARY(VALUEGT, x > y)
MERGUS_PLAIN_BINARY(VALUEGE, x >= y)

/// The operators on positions, of the row i, the column j and the scalar s.
struct Position {
    std::int64_t i, j, s;
};
#define MERGUS_PLAIN_POSITION(NAME, expression)                                                              \
    struct NAME {                                                                                            \
        auto operator()([[maybe_unused]] Position p) const { return expression; }                            \
    };
MERGUS_PLAIN_POSITION(ROWINDEX, p.i + p.s)
MERGUS_PLAIN_POSITION(COLINDEX, p.j + p.s)
MERGUS_PLAIN_POSITION(DIAGINDEX, p.j - p.i + p.s)
MERGUS_PLAIN_POSITION(TRIL, p.j <= p.i + p.s)
MERGUS_PLAIN_POSITION(TRIU, p.j >= p.i + p.s)
MERGUS_PLAIN_POSITION(DIAG, p.j == p.i + p.s)
MERGUS_PLAIN_POSITION(OFFDIAG, p.j != p.i + p.s)
MERGUS_PLAIN_POSITION(COLLE, p.j <= p.s)
MERGUS_PLAIN_POSITION(COLGT, p.j > p.s)
MERGUS_PLAIN_POSITION(ROWLE, p.i <= p.s)
MERGUS_PLAIN_POSITION(ROWGT, p.i > p.s)

} // namespace plain

#undef MERGUS_PLAIN_BINARY
#undef MERGUS_PLAIN_UNARY
#undef MERGUS_PLAIN_POSITION

/// 0, 1, -1, a few others and the extremes; of floating types also infinities, -0 and NaN.
template <class T>
std::vector<T> tried_values() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{T{0}, T{1}};
    if constexpr (!std::is_same_v<T, bool>) {
        for (const int x : {-1, 2, 7, -3}) values.push_back(static_cast<T>(x));
        values.push_back(Limits::lowest());
        values.push_back(Limits::max());
    }
    if constexpr (std::is_floating_point_v<T>) {
        values.push_back(Limits::infinity());
        values.push_back(-Limits::infinity());
        values.push_back(T{-0.0});
        values.push_back(Limits::quiet_NaN());
        values.push_back(T(0.1));
    }
    return values;
}

/// Whether the specification and C define the result. MIN and MAX of a NaN are left to the implementation;
/// quotients of integers by 0 and the one that is out of range are not defined.
template <class Op, class T>
bool is_defined(T x, T y) {
    if constexpr (std::is_same_v<Op, plain::MIN> || std::is_same_v<Op, plain::MAX>) return x == x && y == y;
    if constexpr (std::is_same_v<Op, plain::DIV> && !std::is_floating_point_v<T>) {
        if (y == T{0}) return false;
        if constexpr (std::is_signed_v<T>) return !(x == std::numeric_limits<T>::min() && y == T{-1});
    }
    return true;
}

/// Equal numbers, or both NaN.
template <class T>
bool same_value(T x, T y) {
    return x == y || (x != x && y != y);
}

} // namespace mergus::tests
