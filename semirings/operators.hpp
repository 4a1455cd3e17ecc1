/// \file operators.hpp
/// The built-in operators and the typecast, one definition for the host compiler and for device compilers.
///
/// This text is compiled into the library and also handed to run-time compilers, so it includes nothing, uses
/// only the language, fixed-width type names and the C math functions that every device has, and never
/// divides by zero, overflows a signed integer, or converts a value that does not fit. Semantics: GraphBLAS
/// C API 2.0, tables 3.3–3.5. Where it leaves the result open (integer division by zero, casts out of
/// range, complex numbers): as SuiteSparse:GraphBLAS.
///
/// mergus::complex<R> must be defined before this text, with a constructor from two parts, real() and
/// imag(). On the host it is std::complex (types.hpp), on a device a struct of the same layout.

namespace mergus {
namespace functions {

// ---- traits, without <type_traits>
// --------------------------------------------------------------------------------

template <class T>
struct traits {
    static constexpr bool is_float = false, is_bool = false, is_complex = false;
    typedef T real; // the type of a part
};
template <>
struct traits<float> {
    static constexpr bool is_float = true, is_bool = false, is_complex = false;
    typedef float real;
};
template <>
struct traits<double> {
    static constexpr bool is_float = true, is_bool = false, is_complex = false;
    typedef double real;
};
template <>
struct traits<bool> {
    static constexpr bool is_float = false, is_bool = true, is_complex = false;
    typedef bool real;
};
template <class R>
struct traits<complex<R>> {
    static constexpr bool is_float = false, is_bool = false, is_complex = true;
    typedef R real;
};
template <class T>
using real_t = typename traits<T>::real;

template <class T, class U>
inline constexpr bool is_same = false;
template <class T>
inline constexpr bool is_same<T, T> = true;

template <class T>
constexpr bool is_signed() {
    return T(-1) < T(0);
}

/// Greatest and least value of an integer type.
template <class T>
constexpr T max_of() {
    if constexpr (is_signed<T>())
        return static_cast<T>((1ULL << (8 * sizeof(T) - 1)) - 1);
    else
        return static_cast<T>(~0ULL);
}
template <class T>
constexpr T min_of() {
    if constexpr (is_signed<T>())
        return static_cast<T>(-max_of<T>() - 1);
    else
        return T(0);
}

/// An unsigned type wide enough for T. Its arithmetic wraps; shorter types would be promoted to int, whose
/// overflow is undefined.
template <class T>
struct wide {
    using type = unsigned int;
};
template <>
struct wide<int64_t> {
    using type = uint64_t;
};
template <>
struct wide<uint64_t> {
    using type = uint64_t;
};
template <class T>
using wide_t = typename wide<T>::type;

// ---- typecast
// -------------------------------------------------------------------------------------------------------

/// From floating to integer: NaN gives 0, a value out of range gives the nearest bound. To bool: x ≠ 0.
/// From complex to real: the real part. Otherwise as in C.
template <class To, class From>
constexpr To cast(From x) {
    if constexpr (is_same<To, From>) {
        return x;
    } else if constexpr (traits<From>::is_complex && traits<To>::is_bool) {
        return x.real() != 0 || x.imag() != 0;
    } else if constexpr (traits<From>::is_complex && traits<To>::is_complex) {
        return To(cast<real_t<To>>(x.real()), cast<real_t<To>>(x.imag()));
    } else if constexpr (traits<From>::is_complex) {
        return cast<To>(x.real());
    } else if constexpr (traits<To>::is_complex) {
        return To(cast<real_t<To>>(x), 0);
    } else if constexpr (traits<To>::is_bool) {
        return x != From(0);
    } else if constexpr (traits<From>::is_float && !traits<To>::is_float) {
        if (!(x == x)) return To(0);
        if (x <= static_cast<From>(min_of<To>())) return min_of<To>();
        if (x >= static_cast<From>(max_of<To>())) return max_of<To>();
        return static_cast<To>(x);
    } else {
        return static_cast<To>(x);
    }
}

// ---- unary
// ----------------------------------------------------------------------------------------------------------

template <class T>
constexpr T identity(T x) {
    return x;
}
template <class T>
constexpr T one(T) {
    return T(1);
}

template <class T>
constexpr T ainv(T x) {
    if constexpr (traits<T>::is_bool)
        return x;
    else if constexpr (traits<T>::is_float)
        return -x;
    else if constexpr (traits<T>::is_complex)
        return T(-x.real(), -x.imag());
    else
        return static_cast<T>(wide_t<T>(0) - static_cast<wide_t<T>>(x));
}

/// Complex: the modulus, which is real.
template <class T>
constexpr real_t<T> abs(T x) {
    if constexpr (traits<T>::is_bool)
        return x;
    else if constexpr (traits<T>::is_float)
        return fabs(x);
    else if constexpr (traits<T>::is_complex)
        return hypot(x.real(), x.imag());
    else
        return x < T(0) ? ainv<T>(x) : x;
}

template <class T>
constexpr T lnot(T x) {
    return static_cast<T>(!(x != T(0)));
}
template <class T>
constexpr T bnot(T x) {
    return static_cast<T>(~static_cast<wide_t<T>>(x));
}

template <class T>
constexpr T conj(T x) {
    return T(x.real(), -x.imag());
}
template <class T>
constexpr real_t<T> creal(T x) {
    return x.real();
}
template <class T>
constexpr real_t<T> cimag(T x) {
    return x.imag();
}
template <class T>
constexpr real_t<T> carg(T x) {
    return atan2(x.imag(), x.real());
}

// ---- binary
// ---------------------------------------------------------------------------------------------------------

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

/// x · y, rounded: a device's compiler must not contract it with a sum. A contracted complex product would
/// give infinity instead of NaN where one of its partial products overflows and the other is infinite.
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

/// (a + bi) / (c + di), scaled by the larger part of the divisor (Smith 1962). Where the divisor is real or
/// imaginary, a part of the dividend that is 0 gives a part that is 0, even if the divisor is 0 or NaN.
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
    } else if constexpr (traits<T>::is_complex) { // in double, where the parts of a complex<float> cannot
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

/// Floating min and max of a NaN and a number are the number.
template <class T>
constexpr T min(T x, T y) {
    if constexpr (traits<T>::is_float)
        return fmin(x, y);
    else
        return x < y ? x : y;
}
template <class T>
constexpr T max(T x, T y) {
    if constexpr (traits<T>::is_float)
        return fmax(x, y);
    else
        return x > y ? x : y;
}

template <class T>
constexpr T lor(T x, T y) {
    return static_cast<T>((x != T(0)) || (y != T(0)));
}
template <class T>
constexpr T land(T x, T y) {
    return static_cast<T>((x != T(0)) && (y != T(0)));
}
template <class T>
constexpr T lxor(T x, T y) {
    return static_cast<T>((x != T(0)) != (y != T(0)));
}
template <class T>
constexpr T lxnor(T x, T y) {
    return static_cast<T>((x != T(0)) == (y != T(0)));
}

template <class T>
constexpr T bor(T x, T y) {
    return static_cast<T>(static_cast<wide_t<T>>(x) | static_cast<wide_t<T>>(y));
}
template <class T>
constexpr T band(T x, T y) {
    return static_cast<T>(static_cast<wide_t<T>>(x) & static_cast<wide_t<T>>(y));
}
template <class T>
constexpr T bxor(T x, T y) {
    return static_cast<T>(static_cast<wide_t<T>>(x) ^ static_cast<wide_t<T>>(y));
}
template <class T>
constexpr T bxnor(T x, T y) {
    return static_cast<T>(~(static_cast<wide_t<T>>(x) ^ static_cast<wide_t<T>>(y)));
}

template <class T>
constexpr bool eq(T x, T y) {
    return x == y;
}
template <class T>
constexpr bool ne(T x, T y) {
    return x != y;
}
template <class T>
constexpr bool lt(T x, T y) {
    return x < y;
}
template <class T>
constexpr bool gt(T x, T y) {
    return x > y;
}
template <class T>
constexpr bool le(T x, T y) {
    return x <= y;
}
template <class T>
constexpr bool ge(T x, T y) {
    return x >= y;
}

// ---- positional: (a, b, i, k, j) of the product A(i,k)·B(k,j)
// ----------------------------------------------------------

template <class T>
constexpr T firsti(T, T, int64_t i, int64_t, int64_t) {
    return static_cast<T>(i);
}
template <class T>
constexpr T firsti1(T, T, int64_t i, int64_t, int64_t) {
    return static_cast<T>(i + 1);
}
template <class T>
constexpr T firstj(T, T, int64_t, int64_t k, int64_t) {
    return static_cast<T>(k);
}
template <class T>
constexpr T firstj1(T, T, int64_t, int64_t k, int64_t) {
    return static_cast<T>(k + 1);
}
template <class T>
constexpr T secondi(T, T, int64_t, int64_t k, int64_t) {
    return static_cast<T>(k);
}
template <class T>
constexpr T secondi1(T, T, int64_t, int64_t k, int64_t) {
    return static_cast<T>(k + 1);
}
template <class T>
constexpr T secondj(T, T, int64_t, int64_t, int64_t j) {
    return static_cast<T>(j);
}
template <class T>
constexpr T secondj1(T, T, int64_t, int64_t, int64_t j) {
    return static_cast<T>(j + 1);
}

// ---- index unary: (x, i, j, y)
// -----------------------------------------------------------------------------------------

template <class T>
constexpr bool tril(T, int64_t i, int64_t j, int64_t y) {
    return j <= plus<int64_t>(i, y);
}
template <class T>
constexpr bool triu(T, int64_t i, int64_t j, int64_t y) {
    return j >= plus<int64_t>(i, y);
}
template <class T>
constexpr bool diag(T, int64_t i, int64_t j, int64_t y) {
    return j == plus<int64_t>(i, y);
}
template <class T>
constexpr bool offdiag(T, int64_t i, int64_t j, int64_t y) {
    return j != plus<int64_t>(i, y);
}
template <class T>
constexpr bool rowle(T, int64_t i, int64_t, int64_t y) {
    return i <= y;
}
template <class T>
constexpr bool rowgt(T, int64_t i, int64_t, int64_t y) {
    return i > y;
}
template <class T>
constexpr bool colle(T, int64_t, int64_t j, int64_t y) {
    return j <= y;
}
template <class T>
constexpr bool colgt(T, int64_t, int64_t j, int64_t y) {
    return j > y;
}
template <class T>
constexpr bool valueeq(T x, int64_t, int64_t, T y) {
    return x == y;
}
template <class T>
constexpr bool valuene(T x, int64_t, int64_t, T y) {
    return x != y;
}
template <class T>
constexpr bool valuelt(T x, int64_t, int64_t, T y) {
    return x < y;
}
template <class T>
constexpr bool valuele(T x, int64_t, int64_t, T y) {
    return x <= y;
}
template <class T>
constexpr bool valuegt(T x, int64_t, int64_t, T y) {
    return x > y;
}
template <class T>
constexpr bool valuege(T x, int64_t, int64_t, T y) {
    return x >= y;
}
template <class T>
constexpr T rowindex(T, int64_t i, int64_t, int64_t y) {
    return static_cast<T>(plus<int64_t>(i, y));
}
template <class T>
constexpr T colindex(T, int64_t, int64_t j, int64_t y) {
    return static_cast<T>(plus<int64_t>(j, y));
}
template <class T>
constexpr T diagindex(T, int64_t i, int64_t j, int64_t y) {
    return static_cast<T>(plus<int64_t>(minus<int64_t>(j, i), y));
}

} // namespace functions
} // namespace mergus
