/// \file emulated_testing.hpp
/// What the tests of the emulated device share: kernels of a few lines, and seeds of the order of threads.
#pragma once

#include "arrays.hpp"
#include "cached_options.hpp"
#include "sample_kernels.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <string>

namespace mergus::cuda::testing {

/// The options of every device; its kernels are cached for the whole program.
inline const CachedOptions options;

inline KernelSource kernel_of(const std::string& entry, const std::string& parameters,
                              const std::string& body) {
    return {entry, "extern \"C\" __global__ void " + entry + "(" + parameters + ") {\n" + body + "\n}\n"};
}

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

inline constexpr const char* seeds[] = {"0", "1", "2", "3", "99"};

} // namespace mergus::cuda::testing
