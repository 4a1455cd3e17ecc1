/// \file nvrtc.hpp
/// NVIDIA's run-time compiler, opened when it is first wanted. Needs no GPU and no driver.
#pragma once

#include "device/device.hpp"

#include <string>
#include <vector>

namespace mergus::cuda {

class Nvrtc {
public:
    /// The one of this process, or an Error no_backend that lists where it was looked for: the loader's path,
    /// then lib64 of $CUDA_HOME, $CUDA_PATH and /usr/local/cuda.
    static const Nvrtc& instance();

    /// "13.0".
    [[nodiscard]] std::string version() const;
    /// The version, options that are always set, and the library's file, whose name or size tells builds of
    /// one version apart: what the cache has to know of the compiler.
    [[nodiscard]] std::string id() const;
    /// What to compile for on a device of `architecture` (e.g. 90): "sm_90", or, when the compiler is older
    /// than the device, "compute_…" of the newest that it knows, which the driver translates. Throws
    /// no_backend when it knows none that the device runs.
    [[nodiscard]] std::string target(int architecture) const;
    /// The text as compiled: prelude, the kernels, and for each entry a variable whose size is one more than
    /// the number of its parameters, since CUDA 13.0 tells their sizes and not how many there are.
    static std::string parameter_count_symbol(const std::string& entry) {
        return "mergus_parameters_of_" + entry;
    }
    [[nodiscard]] static std::string full_text(const KernelSource& source);
    /// A cubin (PTX for a compute_ target). Throws compile_error with the compiler's log.
    [[nodiscard]] std::string compile(const KernelSource& source, const std::string& full_text,
                                      const std::string& target) const;

private:
    Nvrtc();
    [[nodiscard]] bool is_since_13() const;

    // The part of nvrtc.h that is used here; results are nvrtcResult, 0 is success.
    using Program = struct _nvrtcProgram*;
    const char* (*get_error_string_)(int) = nullptr;
    int (*version_)(int*, int*) = nullptr;
    int (*get_num_archs_)(int*) = nullptr;
    int (*get_archs_)(int*) = nullptr;
    int (*create_)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
    int (*destroy_)(Program*) = nullptr;
    int (*compile_)(Program, int, const char* const*) = nullptr;
    int (*log_size_)(Program, std::size_t*) = nullptr;
    int (*log_)(Program, char*) = nullptr;
    int (*cubin_size_)(Program, std::size_t*) = nullptr;
    int (*cubin_)(Program, char*) = nullptr;
    int (*ptx_size_)(Program, std::size_t*) = nullptr;
    int (*ptx_)(Program, char*) = nullptr;
};

} // namespace mergus::cuda
