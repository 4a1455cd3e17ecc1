/// \file neutral.hpp
/// The neutral value of an operator on real numbers, found by trying its host function.
#pragma once

#include <mergus/plugin/operators.h>

#include <cstdint>
#include <optional>

namespace mergus::cuda {

/// The low bytes of a value S for which S ⊕ x has the bits of x (any NaN for a NaN), as far as a few values x
/// of every kind show; nothing if there is none, or the type is neither real nor an integer. The identity has
/// to be neutral by the law of monoids, but for its bits: 0 + −0.0 is 0. Laws that a program breaks for some
/// values, such as max with the identity 0, show as well.
[[nodiscard]] std::optional<std::uint64_t> find_neutral(const mergus_monoid& monoid);

} // namespace mergus::cuda
