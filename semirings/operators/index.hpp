/// \file index.hpp
/// Operators of indices. A part of operators.hpp.

namespace mergus {
namespace functions {

// ---- index binary: (x, y, i, k, j) of the product A(i,k)·B(k,j)

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

// ---- index unary: (x, i, j, y). Indices are below 2^60, so j - i does not overflow, unlike i + y.

template <class T>
constexpr bool tril(T, int64_t i, int64_t j, int64_t y) {
    return j - i <= y;
}
template <class T>
constexpr bool triu(T, int64_t i, int64_t j, int64_t y) {
    return j - i >= y;
}
template <class T>
constexpr bool diag(T, int64_t i, int64_t j, int64_t y) {
    return j - i == y;
}
template <class T>
constexpr bool offdiag(T, int64_t i, int64_t j, int64_t y) {
    return j - i != y;
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
    return static_cast<T>(plus<int64_t>(j - i, y));
}

} // namespace functions
} // namespace mergus
