/// \file kernel.hpp
/// A kernel before and after it is compiled, and the shape of a launch.
#pragma once

#include "hash128.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

using core::Hash128;
using core::Hash128Hasher;

/// The text of a kernel. `entry` is an `extern "C" __global__` function of `text`. The prelude
/// (jit/prelude.cuh) is inserted before the text, which has no #include lines.
struct KernelSource {
    std::string entry;
    std::string text;
    std::vector<std::pair<std::string, std::string>> defines{}; ///< Name and value, as -Dname=value.
    bool fmad = true;  ///< Allows fused multiply-add; false for results with the same bits as the CPU's.
    int standard = 17; ///< C++17 or C++20.
};

/// The version of this library, for keys.
[[nodiscard]] std::string_view library_version();

/// The key of an image: a hash of everything that determines its content. `compiler` is
/// Driver::compiler_id(), with architecture and flags, for an image in memory or on disk, and
/// Driver::target() in the archive of the build; `full_text` includes the definitions of types and operators.
/// An image holds all kernels of a text, so `source.entry` is not part of the key.
[[nodiscard]] Hash128 kernel_key(std::string_view library_version, std::string_view compiler,
                                 const KernelSource& source, std::string_view full_text);

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
