/// \file arithmetic.hpp
/// Binary operators that choose or compute a number: z = f(x, y). A part of operators.hpp.

namespace mergus {
namespace functions {

template <class T>
constexpr T first(T x, T) {
    return x;
}
template <class T>
constexpr T second(T, T y) {
    return y;
}
template <class T>
constexpr T pair(T, T) {
    return T(1);
}
template <class T>
constexpr T any(T x, T) {
    return x;
}

template <class T>
constexpr T plus(T x, T y) {
    if constexpr (traits<T>::is_bool)
        return x || y;
    else if constexpr (traits<T>::is_float)
        return x + y;
    else if constexpr (traits<T>::is_complex)
        return T(x.real() + y.real(), x.imag() + y.imag());
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) + static_cast<wide_t<T>>(y));
}

template <class T>
constexpr T minus(T x, T y) {
    if constexpr (traits<T>::is_bool)
        return x != y;
    else if constexpr (traits<T>::is_float)
        return x - y;
    else if constexpr (traits<T>::is_complex)
        return T(x.real() - y.real(), x.imag() - y.imag());
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) - static_cast<wide_t<T>>(y));
}

/// x · y, rounded, not contracted with a sum by a device's compiler. A contracted complex product would be
/// infinite instead of NaN if one of its partial products overflows and the other is infinite.
#ifdef __CUDACC_RTC__
inline double rounded_product(double x, double y) {
    return __dmul_rn(x, y);
}
inline float rounded_product(float x, float y) {
    return __fmul_rn(x, y);
}
#else
template <class T>
constexpr T rounded_product(T x, T y) {
    return x * y;
}
#endif

template <class T>
constexpr T times(T x, T y) {
    if constexpr (traits<T>::is_bool)
        return x && y;
    else if constexpr (traits<T>::is_float)
        return x * y;
    else if constexpr (traits<T>::is_complex) // unlike C's Annex G, a NaN part is not corrected to infinity
        return T(rounded_product(x.real(), y.real()) - rounded_product(x.imag(), y.imag()),
                 rounded_product(x.real(), y.imag()) + rounded_product(x.imag(), y.real()));
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) * static_cast<wide_t<T>>(y));
}

/// (a + bi) / (c + di), scaled by the larger part of the divisor (Smith 1962). If the divisor is real or
/// imaginary, a zero part of the dividend gives a zero part of the quotient, even if the divisor is 0 or NaN.
constexpr complex<double> complex_quotient(double a, double b, double c, double d) {
    if (d == 0) {
        if (b == 0) return complex<double>(a / c, 0);
        if (a == 0) return complex<double>(0, b / c);
        return complex<double>(a / c, b / c);
    }
    if (c == 0) return complex_quotient(b, -a, d, 0);
    const double c_size = c < 0 ? -c : c, d_size = d < 0 ? -d : d;
    if (c_size >= d_size) {
        const double r = c_size == d_size ? ((c < 0) == (d < 0) ? 1 : -1) : d / c; // also of two infinities
        const double divisor = c + r * d;
        return complex<double>((a + b * r) / divisor, (b - a * r) / divisor);
    }
    const double r = c / d;
    const double divisor = r * c + d;
    return complex<double>((a * r + b) / divisor, (b * r - a) / divisor);
}

/// Integers: 0/0 is 0; x/0 is the type's greatest value for x > 0 and its least for x < 0; x/−1 wraps.
template <class T>
constexpr T div(T x, T y) {
    if constexpr (traits<T>::is_bool) {
        return x;
    } else if constexpr (traits<T>::is_float) {
        return x / y;
    } else if constexpr (traits<T>::is_complex) { // in double: parts of a complex<float> cannot
                                                  // overflow
        return cast<T>(complex_quotient(x.real(), x.imag(), y.real(), y.imag()));
    } else {
        if (y == T(0)) return x == T(0) ? T(0) : (x < T(0) ? min_of<T>() : max_of<T>());
        if constexpr (is_signed<T>()) {
            if (y == T(-1)) return ainv<T>(x);
        }
        return static_cast<T>(x / y);
    }
}

template <class T>
constexpr T rminus(T x, T y) {
    return minus<T>(y, x);
}
template <class T>
constexpr T rdiv(T x, T y) {
    return div<T>(y, x);
}
template <class T>
constexpr T minv(T x) {
    return div<T>(T(1), x);
}

/// Floating min and max of a NaN and a number are the number, as those of fmin and fmax, which have an
/// instruction for float on a GPU. For double they are seven instructions there, the comparisons four.
template <class T>
constexpr T min(T x, T y) {
    if constexpr (traits<T>::is_float && sizeof(T) == 4)
        return fmin(x, y);
    else if constexpr (traits<T>::is_float)
        return x <= y || y != y ? x : y;
    else
        return x < y ? x : y;
}
template <class T>
constexpr T max(T x, T y) {
    if constexpr (traits<T>::is_float && sizeof(T) == 4)
        return fmax(x, y);
    else if constexpr (traits<T>::is_float)
        return x >= y || y != y ? x : y;
    else
        return x > y ? x : y;
}

} // namespace functions
} // namespace mergus
