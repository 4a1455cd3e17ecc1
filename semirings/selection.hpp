/// \file selection.hpp
/// Products that are one of the factors, or 1 for each pair of entries.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// the number of k: counts paths of length two, and triangles
template <NumericType T>
inline constexpr Semiring<T> plus_pair{&detail::resolve_semiring<MERGUS_OP_PLUS, MERGUS_OP_PAIR, T>};

/// row sums of A over the pattern of B
template <NumericType T>
inline constexpr Semiring<T> plus_first{&detail::resolve_semiring<MERGUS_OP_PLUS, MERGUS_OP_FIRST, T>};

/// column sums of B over the pattern of A
template <NumericType T>
inline constexpr Semiring<T> plus_second{&detail::resolve_semiring<MERGUS_OP_PLUS, MERGUS_OP_SECOND, T>};

/// the least A(i,k) met
template <RealType T>
inline constexpr Semiring<T> min_first{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_FIRST, T>};

/// the least B(k,j) met
template <RealType T>
inline constexpr Semiring<T> min_second{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_SECOND, T>};

/// the greatest A(i,k) met
template <RealType T>
inline constexpr Semiring<T> max_first{&detail::resolve_semiring<MERGUS_OP_MAX, MERGUS_OP_FIRST, T>};

/// the greatest B(k,j) met
template <RealType T>
inline constexpr Semiring<T> max_second{&detail::resolve_semiring<MERGUS_OP_MAX, MERGUS_OP_SECOND, T>};

} // namespace mergus
