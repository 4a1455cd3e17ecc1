/// \file struct_size.hpp
/// Structs of plugin.h that were created by code of another version. Invariant: no byte beyond struct_size is
/// read or written, and a missing member has its documented default.
#pragma once

#include <mergus/plugin.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace mergus::core {

/// A struct of this version's size in which every member has the value that a missing one has.
template <class Struct>
Struct defaults() {
    Struct made{};
    made.struct_size = sizeof made;
    return made;
}
template <>
inline mergus_context_options defaults() {
    mergus_context_options made{};
    made.struct_size = sizeof made;
    made.device = -1;
    return made;
}

/// Bytes that both versions of a struct have. Sizes are multiples of the alignment; a remainder is dropped.
template <class Struct>
std::size_t common_bytes(const Struct* given) {
    const std::size_t bytes = std::min(given->struct_size, sizeof(Struct));
    return bytes - bytes % alignof(Struct);
}

/// A struct of this version's size with the members that `given` has.
template <class Struct>
Struct whole(const Struct* given) {
    Struct made = defaults<Struct>();
    constexpr std::size_t head = sizeof made.struct_size;
    if (const std::size_t bytes = common_bytes(given); bytes > head)
        std::memcpy(reinterpret_cast<char*>(&made) + head, reinterpret_cast<const char*>(given) + head,
                    bytes - head);
    return made;
}

/// Copies those members of `made` that `to` has.
template <class Struct>
void write_back(Struct* to, const Struct& made) {
    constexpr std::size_t head = sizeof made.struct_size;
    if (const std::size_t bytes = common_bytes(to); bytes > head)
        std::memcpy(reinterpret_cast<char*>(to) + head, reinterpret_cast<const char*>(&made) + head,
                    bytes - head);
}

} // namespace mergus::core
