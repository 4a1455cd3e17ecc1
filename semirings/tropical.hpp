/// \file tropical.hpp
/// Paths: min and max over sums, products, and each other.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// shortest paths: C(i,j) = min over k of A(i,k) + B(k,j)
template <RealType T>
inline constexpr Semiring<T> min_plus{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_PLUS, T>};

/// longest (critical) paths
template <RealType T>
inline constexpr Semiring<T> max_plus{&detail::resolve_semiring<MERGUS_OP_MAX, MERGUS_OP_PLUS, T>};

/// least product along a path
template <RealType T>
inline constexpr Semiring<T> min_times{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_TIMES, T>};

/// greatest product, e.g. the most reliable path
template <RealType T>
inline constexpr Semiring<T> max_times{&detail::resolve_semiring<MERGUS_OP_MAX, MERGUS_OP_TIMES, T>};

/// minimax (bottleneck) paths
template <RealType T>
inline constexpr Semiring<T> min_max{&detail::resolve_semiring<MERGUS_OP_MIN, MERGUS_OP_MAX, T>};

/// widest paths: the greatest least capacity
template <RealType T>
inline constexpr Semiring<T> max_min{&detail::resolve_semiring<MERGUS_OP_MAX, MERGUS_OP_MIN, T>};

} // namespace mergus
