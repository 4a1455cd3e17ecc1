/// \file check_indices.hpp
/// Checks of a vector's arrays, copied to device memory; host side of vectors/check_indices.cuh.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

/// The arrays to check; null: not checked.
struct CheckedArrays {
    const void* indices = nullptr; ///< `count` of the caller's width
    const void* present = nullptr; ///< `size` bytes
    const void* values = nullptr;  ///< `count` truth values
    std::uint64_t count = 0;
    std::uint64_t size = 0; ///< of the vector
};

/// The step that checks indices (below the size, increasing) and bytes (0 or 1).
class CheckIndices {
public:
    CheckIndices(Context& context, bool wide) : context_(context), wide_(wide) {}

    void kernels(KernelRequests& requests) const { requests.push_back(kernel("check_indices")); }
    /// Waits once. \throws Error invalid_index, invalid_value with the position.
    void run(const CheckedArrays& arrays) const;

private:
    [[nodiscard]] KernelRequest kernel(const char* entry) const;

    Context& context_;
    bool wide_;
};

} // namespace mergus::cuda
