/// \file complex_math.hpp
/// Functions of complex numbers in double, from those of the math library on reals. A part of operators.hpp.
///
/// Arguments are finite; no intermediate result may overflow. Branch cuts are those of C, and continuous from
/// the side that the sign of a zero part names. Inverse functions: Kahan, Branch Cuts for Complex Elementary
/// Functions, 1987.

namespace mergus {
namespace functions {

typedef complex<double> complex_value;

/// i z and z / i
inline complex_value times_i(complex_value z) {
    return complex_value(-z.imag(), z.real());
}
inline complex_value over_i(complex_value z) {
    return complex_value(z.imag(), -z.real());
}

inline complex_value complex_sqrt(complex_value z) {
    const double a = z.real(), b = z.imag();
    if (a == 0 && b == 0) return complex_value(0, b);
    const double t = ::sqrt(0.5 * ::fabs(a) + 0.5 * ::hypot(a, b));
    return a >= 0 ? complex_value(t, 0.5 * b / t) : complex_value(0.5 * ::fabs(b) / t, ::copysign(t, b));
}

inline complex_value complex_exp(complex_value z) {
    const double size = ::exp(z.real());
    return complex_value(size * ::cos(z.imag()), size * ::sin(z.imag()));
}
inline complex_value complex_log(complex_value z) {
    return complex_value(::log(::hypot(z.real(), z.imag())), ::atan2(z.imag(), z.real()));
}
inline complex_value complex_exp2(complex_value z) {
    const double log_2 = 0.693147180559945309417;
    return complex_exp(complex_value(z.real() * log_2, z.imag() * log_2));
}
inline complex_value complex_expm1(complex_value z) {
    const complex_value y = complex_exp(z);
    return complex_value(y.real() - 1, y.imag());
}
inline complex_value complex_log2(complex_value z) {
    const complex_value y = complex_log(z);
    const double log_2 = 0.693147180559945309417;
    return complex_value(y.real() / log_2, y.imag() / log_2);
}
inline complex_value complex_log10(complex_value z) {
    const complex_value y = complex_log(z);
    const double log_10 = 2.302585092994045684018;
    return complex_value(y.real() / log_10, y.imag() / log_10);
}
inline complex_value complex_log1p(complex_value z) {
    return complex_log(complex_value(z.real() + 1, z.imag()));
}

inline complex_value complex_sinh(complex_value z) {
    return complex_value(::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag()));
}
inline complex_value complex_cosh(complex_value z) {
    return complex_value(::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag()));
}
/// sinh / cosh, with |cosh(z)|^2 = sinh(a)^2 + cos(b)^2. Beyond 22 the real part is 1 in double.
inline complex_value complex_tanh(complex_value z) {
    const double a = z.real(), cos_b = ::cos(z.imag()), sin_b = ::sin(z.imag());
    if (::fabs(a) > 22) return complex_value(::copysign(1.0, a), 4 * sin_b * cos_b * ::exp(-2 * ::fabs(a)));
    const double sinh_a = ::sinh(a), norm = sinh_a * sinh_a + cos_b * cos_b;
    return complex_value(sinh_a * ::cosh(a) / norm, sin_b * cos_b / norm);
}
inline complex_value complex_sin(complex_value z) {
    return over_i(complex_sinh(times_i(z)));
}
inline complex_value complex_cos(complex_value z) {
    return complex_cosh(times_i(z));
}
inline complex_value complex_tan(complex_value z) {
    return over_i(complex_tanh(times_i(z)));
}

inline complex_value complex_acos(complex_value z) {
    const complex_value p = complex_sqrt(complex_value(1 + z.real(), z.imag()));
    const complex_value m = complex_sqrt(complex_value(1 - z.real(), -z.imag()));
    return complex_value(2 * ::atan2(m.real(), p.real()), ::asinh(p.real() * m.imag() - p.imag() * m.real()));
}
inline complex_value complex_asin(complex_value z) {
    const complex_value p = complex_sqrt(complex_value(1 + z.real(), z.imag()));
    const complex_value m = complex_sqrt(complex_value(1 - z.real(), -z.imag()));
    return complex_value(::atan2(z.real(), m.real() * p.real() - m.imag() * p.imag()),
                         ::asinh(m.real() * p.imag() - m.imag() * p.real()));
}
inline complex_value complex_acosh(complex_value z) {
    const complex_value p = complex_sqrt(complex_value(z.real() + 1, z.imag()));
    const complex_value m = complex_sqrt(complex_value(z.real() - 1, z.imag()));
    return complex_value(::asinh(m.real() * p.real() + m.imag() * p.imag()), 2 * ::atan2(m.imag(), p.real()));
}
inline complex_value complex_atanh(complex_value z) {
    const double a = ::fabs(z.real()), b = z.imag();
    const double re = 0.25 * ::log1p(4 * a / ((1 - a) * (1 - a) + b * b));
    return complex_value(::copysign(re, z.real()), 0.5 * ::atan2(2 * b, (1 - a) * (1 + a) - b * b));
}
inline complex_value complex_asinh(complex_value z) {
    return over_i(complex_asin(times_i(z)));
}
inline complex_value complex_atan(complex_value z) {
    return over_i(complex_atanh(times_i(z)));
}

/// Real arguments with a real power: that. Otherwise exp(y log(x)). 0 to a power that is not real is 0 if its
/// real part is positive, otherwise NaN.
inline complex_value complex_pow(complex_value x, complex_value y) {
    const double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
    if (a != a || b != b || c != c || d != d) return complex_value(a + b + c + d, a + b + c + d);
    if (c == 0 && d == 0) return complex_value(1, 0);
    if (b == 0 && d == 0 && (a >= 0 || c == ::trunc(c))) return complex_value(::pow(a, c), 0);
    if (a == 0 && b == 0) {
        const double z = c > 0 ? 0 : a / a;
        return complex_value(z, z);
    }
    const complex_value log_x = complex_log(x);
    return complex_exp(
        complex_value(c * log_x.real() - d * log_x.imag(), c * log_x.imag() + d * log_x.real()));
}

} // namespace functions
} // namespace mergus
