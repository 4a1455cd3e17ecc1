/// \file operands.hpp
/// The matrices that an operation has, and their shapes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mergus::conformance {

enum Role : std::size_t { role_C, role_M, role_A, role_B, role_count };

/// A set of roles as bits.
using Roles = unsigned;

template <class... Role>
constexpr Roles roles(Role... role) {
    return ((1U << role) | ... | 0U);
}

constexpr bool contains(Roles set, Role role) {
    return (set & roles(role)) != 0;
}

struct Extent {
    std::uint64_t nrows = 0, ncols = 0;
    bool operator==(const Extent&) const = default;
};

} // namespace mergus::conformance
