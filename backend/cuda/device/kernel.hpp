/// \file kernel.hpp
/// A compiled kernel, and the shape of a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace mergus::cuda {

/// A compiled kernel. Its Device owns it and outlives it.
class Kernel {
public:
    explicit Kernel(std::string name) : name_(std::move(name)) {}
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    virtual ~Kernel() = default;
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    int registers = 0;             ///< Per thread; 0 in the emulation.
    int max_threads_per_block = 0; ///< With this number of registers.
    std::size_t static_shared = 0; ///< Bytes.
    std::size_t local_bytes = 0;   ///< Bytes of local memory per thread (register spills).

private:
    std::string name_;
};

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;
};

/// When the blocks of a kernel become resident: after the kernel before it, while that one still runs
/// (Device::launch_dependent()), or all of them at the same time (Device::launch_cooperative()).
enum class Start : unsigned char { in_order, dependent, cooperative };

} // namespace mergus::cuda
