/// \file primitive_kernels.hpp
/// Kernels of tests that use texts of backend/cuda/primitives.
#pragma once

#include "compiler/kernel_text.hpp"
#include "device/device.hpp"

#include <initializer_list>

namespace mergus::cuda::testing {

/// A kernel after the texts that it uses. A text follows those that it includes.
inline KernelSource kernel_with(std::initializer_list<const char*> texts, const char* entry,
                                const char* kernel) {
    KernelSource source{entry, {}};
    for (const char* const name : texts) {
        std::string_view rest = kernel_text(name);
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find('\n') + 1);
            rest.remove_prefix(line.size());
            if (!line.starts_with("#include ")) source.text += line;
        }
    }
    source.text += kernel;
    return source;
}

} // namespace mergus::cuda::testing
