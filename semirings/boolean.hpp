/// \file boolean.hpp
/// Truth values.
#pragma once

#include <mergus/algebra.hpp>

namespace mergus {

/// reachability
inline constexpr Semiring<bool> lor_land{&detail::resolve_semiring<MERGUS_OP_LOR, MERGUS_OP_LAND, bool>};

/// its dual
inline constexpr Semiring<bool> land_lor{&detail::resolve_semiring<MERGUS_OP_LAND, MERGUS_OP_LOR, bool>};

/// linear algebra over GF(2)
inline constexpr Semiring<bool> lxor_land{&detail::resolve_semiring<MERGUS_OP_LXOR, MERGUS_OP_LAND, bool>};

/// its dual
inline constexpr Semiring<bool> lxnor_lor{&detail::resolve_semiring<MERGUS_OP_LXNOR, MERGUS_OP_LOR, bool>};

/// the same as lxnor_lor: eq is lxnor on bool
inline constexpr Semiring<bool> eq_lor{&detail::resolve_semiring<MERGUS_OP_EQ, MERGUS_OP_LOR, bool>};

} // namespace mergus
