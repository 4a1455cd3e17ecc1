/// \file unused_type.hpp
#pragma once

#include <mergus/plugin.h>

namespace mergus::cuda {

/// The type of values that a kernel neither loads nor stores (NoValue of prelude.cuh): those of a structural
/// mask, of an operand that the multiply ignores, or of a pattern. One text then serves all types.
inline const mergus_type* unused_type() noexcept {
    static constexpr mergus_type none{sizeof(mergus_type), MERGUS_UINT8, 1, 1, "mergus::NoValue", nullptr};
    return &none;
}

} // namespace mergus::cuda
