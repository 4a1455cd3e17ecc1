/// \file arithmetic.hpp
/// Sums and products of numbers.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// ordinary linear algebra
template <NumericType T>
inline constexpr Semiring<T> plus_times{&detail::resolve_semiring<MERGUS_OP_PLUS, MERGUS_OP_TIMES, T>};

/// sums of pairwise minima
template <RealType T>
inline constexpr Semiring<T> plus_min{&detail::resolve_semiring<MERGUS_OP_PLUS, MERGUS_OP_MIN, T>};

/// products of sums
template <NumericType T>
inline constexpr Semiring<T> times_plus{&detail::resolve_semiring<MERGUS_OP_TIMES, MERGUS_OP_PLUS, T>};

} // namespace mergus
