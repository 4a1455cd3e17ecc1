/// \file user_algebra.hpp
/// User-defined types, operators, monoids and semirings for the suite, made with the public macros. Each has
/// a property that no built-in one has: a struct of 16, 24, 32 or 64 bytes, padding inside a struct, indices
/// in the product, three different domains, a terminal of a user's, a product that does not commute, sums
/// that are not exact.
#pragma once

#include "conformance/random.hpp"

#include <mergus/define.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace mergus::conformance {

/// A path's length and the vertex it goes through.
MERGUS_TYPE(hop, double distance; int64_t via;);

/// a + b·x + c·x² modulo x³ and 2^64.
MERGUS_TYPE(poly3, uint64_t a; uint64_t b; uint64_t c;);

/// 4 × 4 matrices modulo 2^32, row by row: the widest values that every backend supports.
MERGUS_TYPE(block4, uint32_t m[16];);

/// Seven bytes of padding after `rank`, three after `label`.
MERGUS_TYPE(padded, int8_t rank; double weight; int8_t label; int32_t count;);

/// How the suite treats a user type.
struct UserType {
    const mergus_type* type;
    /// A random value, with random bytes in its padding.
    void (*random)(void* value, Random& random);
    /// Compares by members.
    bool (*equal)(const void* a, const void* b);
    std::string (*text)(const void* value);
    /// Matrices of this type are also inputs of operators that ignore the argument.
    bool ignored_argument;
};
std::span<const UserType> user_types();
/// nullptr for a built-in type.
const UserType* find_user_type(const mergus_type* type);

struct UserSemiring {
    const char* name;
    const mergus_semiring* handle;
    bool distributes; ///< exactly, on all values: the laws are tested
};
std::span<const UserSemiring> user_semirings();

struct UserMonoid {
    const char* name;
    const mergus_monoid* handle;
};
std::span<const UserMonoid> user_monoids();

struct UserOp {
    const char* name;
    const mergus_op* handle;
    bool adds_to_indices = false; ///< the scalar of the call: kept small, so that sums do not overflow
};
std::span<const UserOp> user_ops();

} // namespace mergus::conformance
