/// \file descriptor.hpp
/// Flags of the calls in the order of the C API: how an operation treats its mask, its output and its inputs.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <cstdint>

namespace mergus {

/// A set of flags; combine with |. The calls in the order of the C API take one (c_order.hpp). The C++ calls
/// have named options instead (options.hpp).
struct Descriptor {
    std::uint32_t bits = 0; ///< mergus_descriptor_bits (MERGUS_DESC_…)

    /// Flags that are in one of the two, or in both.
    constexpr Descriptor operator|(Descriptor other) const noexcept { return {bits | other.bits}; }
    /// Flags that are in exactly one of the two.
    constexpr Descriptor operator^(Descriptor other) const noexcept { return {bits ^ other.bits}; }
    constexpr bool operator==(const Descriptor&) const noexcept = default;
    /// Whether all of these flags are set.
    [[nodiscard]] constexpr bool has(Descriptor flags) const noexcept {
        return (bits & flags.bits) == flags.bits;
    }
};

// The specification's constants (GrB_DESC_…): R replace, S structure, C complement, T0 and T1 transposed
// inputs.
inline constexpr Descriptor DESC_R{MERGUS_DESC_REPLACE};    ///< delete entries of C outside of the mask
inline constexpr Descriptor DESC_S{MERGUS_DESC_STRUCTURE};  ///< use the mask's pattern, not its values
inline constexpr Descriptor DESC_C{MERGUS_DESC_COMPLEMENT}; ///< complement the mask; complement() undoes it
inline constexpr Descriptor DESC_T0{MERGUS_DESC_TRAN0};     ///< A' in place of A
inline constexpr Descriptor DESC_T1{MERGUS_DESC_TRAN1};     ///< B' in place of B
/// The same bits in every run, on every stream and every model of a device, as in a context made with
/// ContextOptions::deterministic. Not in the specification. \throws Error not_implemented if the backend does
/// not support it.
inline constexpr Descriptor DESC_DETERMINISTIC{MERGUS_DESC_DETERMINISTIC};

// Combinations.
inline constexpr Descriptor DESC_T0T1 = DESC_T0 | DESC_T1;
inline constexpr Descriptor DESC_CT1 = DESC_C | DESC_T1;
inline constexpr Descriptor DESC_CT0 = DESC_C | DESC_T0;
inline constexpr Descriptor DESC_CT0T1 = DESC_C | DESC_T0T1;
inline constexpr Descriptor DESC_ST1 = DESC_S | DESC_T1;
inline constexpr Descriptor DESC_ST0 = DESC_S | DESC_T0;
inline constexpr Descriptor DESC_ST0T1 = DESC_S | DESC_T0T1;
inline constexpr Descriptor DESC_SC = DESC_S | DESC_C;
inline constexpr Descriptor DESC_SCT1 = DESC_SC | DESC_T1;
inline constexpr Descriptor DESC_SCT0 = DESC_SC | DESC_T0;
inline constexpr Descriptor DESC_SCT0T1 = DESC_SC | DESC_T0T1;
inline constexpr Descriptor DESC_RT1 = DESC_R | DESC_T1;
inline constexpr Descriptor DESC_RT0 = DESC_R | DESC_T0;
inline constexpr Descriptor DESC_RT0T1 = DESC_R | DESC_T0T1;
inline constexpr Descriptor DESC_RC = DESC_R | DESC_C;
inline constexpr Descriptor DESC_RCT1 = DESC_RC | DESC_T1;
inline constexpr Descriptor DESC_RCT0 = DESC_RC | DESC_T0;
inline constexpr Descriptor DESC_RCT0T1 = DESC_RC | DESC_T0T1;
inline constexpr Descriptor DESC_RS = DESC_R | DESC_S;
inline constexpr Descriptor DESC_RST1 = DESC_RS | DESC_T1;
inline constexpr Descriptor DESC_RST0 = DESC_RS | DESC_T0;
inline constexpr Descriptor DESC_RST0T1 = DESC_RS | DESC_T0T1;
inline constexpr Descriptor DESC_RSC = DESC_RS | DESC_C;
inline constexpr Descriptor DESC_RSCT1 = DESC_RSC | DESC_T1;
inline constexpr Descriptor DESC_RSCT0 = DESC_RSC | DESC_T0;
inline constexpr Descriptor DESC_RSCT0T1 = DESC_RSC | DESC_T0T1;

} // namespace mergus
