/// \file operators.cpp
/// The meaning of the built-in operators on types that are not complex: one switch for each kind. Identities
/// and terminals are in monoids.cpp.
#include "reference/operators.hpp"

#include "reference/complex_numbers.hpp"
#include "reference/functions.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace mergus::reference {

namespace {

template <class T>
T quotient(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) {
        return x;
    } else if constexpr (std::is_floating_point_v<T>) {
        return x / y;
    } else {
        if (y == 0) {
            if (x == 0) return 0;
            return x > 0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
        }
        if (std::is_signed_v<T> && y == static_cast<T>(-1)) return wrap<T>(0 - residue(x));
        return static_cast<T>(x / y);
    }
}

template <class T>
T sum(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) return x || y;
    if constexpr (std::is_floating_point_v<T>) return x + y;
    return wrap<T>(residue(x) + residue(y));
}

template <class T>
T difference(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) return x != y;
    if constexpr (std::is_floating_point_v<T>) return x - y;
    return wrap<T>(residue(x) - residue(y));
}

template <class T>
T product(T x, T y) {
    if constexpr (std::is_same_v<T, bool>) return x && y;
    if constexpr (std::is_floating_point_v<T>) return x * y;
    return wrap<T>(residue(x) * residue(y));
}

template <class T>
T lesser(T x, T y) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x)) return y;
        if (std::isnan(y)) return x;
    }
    return y < x ? y : x;
}

template <class T>
T greater(T x, T y) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x)) return y;
        if (std::isnan(y)) return x;
    }
    return y > x ? y : x;
}

template <class T>
T truth(bool x) {
    return x ? T{1} : T{0};
}

template <class T>
T unary(const mergus_op& op, T x) {
    switch (op.code) {
    case MERGUS_OP_IDENTITY:
        return x;
    case MERGUS_OP_ONE:
        return T{1};
    case MERGUS_OP_MINV:
        return quotient(T{1}, x);
    case MERGUS_OP_LNOT:
        return truth<T>(x == T{0});
    case MERGUS_OP_AINV:
        if constexpr (std::is_floating_point_v<T>) return -x;
        return std::is_same_v<T, bool> ? x : wrap<T>(0 - residue(x));
    case MERGUS_OP_ABS:
        if constexpr (std::is_floating_point_v<T>) return std::fabs(x);
        return std::is_signed_v<T> && x < T{0} ? wrap<T>(0 - residue(x)) : x;
    case MERGUS_OP_BNOT:
        if constexpr (is_integer<T>) return wrap<T>(~residue(x));
        undefined(op);
    default:
        if constexpr (std::is_floating_point_v<T>) return function(op, x);
        undefined(op);
    }
}

