/// \file compiler.hpp
/// Compiles kernel texts to shared objects with the system's C++ compiler, and loads them.
#pragma once

#include "abi.h"
#include "device/device.hpp"

#include <string>
#include <string_view>

namespace mergus::cuda::emulated {

class HostCompiler {
public:
    /// Uses $MERGUS_HOST_CXX, else c++. \param architecture __CUDA_ARCH__ / 10
    explicit HostCompiler(int architecture);

    /// Command, version, flags.
    [[nodiscard]] std::string id() const;
    [[nodiscard]] std::string full_text(const KernelSource& source) const;
    /// \return the bytes of the shared object \throws Error compile_error with the compiler's log
    [[nodiscard]] std::string compile(const KernelSource& source, const std::string& full_text) const;

private:
    [[nodiscard]] std::vector<std::string> flags() const;

    std::string command_;
    std::string version_;
    int architecture_;
};

/// Replaces each `extern __shared__ T x[];` by a pointer to the launch's dynamic shared memory. The
/// declaration must be inside a function.
[[nodiscard]] std::string rewrite_dynamic_shared(std::string_view text);

/// Removes the files of loaded kernels. For processes that end without running destructors.
void remove_kernel_files();

/// A loaded shared object. Its file is removed after loading or, under AddressSanitizer, by the destructor,
/// because reports read line numbers from it.
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
