/// \file unused_type.hpp
#pragma once

#include <mergus/plugin.h>

namespace mergus::cuda {

/// The type of values that a kernel never loads: those of a structural mask, or of an operand that the
/// multiply ignores. One text then serves all types.
inline const mergus_type* unused_type() noexcept {
    static constexpr mergus_type byte{sizeof(mergus_type), MERGUS_UINT8, 1, 1, "uint8_t", nullptr};
    return &byte;
}

} // namespace mergus::cuda
