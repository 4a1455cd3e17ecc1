/// \file complex_numbers.cpp
/// Complex arithmetic on pairs of parts. Products are the sums of four products, also of infinities and NaN;
/// quotients of finite numbers are computed in long double, which does not overflow and needs no scaling.
#include "reference/complex_numbers.hpp"

#include <cmath>
#include <limits>

namespace mergus::reference {

namespace {

[[noreturn]] void undefined(const mergus_op& op) {
    throw std::logic_error("reference: operator " + std::string(op.name) + " (code " +
                           std::to_string(op.code) + ") is not defined on complex numbers");
}

template <class R>
std::complex<R> product(std::complex<R> x, std::complex<R> y) {
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// (a + bi) / d for a real d: a part that is 0 stays 0, but at least one part is divided.
std::complex<double> shares(double a, double b, double d) {
    if (b == 0) return {a / d, 0.0};
    if (a == 0) return {0.0, b / d};
    return {a / d, b / d};
}

/// Infinities and NaN in the result depend on the method, which is Smith's: both parts of x, and the smaller
/// part of y, are divided by the larger part of y.
std::complex<double> not_finite(std::complex<double> x, std::complex<double> y) {
    const double c = y.real(), d = y.imag();
    if (std::isinf(c) && std::isinf(d)) {
        const double sign = std::signbit(c) == std::signbit(d) ? 1 : -1;
        return {(x.real() + sign * x.imag()) / c, (x.imag() - sign * x.real()) / c};
    }
    const bool real_is_larger = std::fabs(c) >= std::fabs(d);
    const double ratio = real_is_larger ? d / c : c / d;
    const double whole = real_is_larger ? c + ratio * d : ratio * c + d;
    return real_is_larger ? std::complex<double>{(x.real() + x.imag() * ratio) / whole,
                                                 (x.imag() - x.real() * ratio) / whole}
                          : std::complex<double>{(x.real() * ratio + x.imag()) / whole,
                                                 (x.imag() * ratio - x.real()) / whole};
}

bool is_finite(std::complex<double> x) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
}

std::complex<double> quotient(std::complex<double> x, std::complex<double> y) {
    if (y.imag() == 0) return shares(x.real(), x.imag(), y.real());
    if (y.real() == 0) return shares(x.imag(), -x.real(), y.imag());
    if (!is_finite(x) || !is_finite(y)) return not_finite(x, y);
    const long double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
    const long double norm = c * c + d * d;
    return {static_cast<double>((a * c + b * d) / norm), static_cast<double>((b * c - a * d) / norm)};
}

template <class R>
std::complex<R> quotient_of(std::complex<R> x, std::complex<R> y) {
    return std::complex<R>(quotient(std::complex<double>(x), std::complex<double>(y)));
}

/// Functions of the library, in double.
std::complex<double> function(const mergus_op& op, std::complex<double> x) {
    switch (op.code) {
    case MERGUS_OP_SQRT:
        return std::sqrt(x);
    case MERGUS_OP_EXP:
        return std::exp(x);
    case MERGUS_OP_EXP2:
        return std::exp(std::log(2.0) * x);
    case MERGUS_OP_EXPM1:
        return std::exp(x) - 1.0;
    case MERGUS_OP_LOG:
        return std::log(x);
    case MERGUS_OP_LOG2:
        return std::log(x) / std::log(2.0);
    case MERGUS_OP_LOG10:
        return std::log10(x);
    case MERGUS_OP_LOG1P:
        return std::log(x + 1.0);
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
        return {std::ceil(x.real()), std::ceil(x.imag())};
    case MERGUS_OP_FLOOR:
        return {std::floor(x.real()), std::floor(x.imag())};
    case MERGUS_OP_ROUND:
        return {std::round(x.real()), std::round(x.imag())};
    case MERGUS_OP_TRUNC:
        return {std::trunc(x.real()), std::trunc(x.imag())};
    case MERGUS_OP_SIGNUM:
        return x == 0.0 ? x : x / std::abs(x);
    default:
        undefined(op);
    }
}

/// 0 to a power that is not real is the limit, if there is one.
std::complex<double> power(std::complex<double> x, std::complex<double> y) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (std::isnan(x.real() + x.imag() + y.real() + y.imag())) return {nan, nan};
    if (y == 0.0) return 1;
    if (x.imag() == 0 && y.imag() == 0 && (x.real() >= 0 || std::floor(y.real()) == y.real()))
        return std::pow(x.real(), y.real());
    if (x == 0.0) return y.real() > 0 ? std::complex<double>(0) : std::complex<double>(nan, nan);
    return std::pow(x, y);
}

template <class R>
Value unary(const mergus_op& op, std::complex<R> x) {
    switch (op.code) {
    case MERGUS_OP_IDENTITY:
        return make(op.z_type, x);
    case MERGUS_OP_ONE:
        return make(op.z_type, std::complex<R>{1});
    case MERGUS_OP_AINV:
        return make(op.z_type, -x);
    case MERGUS_OP_MINV:
        return make(op.z_type, quotient_of(std::complex<R>{1}, x));
    case MERGUS_OP_CONJ:
        return make(op.z_type, std::conj(x));
    case MERGUS_OP_CREAL:
        return make(op.z_type, x.real());
    case MERGUS_OP_CIMAG:
        return make(op.z_type, x.imag());
    case MERGUS_OP_ABS:
        return make(op.z_type, std::abs(x));
    case MERGUS_OP_CARG:
        return make(op.z_type, std::arg(x));
    case MERGUS_OP_ISNAN:
        return make(op.z_type, std::isnan(x.real()) || std::isnan(x.imag()));
    case MERGUS_OP_ISINF:
        return make(op.z_type, std::isinf(x.real()) || std::isinf(x.imag()));
    case MERGUS_OP_ISFINITE:
        return make(op.z_type, std::isfinite(x.real()) && std::isfinite(x.imag()));
    default:
        return make(op.z_type, std::complex<R>(function(op, std::complex<double>(x))));
    }
}

template <class R>
Value binary(const mergus_op& op, std::complex<R> x, std::complex<R> y) {
    switch (op.code) {
    case MERGUS_OP_FIRST:
    case MERGUS_OP_ANY:
        return make(op.z_type, x);
    case MERGUS_OP_SECOND:
        return make(op.z_type, y);
    case MERGUS_OP_PAIR:
        return make(op.z_type, std::complex<R>{1});
    case MERGUS_OP_PLUS:
        return make(op.z_type, x + y);
    case MERGUS_OP_MINUS:
        return make(op.z_type, x - y);
    case MERGUS_OP_RMINUS:
        return make(op.z_type, y - x);
    case MERGUS_OP_TIMES:
        return make(op.z_type, product(x, y));
    case MERGUS_OP_DIV:
        return make(op.z_type, quotient_of(x, y));
    case MERGUS_OP_RDIV:
        return make(op.z_type, quotient_of(y, x));
    case MERGUS_OP_POW:
        return make(op.z_type, std::complex<R>(power(std::complex<double>(x), std::complex<double>(y))));
    case MERGUS_OP_ISEQ:
        return make(op.z_type, std::complex<R>(x == y ? 1 : 0));
    case MERGUS_OP_ISNE:
        return make(op.z_type, std::complex<R>(x == y ? 0 : 1));
    case MERGUS_OP_EQ:
    case MERGUS_OP_VALUEEQ:
        return make(op.z_type, x == y);
    case MERGUS_OP_NE:
    case MERGUS_OP_VALUENE:
        return make(op.z_type, x != y);
    default:
        undefined(op);
    }
}

} // namespace

Value complex_unary(const mergus_op& op, const Value& x) {
    if (x.type->code == MERGUS_FC32) return unary(op, x.as<std::complex<float>>());
    return unary(op, x.as<std::complex<double>>());
}

Value complex_binary(const mergus_op& op, const Value& x, const Value& y) {
    if (x.type->code == MERGUS_FC32)
        return binary(op, x.as<std::complex<float>>(), y.as<std::complex<float>>());
    return binary(op, x.as<std::complex<double>>(), y.as<std::complex<double>>());
}

bool is_simple(const Value& value) {
    const std::complex<double> x = to_complex(value);
    const double re = std::fabs(x.real()), im = std::fabs(x.imag()), larger = std::fmax(re, im);
    int exponent = 0;
    return (re == 0 || im == 0 || re == im) && (larger == 0 || std::frexp(larger, &exponent) == 0.5);
}

} // namespace mergus::reference
