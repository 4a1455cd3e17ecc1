/// \file operators.hpp
/// The built-in operators and the typecast, one definition for the host compiler and for device compilers.
///
/// This text is compiled into the library and also handed to run-time compilers, so it includes nothing, uses
/// only the language, fixed-width type names and the C math functions that every device has, and never
/// divides by zero, overflows a signed integer, or converts a value that does not fit. Semantics: GraphBLAS C
/// API 2.0, tables 3.3–3.5, and, where that leaves it open (integer division by zero, casts out of range),
/// what SuiteSparse:GraphBLAS does.

namespace mergus {
namespace ops {

// ---- traits, without <type_traits>
// --------------------------------------------------------------------------------

template <class T>
struct traits {
    static constexpr bool is_float = false, is_bool = false;
};
template <>
struct traits<float> {
    static constexpr bool is_float = true, is_bool = false;
};
template <>
struct traits<double> {
    static constexpr bool is_float = true, is_bool = false;
};
template <>
struct traits<bool> {
    static constexpr bool is_float = false, is_bool = true;
};

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

/// Unsigned arithmetic wide enough for T, in which wrapping is defined; short types would be promoted to int.
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

/// From floating to integer: NaN gives 0, values out of range the nearest bound; to bool: not equal to 0;
/// else as C does.
template <class To, class From>
constexpr To cast(From x) {
    if constexpr (is_same<To, From>) {
        return x;
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
    else
        return static_cast<T>(wide_t<T>(0) - static_cast<wide_t<T>>(x));
}

template <class T>
constexpr T abs(T x) {
    if constexpr (traits<T>::is_bool)
        return x;
    else if constexpr (traits<T>::is_float)
        return fabs(x);
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
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) + static_cast<wide_t<T>>(y));
}

template <class T>
constexpr T minus(T x, T y) {
    if constexpr (traits<T>::is_bool)
        return x != y;
    else if constexpr (traits<T>::is_float)
        return x - y;
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) - static_cast<wide_t<T>>(y));
}

template <class T>
constexpr T times(T x, T y) {
    if constexpr (traits<T>::is_bool)
        return x && y;
    else if constexpr (traits<T>::is_float)
        return x * y;
    else
        return static_cast<T>(static_cast<wide_t<T>>(x) * static_cast<wide_t<T>>(y));
}

/// Integers: x/0 is 0 for x = 0 and else the bound on x's side; x/−1 wraps.
template <class T>
constexpr T div(T x, T y) {
    if constexpr (traits<T>::is_bool) {
        return x;
    } else if constexpr (traits<T>::is_float) {
        return x / y;
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

/// Floating min and max leave a NaN out when the other value is none.
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

} // namespace ops
} // namespace mergus
