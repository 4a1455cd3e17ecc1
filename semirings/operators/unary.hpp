/// \file unary.hpp
/// Unary operators: z = f(x). minv, which divides, is in arithmetic.hpp. A part of operators.hpp.

namespace mergus {
namespace functions {

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
        return ::fabs(x);
    else if constexpr (traits<T>::is_complex)
        return ::hypot(x.real(), x.imag());
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
    return ::atan2(x.imag(), x.real());
}

} // namespace functions
} // namespace mergus
