/// \file launch.hpp
/// Launches of kernels with parameters whose types are known only at run time.
#pragma once

#include "device.hpp"

#include <array>

namespace mergus::cuda {

/// An argument of a kernel: the address and size of a variable that outlives the launch.
struct Parameter {
    template <class T>
    // NOLINTNEXTLINE(google-explicit-constructor): variables convert to arguments
    Parameter(const T& variable) : address(&variable), size(sizeof(T)) {}
    /// A value of a run-time type.
    Parameter(const void* address, std::size_t size) : address(address), size(size) {}

    const void* address;
    std::size_t size;
};

inline void launch(Device& device, const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                   std::initializer_list<Parameter> parameters, Start start = Start::in_order) {
    constexpr std::size_t most = 32; // of a kernel
    std::array<const void*, most> addresses;
    std::array<std::size_t, most> sizes;
    if (parameters.size() > most) throw Error(Code::panic, "a kernel has too many parameters");
    std::size_t count = 0;
    for (const Parameter& parameter : parameters) {
        addresses[count] = parameter.address;
        sizes[count++] = parameter.size;
    }
    device.launch_raw(kernel, grid, block, shared, addresses.data(), sizes.data(), count, start);
}

} // namespace mergus::cuda
