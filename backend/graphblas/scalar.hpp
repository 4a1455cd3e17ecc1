/// \file scalar.hpp
/// Values of GrB_Scalar objects, and casts of single values.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// Whether values can be cast: built-in types to each other, a user's type to itself.
[[nodiscard]] bool castable(const mergus_type* from, const mergus_type* to) noexcept;
/// s becomes the value, cast to the type of s. \throws Failure GrB_DOMAIN_MISMATCH
void set_scalar(mergus_grb_scalar& s, const Scalar& value);

} // namespace mergus::grb
