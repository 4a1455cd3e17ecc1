/// \file laws.hpp
/// Tests whether an operator with its identity is a commutative monoid, as mxm and reduce assume. A backend
/// may add in any order and grouping, and may stop at the terminal value. If a law does not hold, backends
/// give different results.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mergus {

/// A law of a commutative monoid.
enum class MonoidLaw { associative, commutative, identity, terminal };

/// "associative", …
MERGUS_API std::string_view law_name(MonoidLaw law) noexcept;

/// A law that does not hold, with a counter-example.
struct BrokenLaw {
    MonoidLaw law;               ///< the law
    std::string counter_example; ///< "f(f(1, 2), 3) = -4, but f(1, f(2, 3)) = 2"
    bool only_special; ///< all counter-examples contain an infinity, a NaN, or an extreme value of the type
};

/// What check_laws() tests with.
struct LawOptions {
    std::uint64_t seed = 1; ///< of the random values
    unsigned trials = 2000; ///< for each law, half of them with special values
    /// For a user type: a contiguous array of at least one value to test with. For a built-in type:
    /// optional additional values.
    const void* samples = nullptr;
    std::size_t sample_count = 0; ///< values in `samples`
    /// For a user type: comparison of two values, and a value as text. Defaults: comparison byte by byte,
    /// padding included; hexadecimal.
    bool (*equal)(const void* a, const void* b) = nullptr;
    std::string (*text)(const void* value) = nullptr; ///< see above
};

/// The broken laws, each with its first counter-example. Laws that hold for all tested values are not in
/// the list, and neither are laws that the operator is declared to lack (MonoidProperties). Floating-point
/// results are equal if they differ by rounding only; groupings that overflow or underflow are not
/// compared. An identity that swallows a NaN (INFINITY under fmin) is accepted. The operator's host
/// function is called with random values and must not crash for any of them. \throws Error null_pointer;
/// invalid_value for a user type without samples.
MERGUS_API std::vector<BrokenLaw> check_laws(const AnyMonoid& monoid, const LawOptions& options = {});
/// The same for ⊕ of a semiring. mxm requires no law of ⊗.
MERGUS_API std::vector<BrokenLaw> check_laws(const AnySemiring& semiring, const LawOptions& options = {});

} // namespace mergus
