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

/// The lowest bit has the number 1, as in SuiteSparse.
template <class T>
constexpr bool is_bit(T y) {
    return y > T(0) && static_cast<uint64_t>(y) <= 8 * sizeof(T);
}
template <class T>
constexpr wide_t<T> bit(T y) {
    return static_cast<wide_t<T>>(wide_t<T>(1) << (y - T(1)));
}
template <class T>
constexpr T bget(T x, T y) {
    return static_cast<T>(is_bit<T>(y) && (static_cast<wide_t<T>>(x) & bit<T>(y)) != 0);
}
template <class T>
constexpr T bset(T x, T y) {
    return is_bit<T>(y) ? static_cast<T>(static_cast<wide_t<T>>(x) | bit<T>(y)) : x;
}
template <class T>
constexpr T bclr(T x, T y) {
    return is_bit<T>(y) ? static_cast<T>(static_cast<wide_t<T>>(x) & ~bit<T>(y)) : x;
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

template <class T>
constexpr T iseq(T x, T y) {
    return T(eq<T>(x, y));
}
template <class T>
constexpr T isne(T x, T y) {
    return T(ne<T>(x, y));
}
template <class T>
constexpr T islt(T x, T y) {
    return T(lt<T>(x, y));
}
template <class T>
constexpr T isgt(T x, T y) {
    return T(gt<T>(x, y));
}
template <class T>
constexpr T isle(T x, T y) {
    return T(le<T>(x, y));
}
template <class T>
constexpr T isge(T x, T y) {
    return T(ge<T>(x, y));
}

} // namespace functions
} // namespace mergus
