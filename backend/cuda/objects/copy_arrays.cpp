/// \file copy_arrays.cpp
#include "copy_arrays.hpp"

#include "matrix.hpp"

namespace mergus::cuda {

void ArrayCopies::run() const {
    constexpr std::uint64_t most_bytes = std::uint64_t{1}
                                         << 20; // larger copies take longer than their launch
    std::uint64_t bytes = 0, addresses = 0;
    for (const CopiedArray& array : arrays_.array) {
        bytes += array.bytes;
        addresses |=
            reinterpret_cast<std::uintptr_t>(array.from) | reinterpret_cast<std::uintptr_t>(array.to);
    }
    Device& device = context_.device;
    const bool small = count_ > 1 && bytes <= most_bytes && addresses % sizeof(std::uint64_t) == 0;
    if (const Kernel* const kernel = small ? context_.jit.known(request()) : nullptr; kernel != nullptr) {
        device.launch_dependent(*kernel, grid_for(context_, bytes / sizeof(std::uint64_t) + 1, block_threads),
                                {block_threads}, 0, arrays_);
        return;
    }
    for (unsigned a = 0; a < count_; ++a)
        device.copy(arrays_.array[a].to, arrays_.array[a].from, arrays_.array[a].bytes);
}

} // namespace mergus::cuda
