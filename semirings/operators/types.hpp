/// \file types.hpp
/// Traits of the built-in types, without <type_traits>, and the typecast. A part of operators.hpp.

namespace mergus {
namespace functions {

template <class T>
struct traits {
    static constexpr bool is_float = false, is_bool = false, is_complex = false;
    typedef T real; // the type of the real part
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

} // namespace functions
} // namespace mergus
