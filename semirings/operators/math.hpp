/// \file math.hpp
/// Functions of numbers that are not integers, and powers. Real ones are those of the math library; complex
/// ones are made from them in complex_math.hpp. A part of operators.hpp.
///
/// The names here hide those of the library: a call of the latter starts with ::.

namespace mergus {
namespace functions {

template <class T>
constexpr T sqrt(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_sqrt(x));
    else
        return ::sqrt(x);
}
template <class T>
constexpr T exp(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_exp(x));
    else
        return ::exp(x);
}
template <class T>
constexpr T exp2(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_exp2(x));
    else
        return ::exp2(x);
}
template <class T>
constexpr T expm1(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_expm1(x));
    else
        return ::expm1(x);
}
template <class T>
constexpr T log(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_log(x));
    else
        return ::log(x);
}
template <class T>
constexpr T log2(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_log2(x));
    else
        return ::log2(x);
}
template <class T>
constexpr T log10(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_log10(x));
    else
        return ::log10(x);
}
template <class T>
constexpr T log1p(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_log1p(x));
    else
        return ::log1p(x);
}
template <class T>
constexpr T sin(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_sin(x));
    else
        return ::sin(x);
}
template <class T>
constexpr T cos(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_cos(x));
    else
        return ::cos(x);
}
template <class T>
constexpr T tan(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_tan(x));
    else
        return ::tan(x);
}
template <class T>
constexpr T asin(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_asin(x));
    else
        return ::asin(x);
}
template <class T>
constexpr T acos(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_acos(x));
    else
        return ::acos(x);
}
template <class T>
constexpr T atan(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_atan(x));
    else
        return ::atan(x);
}
template <class T>
constexpr T sinh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_sinh(x));
    else
        return ::sinh(x);
}
template <class T>
constexpr T cosh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_cosh(x));
    else
        return ::cosh(x);
}
template <class T>
constexpr T tanh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_tanh(x));
    else
        return ::tanh(x);
}
template <class T>
constexpr T asinh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_asinh(x));
    else
        return ::asinh(x);
}
template <class T>
constexpr T acosh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_acosh(x));
    else
        return ::acosh(x);
}
template <class T>
constexpr T atanh(T x) {
    if constexpr (traits<T>::is_complex)
        return cast<T>(complex_atanh(x));
    else
        return ::atanh(x);
}

template <class T>
constexpr T cbrt(T x) {
    return ::cbrt(x);
}
template <class T>
constexpr T erf(T x) {
    return ::erf(x);
}
template <class T>
constexpr T erfc(T x) {
    return ::erfc(x);
}
template <class T>
constexpr T lgamma(T x) {
    return ::lgamma(x);
}
template <class T>
constexpr T tgamma(T x) {
    return ::tgamma(x);
}

// Of a complex number each part.
template <class T>
constexpr T ceil(T x) {
    if constexpr (traits<T>::is_complex)
        return T(::ceil(x.real()), ::ceil(x.imag()));
    else
        return ::ceil(x);
}
template <class T>
constexpr T floor(T x) {
    if constexpr (traits<T>::is_complex)
        return T(::floor(x.real()), ::floor(x.imag()));
    else
        return ::floor(x);
}
template <class T>
constexpr T round(T x) {
    if constexpr (traits<T>::is_complex)
        return T(::round(x.real()), ::round(x.imag()));
    else
        return ::round(x);
}
template <class T>
constexpr T trunc(T x) {
    if constexpr (traits<T>::is_complex)
        return T(::trunc(x.real()), ::trunc(x.imag()));
    else
        return ::trunc(x);
}

template <class T>
constexpr T signum(T x) {
    if constexpr (traits<T>::is_complex) {
        if (x == T(0)) return T(0);
        const real_t<T> size = ::hypot(x.real(), x.imag());
        return T(x.real() / size, x.imag() / size);
    } else {
        if (x != x) return x;
        return x < 0 ? T(-1) : x > 0 ? T(1) : T(0);
    }
}

// Written with arithmetic, because isnan and its like are macros in C and functions in C++. x - x is 0 for
// finite x, otherwise NaN.
template <class T>
constexpr bool isnan(T x) {
    if constexpr (traits<T>::is_complex)
        return isnan(x.real()) || isnan(x.imag());
    else
        return x != x;
}
template <class T>
constexpr bool isfinite(T x) {
    if constexpr (traits<T>::is_complex)
        return isfinite(x.real()) && isfinite(x.imag());
    else
        return x - x == 0;
}
template <class T>
constexpr bool isinf(T x) {
    if constexpr (traits<T>::is_complex)
        return isinf(x.real()) || isinf(x.imag());
    else
        return x == x && x - x != 0;
}

/// x to the power y >= 0 by squaring, in double. Exact below 2^53; above, equal on every device.
constexpr double power_of_integer(double x, uint64_t y) {
    double z = 1;
    for (; y != 0; y /= 2) {
        if (y % 2 != 0) z *= x;
        x *= x;
    }
    return z;
}

/// NaN if x or y is, otherwise 1 for y = 0. Integers: rounded towards 0 and limited to the type; a negative
/// power of 0 is the greatest value.
template <class T>
constexpr T pow(T x, T y) {
    if constexpr (traits<T>::is_bool) {
        return x || !y;
    } else if constexpr (traits<T>::is_complex) {
        return cast<T>(complex_pow(x, y));
    } else if constexpr (traits<T>::is_float) {
        if (x != x || y != y) return x + y;
        return y == 0 ? T(1) : ::pow(x, y);
    } else {
        if constexpr (is_signed<T>()) {
            if (y < 0) {
                if (x == 0) return max_of<T>();
                if (x == 1) return x;
                return x == -1 ? (y % 2 != 0 ? x : T(1)) : T(0);
            }
        }
        return cast<T>(power_of_integer(static_cast<double>(x), static_cast<uint64_t>(y)));
    }
}

template <class T>
constexpr T atan2(T x, T y) {
    return ::atan2(x, y);
}
template <class T>
constexpr T hypot(T x, T y) {
    return ::hypot(x, y);
}
template <class T>
constexpr T fmod(T x, T y) {
    return ::fmod(x, y);
}
template <class T>
constexpr T remainder(T x, T y) {
    return ::remainder(x, y);
}
template <class T>
constexpr T copysign(T x, T y) {
    return ::copysign(x, y);
}

} // namespace functions
} // namespace mergus
