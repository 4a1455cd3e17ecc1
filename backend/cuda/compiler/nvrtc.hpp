/// \file nvrtc.hpp
/// NVIDIA's run-time compiler, loaded at its first use. Needs no GPU and no driver.
#pragma once

#include "kernel_source.hpp"

#include <string>

namespace mergus::cuda {

class Nvrtc {
public:
    /// The compiler of this process. Searched on the loader's path, then in lib64 of $CUDA_HOME, $CUDA_PATH
    /// and /usr/local/cuda. \throws Error no_backend with the list of files that were tried.
    static const Nvrtc& instance();

    /// "13.0".
    [[nodiscard]] std::string version() const;
    /// Identifies the compiler in the cache: its version, the options that are always set, and the library's
    /// file, whose name or size differs between builds of one version.
    [[nodiscard]] std::string id() const;
    /// The same with a target: the identity of the compiler in the keys of kernels.
    [[nodiscard]] std::string id_for(const std::string& target) const { return id() + " " + target; }
    /// The target for a device of `architecture` (e.g. 90): "sm_90", or for a device newer than the compiler,
    /// "compute_…" of the newest known architecture, which the driver translates. \throws Error no_backend if
    /// the compiler knows no architecture that the device runs.
    [[nodiscard]] std::string target(int architecture) const;
    /// The complete text: prelude, kernels, and for each entry a variable whose size is one more than the
    /// number of its parameters (CUDA 13.0 reports the sizes of parameters, but not their number).
    static std::string parameter_count_symbol(const std::string& entry) {
        return "mergus_parameters_of_" + entry;
    }
    [[nodiscard]] static std::string full_text(const KernelSource& source);
    /// A cubin (PTX for a compute_ target). `quickly`: the compiler skips most optimisations, for tests of
    /// texts; ignored before NVRTC 13. \throws Error compile_error with the compiler's log.
    [[nodiscard]] std::string compile(const KernelSource& source, const std::string& full_text,
                                      const std::string& target, bool quickly = false) const;

private:
    Nvrtc();
    [[nodiscard]] bool is_since_13() const;

    // The functions of nvrtc.h that are used here. Results are nvrtcResult, 0 is success.
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
