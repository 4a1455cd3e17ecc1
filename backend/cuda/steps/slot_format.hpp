/// \file slot_format.hpp
#pragma once

#include <cstddef>
#include <cstdint>

namespace mergus::cuda {

/// The slots of an accumulator (steps/accumulate.cuh).
struct SlotFormat {
    std::size_t bytes = 0;   ///< of a slot
    std::uint64_t empty = 0; ///< the low bytes of an empty slot; in slots of 16 bytes they stand twice

    bool operator==(const SlotFormat&) const = default;
};

} // namespace mergus::cuda
