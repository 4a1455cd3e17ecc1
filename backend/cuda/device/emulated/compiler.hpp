/// \file compiler.hpp
/// Turns kernel text into a shared object with the system's C++ compiler, and loads it.
#pragma once

#include "abi.h"
#include "device/device.hpp"

#include <string>
#include <string_view>

namespace mergus::cuda::emulated {

class HostCompiler {
public:
    /// $MERGUS_HOST_CXX, else c++. `architecture` is what __CUDA_ARCH__ / 10 will be.
    explicit HostCompiler(int architecture);

    /// Command, version, flags.
    [[nodiscard]] std::string id() const;
    [[nodiscard]] std::string full_text(const KernelSource& source) const;
    /// The shared object's bytes. Throws compile_error with the compiler's log.
    [[nodiscard]] std::string compile(const KernelSource& source, const std::string& full_text) const;

private:
    [[nodiscard]] std::vector<std::string> flags() const;

    std::string command_;
    std::string version_;
    int architecture_;
};

/// `extern __shared__ T x[];` means something only to CUDA: each such declaration becomes a pointer into the
/// launch's dynamic shared memory. It must stand inside a function.
[[nodiscard]] std::string rewrite_dynamic_shared(std::string_view text);

/// For the end of a process that runs no destructors: removes what loaded kernels keep on disk.
void remove_kernel_files();

/// A loaded shared object. On disk only while it is loaded, or, under AddressSanitizer, for as long as it
/// lives (reports read the lines from it).
class LoadedKernel final : public Kernel {
public:
    LoadedKernel(const std::string& name, const std::string& image, mergus_runtime* runtime);
    ~LoadedKernel() override;
    [[nodiscard]] const mergus_kernel& code() const noexcept { return code_; }

private:
    std::string path_;
    void* handle_ = nullptr;
    mergus_kernel code_{};
};

} // namespace mergus::cuda::emulated
