/// \file moved_type.hpp
#pragma once

#include "unused_type.hpp"

#include <array>

namespace mergus::cuda {

/// The type by which a kernel moves values of a type that it neither combines nor casts: an unsigned integer
/// of the same size. One text then serves all types of 1, 2, 4 or 8 bytes that are aligned as integers are.
inline const mergus_type* moved_type(const mergus_type* type) noexcept {
    static constexpr std::array words = {
        mergus_type{sizeof(mergus_type), MERGUS_UINT8, 1, 1, "uint8_t", nullptr},
        mergus_type{sizeof(mergus_type), MERGUS_UINT16, 2, 2, "uint16_t", nullptr},
        mergus_type{sizeof(mergus_type), MERGUS_UINT32, 4, 4, "uint32_t", nullptr},
        mergus_type{sizeof(mergus_type), MERGUS_UINT64, 8, 8, "uint64_t", nullptr},
    };
    if (type == unused_type() || type->size != type->alignment) return type;
    for (const mergus_type& word : words)
        if (word.size == type->size) return &word;
    return type;
}

} // namespace mergus::cuda
