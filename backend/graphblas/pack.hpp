/// \file pack.hpp
/// What pack and unpack of matrices and vectors share.
#pragma once

#include "memory.hpp"

#include <cstring>

namespace mergus::grb {

/// \throws Failure GrB_INVALID_VALUE
inline void check_bytes(GrB_Index given, std::uint64_t count, std::uint64_t bytes_of_one,
                        std::string_view what) {
    if (given / bytes_of_one < count)
        fail(GrB_INVALID_VALUE, std::string(what) + " has " + std::to_string(given) + " bytes, too few for " +
                                    std::to_string(count) + " elements");
}

/// Whether a matrix of this context has its arrays in host memory, so that they can be moved out.
inline bool has_host_arrays(const Context& context) {
    return context.backend() == "suitesparse";
}

/// The array of values for the program. With `iso`, values are one value; a program that does not ask for
/// that gets `count` of them.
struct Values {
    ProgramArray array;
    std::uint64_t count;
    bool iso;
};
inline Values copy_values(const void* from, std::uint64_t count, bool iso, bool iso_wanted,
                          std::uint64_t size) {
    const bool one = iso && iso_wanted && count != 0;
    Values made{new_array(one ? 1 : count, size), one ? 1 : count, one};
    auto* const to = static_cast<unsigned char*>(made.array.get());
    if (!iso || one) {
        if (made.count != 0) std::memcpy(to, from, made.count * size);
    } else {
        for (std::uint64_t k = 0; k < count; ++k) std::memcpy(to + k * size, from, size);
    }
    return made;
}

inline ProgramArray copy_indices(const void* from, std::uint64_t count) {
    ProgramArray made = new_array(count, sizeof(GrB_Index));
    if (count != 0) std::memcpy(made.get(), from, count * sizeof(GrB_Index));
    return made;
}

/// Moves an array to a pointer of the program.
template <class T>
void hand_over(ProgramArray& array, T** to, std::uint64_t count, std::uint64_t bytes_of_one,
               GrB_Index* bytes) {
    *to = static_cast<T*>(array.release());
    *bytes = count * bytes_of_one;
}

} // namespace mergus::grb
