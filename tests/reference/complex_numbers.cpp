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
    default:
        undefined(op);
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

/// The modulus of the parts that are finite.
double size_of(const Value& value) {
    const std::complex<double> x = to_complex(value);
    return std::hypot(std::isfinite(x.real()) ? x.real() : 0, std::isfinite(x.imag()) ? x.imag() : 0);
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

bool rounds_more_than_once(const mergus_op& op) noexcept {
    if (op.x_type == nullptr || !is_complex(op.x_type)) return false;
    if (op.code == MERGUS_OP_USER) return true; // a product and a sum in it may be contracted
    switch (op.code) {
    case MERGUS_OP_TIMES:
    case MERGUS_OP_DIV:
    case MERGUS_OP_RDIV:
    case MERGUS_OP_MINV:
    case MERGUS_OP_ABS:
    case MERGUS_OP_CARG:
        return true;
    default:
        return false;
    }
}

double complex_slack(const mergus_op& op, const Value& x, const Value& y, const Value& z) {
    if (!rounds_more_than_once(op)) return 0;
    const double roundings = op.code == MERGUS_OP_USER ? 64 : 8;
    double size = size_of(z);
    if (op.code == MERGUS_OP_USER) { // intermediate values that may cancel: products of a few arguments
        const double reach = (1 + size_of(x)) * (1 + size_of(y));
        if (std::isfinite(reach * reach)) size = std::fmax(size, reach * reach);
    }
    if (op.code == MERGUS_OP_TIMES) {
        const double factors = size_of(x) * size_of(y);
        if (is_exact_integer(x, z.type) && is_exact_integer(y, z.type) && factors <= 1 / epsilon(z.type))
            return 0;
        if (is_simple(x) && is_simple(y)) return 0;
        if (std::isfinite(factors)) size = std::fmax(size, factors);
    }
    const double least = z.type->code == MERGUS_FC32 || z.type->code == MERGUS_FP32
                             ? double{std::numeric_limits<float>::denorm_min()}
                             : std::numeric_limits<double>::denorm_min();
    return roundings * (epsilon(z.type) * size + least);
}

bool is_simple(const Value& value) {
    const std::complex<double> x = to_complex(value);
    const double re = std::fabs(x.real()), im = std::fabs(x.imag()), larger = std::fmax(re, im);
    int exponent = 0;
    return (re == 0 || im == 0 || re == im) && (larger == 0 || std::frexp(larger, &exponent) == 0.5);
}

} // namespace mergus::reference