template <class T>
T binary(const mergus_op& op, T x, T y) {
    switch (op.code) {
    case MERGUS_OP_FIRST:
        return x;
    case MERGUS_OP_SECOND:
        return y;
    case MERGUS_OP_PAIR:
        return T{1};
    case MERGUS_OP_ANY:
        return x;
    case MERGUS_OP_PLUS:
        return sum(x, y);
    case MERGUS_OP_MINUS:
        return difference(x, y);
    case MERGUS_OP_RMINUS:
        return difference(y, x);
    case MERGUS_OP_TIMES:
        return product(x, y);
    case MERGUS_OP_DIV:
        return quotient(x, y);
    case MERGUS_OP_RDIV:
        return quotient(y, x);
    case MERGUS_OP_MIN:
        return lesser(x, y);
    case MERGUS_OP_MAX:
        return greater(x, y);
    case MERGUS_OP_LOR:
        return truth<T>(x != T{0} || y != T{0});
    case MERGUS_OP_LAND:
        return truth<T>(x != T{0} && y != T{0});
    case MERGUS_OP_LXOR:
        return truth<T>((x != T{0}) != (y != T{0}));
    case MERGUS_OP_LXNOR:
        return truth<T>((x != T{0}) == (y != T{0}));
    case MERGUS_OP_POW:
        return power(x, y);
    case MERGUS_OP_ISEQ:
        return truth<T>(x == y);
    case MERGUS_OP_ISNE:
        return truth<T>(x != y);
    case MERGUS_OP_ISLT:
        return truth<T>(x < y);
    case MERGUS_OP_ISGT:
        return truth<T>(x > y);
    case MERGUS_OP_ISLE:
        return truth<T>(x <= y);
    case MERGUS_OP_ISGE:
        return truth<T>(x >= y);
    default:
        break;
    }
    if constexpr (is_integer<T>) {
        switch (op.code) {
        case MERGUS_OP_BOR:
            return wrap<T>(residue(x) | residue(y));
        case MERGUS_OP_BAND:
            return wrap<T>(residue(x) & residue(y));
        case MERGUS_OP_BXOR:
            return wrap<T>(residue(x) ^ residue(y));
        case MERGUS_OP_BXNOR:
            return wrap<T>(~(residue(x) ^ residue(y)));
        case MERGUS_OP_BGET:
            return is_bit_of<T>(y) ? wrap<T>(residue(x) >> (residue(y) - 1) & 1) : T{0};
        case MERGUS_OP_BSET:
            return is_bit_of<T>(y) ? wrap<T>(residue(x) | std::uint64_t{1} << (residue(y) - 1)) : x;
        case MERGUS_OP_BCLR:
            return is_bit_of<T>(y) ? wrap<T>(residue(x) & ~(std::uint64_t{1} << (residue(y) - 1))) : x;
        default:
            break;
        }
    }
    if constexpr (std::is_floating_point_v<T>) {
        switch (op.code) {
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
    undefined(op);
}

/// The comparisons, as binary and as index unary operators. No value: the operator is none.
template <class T>
std::optional<bool> comparison(int code, T x, T y) {
    switch (code) {
    case MERGUS_OP_EQ:
    case MERGUS_OP_VALUEEQ:
        return x == y;
    case MERGUS_OP_NE:
    case MERGUS_OP_VALUENE:
        return x != y;
    case MERGUS_OP_LT:
    case MERGUS_OP_VALUELT:
        return x < y;
    case MERGUS_OP_GT:
    case MERGUS_OP_VALUEGT:
        return x > y;
    case MERGUS_OP_LE:
    case MERGUS_OP_VALUELE:
        return x <= y;
    case MERGUS_OP_GE:
    case MERGUS_OP_VALUEGE:
        return x >= y;
    default:
        return std::nullopt;
    }
}

/// The argument cast to the operator's type. An argument without a type is unused: any value of z's type.
Value argument(const Value& value, const mergus_type* type, const mergus_type* z_type) {
    return type == nullptr ? zero(z_type) : cast(value, type);
}

const mergus_type* first_of(const mergus_type* a, const mergus_type* b, const mergus_type* c) {
    return a != nullptr ? a : b != nullptr ? b : c;
}

/// Conditions on (i, j). No value: the operator is none. Indices are below 2^60, so j - i is exact.
std::optional<bool> condition(int code, std::int64_t i, std::int64_t j, std::int64_t y) {
    switch (code) {
    case MERGUS_OP_TRIL:
        return j - i <= y;
    case MERGUS_OP_TRIU:
        return j - i >= y;
    case MERGUS_OP_DIAG:
        return j - i == y;
    case MERGUS_OP_OFFDIAG:
        return j - i != y;
    case MERGUS_OP_ROWLE:
        return i <= y;
    case MERGUS_OP_ROWGT:
        return i > y;
    case MERGUS_OP_COLLE:
        return j <= y;
    case MERGUS_OP_COLGT:
        return j > y;
    default:
        return std::nullopt;
    }
}

/// An index plus y, modulo 2^64. No value: the operator is none.
std::optional<std::uint64_t> index_value(int code, std::int64_t i, std::int64_t j, std::int64_t y) {
    switch (code) {
    case MERGUS_OP_ROWINDEX:
        return residue(i) + residue(y);
    case MERGUS_OP_COLINDEX:
        return residue(j) + residue(y);
    case MERGUS_OP_DIAGINDEX:
        return residue(j) - residue(i) + residue(y);
    default:
        return std::nullopt;
    }
}

std::int64_t position(const mergus_op& op, std::int64_t i, std::int64_t k, std::int64_t j) {
    switch (op.code) {
    case MERGUS_OP_FIRSTI:
        return i;
    case MERGUS_OP_FIRSTI1:
        return i + 1;
    case MERGUS_OP_FIRSTJ:
    case MERGUS_OP_SECONDI:
        return k;
    case MERGUS_OP_FIRSTJ1:
    case MERGUS_OP_SECONDI1:
        return k + 1;
    case MERGUS_OP_SECONDJ:
        return j;
    case MERGUS_OP_SECONDJ1:
        return j + 1;
    default:
        undefined(op);
    }
}

Value integer_value(const mergus_type* type, std::uint64_t bits) {
    if (type->code == MERGUS_INT32) return make(type, static_cast<std::int32_t>(bits));
    return make(type, static_cast<std::int64_t>(bits));
}

} // namespace

Value call_unary(const mergus_op& op, const Value& x) {
    const Value a = argument(x, op.x_type, op.z_type);
    Value z = zero(op.z_type);
    if (op.code == MERGUS_OP_USER) {
        op.function.unary(z.data(), a.data());
        return z;
    }
    return with_type(a.type->code, [&]<class T>(T) {
        if constexpr (is_complex_type<T>) {
            return complex_unary(op, a);
        } else {
            if constexpr (std::is_floating_point_v<T>)
                if (const auto truth = test(op.code, a.as<T>())) return make(op.z_type, *truth);
            return make(op.z_type, unary(op, a.as<T>()));
        }
    });
}

Value call_binary(const mergus_op& op, const Value& x, const Value& y) {
    const Value a = argument(x, op.x_type, op.z_type);
    const Value b = argument(y, op.y_type, op.z_type);
    if (op.code == MERGUS_OP_USER) {
        Value z = zero(op.z_type);
        op.function.binary(z.data(), a.data(), b.data());
        return z;
    }
    const int code = first_of(op.x_type, op.y_type, op.z_type)->code;
    return with_type(code, [&]<class T>(T) {
        if constexpr (is_complex_type<T>) {
            return complex_binary(op, a, b);
        } else {
            if (const auto truth = comparison(op.code, a.as<T>(), b.as<T>())) return make(op.z_type, *truth);
            return make(op.z_type, binary(op, a.as<T>(), b.as<T>()));
        }
    });
}

Value call_index_unary(const mergus_op& op, const Value& x, std::int64_t i, std::int64_t j, const Value& y) {
    const Value a = argument(x, op.x_type, op.z_type);
    const Value b = argument(y, op.y_type, op.z_type);
    if (op.code == MERGUS_OP_USER) {
        Value z = zero(op.z_type);
        op.function.index_unary(z.data(), a.data(), i, j, b.data());
        return z;
    }
    if (op.x_type == nullptr) {
        if (const auto truth = condition(op.code, i, j, b.as<std::int64_t>())) return make(op.z_type, *truth);
        if (const auto index = index_value(op.code, i, j, b.as<std::int64_t>()))
            return integer_value(op.z_type, *index);
        undefined(op);
    }
    return with_type(op.x_type->code, [&]<class T>(T) {
        if constexpr (is_complex_type<T>) {
            return complex_binary(op, a, b);
        } else {
            if (const auto truth = comparison(op.code, a.as<T>(), b.as<T>())) return make(op.z_type, *truth);
            undefined(op);
        }
    });
}

Value call_multiply(const mergus_op& op, const Value& x, const Value& y, std::int64_t i, std::int64_t k,
                    std::int64_t j) {
    if (op.kind == MERGUS_BINARY) return call_binary(op, x, y);
    if (op.code != MERGUS_OP_USER)
        return integer_value(op.z_type, static_cast<std::uint64_t>(position(op, i, k, j)));
    const Value a = argument(x, op.x_type, op.z_type);
    const Value b = argument(y, op.y_type, op.z_type);
    Value z = zero(op.z_type);
    op.function.index_binary(z.data(), a.data(), b.data(), i, k, j);
    return z;
}

} // namespace mergus::reference
