/// \file bitwise.hpp
/// Sets of bits.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// union over k of A(i,k) ∩ B(k,j)
template <IntegerType T>
inline constexpr Semiring<T> bor_band{&detail::resolve_semiring<MERGUS_OP_BOR, MERGUS_OP_BAND, T>};

/// linear algebra over GF(2), a separate system for each bit
template <IntegerType T>
inline constexpr Semiring<T> bxor_band{&detail::resolve_semiring<MERGUS_OP_BXOR, MERGUS_OP_BAND, T>};

} // namespace mergus
