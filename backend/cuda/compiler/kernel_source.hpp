/// \file kernel_source.hpp
/// A kernel before it is compiled.
#pragma once

#include "hash128.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

using core::Hash128;
using core::Hash128Hasher;

/// The text of a kernel. `entry` is an `extern "C" __global__` function of `text`. The prelude
/// (compiler/prelude.cuh) is inserted before the text, which has no #include lines.
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

} // namespace mergus::cuda
