/// \file descriptor.hpp
/// How an operation treats its mask, its output and its inputs.
#pragma once

#include <mergus/export.hpp>
#include <mergus/plugin.h>

#include <cstdint>

namespace mergus {

/// A set of the specification's flags; combine with |.
struct Descriptor {
    std::uint32_t bits = 0;

    constexpr Descriptor operator|(Descriptor other) const noexcept { return {bits | other.bits}; }
    /// Flags that one of the two has, not both.
    constexpr Descriptor operator^(Descriptor other) const noexcept { return {bits ^ other.bits}; }
    constexpr bool operator==(const Descriptor&) const noexcept = default;
    [[nodiscard]] constexpr bool has(Descriptor flags) const noexcept {
        return (bits & flags.bits) == flags.bits;
    }
};

inline constexpr Descriptor default_descriptor{};
inline constexpr Descriptor replace{MERGUS_DESC_REPLACE}; ///< clear C first (GrB_REPLACE)
inline constexpr Descriptor use_structure{
    MERGUS_DESC_STRUCTURE}; ///< use the mask's pattern, not its values (GrB_STRUCTURE)
inline constexpr Descriptor use_complement{
    MERGUS_DESC_COMPLEMENT}; ///< complement the mask (GrB_COMP); with complement(): not
inline constexpr Descriptor transpose_first{MERGUS_DESC_TRAN0};  ///< A' in place of A (GrB_INP0, GrB_TRAN)
inline constexpr Descriptor transpose_second{MERGUS_DESC_TRAN1}; ///< B' in place of B (GrB_INP1, GrB_TRAN)
/// This call gives the same bits in every run, on every stream and every model of a device, as in a context
/// made with ContextOptions::deterministic. Not in the specification. \throws Error not_implemented if the
/// backend does not support it.
inline constexpr Descriptor deterministic{MERGUS_DESC_DETERMINISTIC};

// The specification's aliases: R replace, S structure, C complement, T0, T1 transposed inputs.
inline constexpr Descriptor DESC_T1 = transpose_second;
inline constexpr Descriptor DESC_T0 = transpose_first;
inline constexpr Descriptor DESC_T0T1 = DESC_T0 | DESC_T1;
inline constexpr Descriptor DESC_C = use_complement;
inline constexpr Descriptor DESC_CT1 = DESC_C | DESC_T1;
inline constexpr Descriptor DESC_CT0 = DESC_C | DESC_T0;
inline constexpr Descriptor DESC_CT0T1 = DESC_C | DESC_T0T1;
inline constexpr Descriptor DESC_S = use_structure;
inline constexpr Descriptor DESC_ST1 = DESC_S | DESC_T1;
inline constexpr Descriptor DESC_ST0 = DESC_S | DESC_T0;
inline constexpr Descriptor DESC_ST0T1 = DESC_S | DESC_T0T1;
inline constexpr Descriptor DESC_SC = DESC_S | DESC_C;
inline constexpr Descriptor DESC_SCT1 = DESC_SC | DESC_T1;
inline constexpr Descriptor DESC_SCT0 = DESC_SC | DESC_T0;
inline constexpr Descriptor DESC_SCT0T1 = DESC_SC | DESC_T0T1;
inline constexpr Descriptor DESC_R = replace;
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
