/// \file any.hpp
/// ⊕ picks any one of the products: reachability without arithmetic.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// reachability: 1 where any k exists
template <BuiltinType T>
inline constexpr Semiring<T> any_pair{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_PAIR, T>};

/// some A(i,k)
template <BuiltinType T>
inline constexpr Semiring<T> any_first{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_FIRST, T>};

/// some B(k,j)
template <BuiltinType T>
inline constexpr Semiring<T> any_second{&detail::resolve_semiring<MERGUS_OP_ANY, MERGUS_OP_SECOND, T>};

} // namespace mergus
