/// \file logic.hpp
/// Logical and bitwise binary operators, and comparisons. A part of operators.hpp.

namespace mergus {
namespace functions {

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

} // namespace functions
} // namespace mergus
