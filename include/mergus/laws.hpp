/// \file laws.hpp
/// Tests whether an operator with its identity is the commutative monoid that mxm and reduce take it for. A
/// backend may add in any order and grouping, and may stop at the terminal value: where a law does not hold,
/// backends answer differently.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mergus {

enum class MonoidLaw { associative, commutative, identity, terminal };

/// "associative", …
MERGUS_API std::string_view law_name(MonoidLaw law) noexcept;

/// A law that does not hold, with values for which it does not.
struct BrokenLaw {
    MonoidLaw law;
    std::string counter_example; ///< "f(f(1, 2), 3) = -4, but f(1, f(2, 3)) = 2"
    bool only_special;           ///< it took an infinity, a NaN, or an end of the type's range to break it
};

struct LawOptions {
    std::uint64_t seed = 1;
    unsigned trials = 2000; ///< for each law, half of them with special values
    /// For a user type: values to try, one after the other, at least one. Built-in types need none; what is
    /// given is tried as well.
    const void* samples = nullptr;
    std::size_t sample_count = 0;
    /// For a user type: whether two values are the same, and a value as text. Nothing given: byte by byte,
    /// which also looks at padding, and in hexadecimal.
    bool (*equal)(const void* a, const void* b) = nullptr;
    std::string (*text)(const void* value) = nullptr;
};

/// The laws that are broken, each with its first counter-example; those that hold for all values that were
/// tried are not in the list, nor are those that the operator is declared not to keep (MonoidProperties).
/// Floating-point results are the same if they differ by no more than rounding explains, and groupings that
/// overflow or underflow on the way are not compared. That an identity swallows a NaN (as INFINITY under
/// fmin) does not count. The host function of the operator is called with random values: it must not fault
/// for any. \throws Error null_pointer; invalid_value for a user type without samples.
MERGUS_API std::vector<BrokenLaw> check_laws(const AnyMonoid& monoid, const LawOptions& options = {});
/// Those of its ⊕; mxm asks nothing of ⊗.
MERGUS_API std::vector<BrokenLaw> check_laws(const Semiring& semiring, const LawOptions& options = {});

} // namespace mergus
