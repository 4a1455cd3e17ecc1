/// \file cuda_kernels.cpp
/// Kernels of a GPU: compiling, loading and launching them, and the precompiled primitives.
#include "compiler/nvrtc.hpp"
#include "cuda_driver.hpp"
#include "primitives_cuda.hpp"

#include <algorithm>

namespace mergus::cuda {

std::string CudaDriver::compiler_id() {
    return Nvrtc::instance().id_for(target_);
}

std::string CudaDriver::full_text(const KernelSource& source) {
    return Nvrtc::full_text(source);
}

std::string CudaDriver::compile(const KernelSource& source, const std::string& text) {
    return Nvrtc::instance().compile(source, text, target_);
}

std::unique_ptr<Kernel> CudaDriver::load(const KernelSource& source, const std::string& image) {
    const Current current(ordinal_);
    auto kernel = std::make_unique<CudaKernel>(source.entry);
    const std::string what = "loading kernel '" + source.entry + "'";
    check(loaded::load(&kernel->library, image.data()), what, Code::compile_error);
    check(loaded::find(&kernel->function, kernel->library, source.entry.c_str()), what, Code::compile_error);
    cudaFuncAttributes attributes{};
    check(loaded::attributes(&attributes, kernel->function), what);
    kernel->registers = attributes.numRegs;
    kernel->max_threads_per_block = attributes.maxThreadsPerBlock;
    kernel->static_shared = attributes.sharedSizeBytes;
    kernel->local_bytes = attributes.localSizeBytes;
    // This is only an upper bound. Each launch decides how its multiprocessors divide their memory.
    const std::size_t most = properties_.shared_per_block_optin - kernel->static_shared;
    check(loaded::set_max_dynamic_shared(kernel->function, static_cast<int>(most)), what);
    read_parameter_sizes(*kernel, what);
    return kernel;
}

/// The number of parameters is encoded in the size of a variable at the end of the text (nvrtc.hpp).
void CudaDriver::read_parameter_sizes(CudaKernel& kernel, const std::string& what) {
    std::size_t count_plus_one = 0;
    check(loaded::size_of_variable(&count_plus_one, kernel.library,
                                   Nvrtc::parameter_count_symbol(kernel.name()).c_str()),
          what, Code::compile_error);
    kernel.parameter_sizes.resize(count_plus_one - 1);
    for (std::size_t i = 0; i < kernel.parameter_sizes.size(); ++i)
        check(loaded::size_of_parameter(&kernel.parameter_sizes[i], kernel.function, i), what);
}

void CudaDriver::launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t shared,
                        const void* const* args, const std::size_t* sizes, std::size_t count, Start start) {
    const Current current(ordinal_);
    const auto& cuda_kernel = static_cast<const CudaKernel&>(kernel);
    const std::vector<std::size_t>& expected = cuda_kernel.parameter_sizes;
    if (!std::equal(sizes, sizes + count, expected.begin(), expected.end()))
        throw Error(Code::invalid_value, "kernel '" + kernel.name() + "' has " +
                                             std::to_string(expected.size()) + " parameters; the " +
                                             std::to_string(count) +
                                             " arguments differ from them in number or size");
    cudaLaunchAttribute attribute{};
    if (start == Start::cooperative) {
        attribute.id = cudaLaunchAttributeCooperative;
        attribute.val.cooperative = 1;
    } else {
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
    }
    const bool with_attribute =
        start == Start::cooperative || (start == Start::dependent && dependent_launches_);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(grid.x, grid.y, grid.z);
    config.blockDim = dim3(block.x, block.y, block.z);
    config.dynamicSmemBytes = shared;
    config.stream = launch_stream_;
    config.attrs = &attribute;
    config.numAttrs = with_attribute ? 1 : 0;
    const cudaError_t result = loaded::launch(config, cuda_kernel.function, args);
    if (result != cudaSuccess)
        check(result, "launching kernel '" + kernel.name() + "'",
              result == cudaErrorCooperativeLaunchTooLarge ? Code::invalid_value : Code::panic);
}

int CudaDriver::blocks_per_sm(const Kernel& kernel, std::uint32_t threads, std::size_t shared) {
    const Current current(ordinal_);
    int blocks = 0;
    check(loaded::blocks_per_sm(&blocks, static_cast<const CudaKernel&>(kernel).function,
                                static_cast<int>(threads), shared),
          "reading the occupancy of a kernel");
    return blocks;
}

void CudaDriver::exclusive_scan(Temporary& t, Word word, const void* in, void* out, std::size_t n) {
    const Current current(ordinal_);
    check_items("a scan", n);
    check(cub_exclusive_scan(t, word, in, out, n, stream_), "a scan");
}

void CudaDriver::sort_pairs(Temporary& t, Word key, Word value, void* keys[2], void* values[2], std::size_t n,
                            int begin_bit, int end_bit) {
    const Current current(ordinal_);
    check(cub_sort_pairs(t, key, value, keys, values, n, begin_bit, end_bit, stream_), "a sort");
}

void CudaDriver::reduce(Temporary& t, Word word, bool maximum, const void* in, std::uint64_t* out,
                        std::size_t n) {
    const Current current(ordinal_);
    check(cub_reduce(t, word, maximum, in, out, n, stream_), "a reduction");
}

void CudaDriver::select_flagged(Temporary& t, Word word, const std::uint8_t* flags, void* indices,
                                std::uint64_t* count, std::size_t n) {
    const Current current(ordinal_);
    check_items("a selection", n);
    check(cub_select_flagged(t, word, flags, indices, count, n, stream_), "a selection");
}

void CudaDriver::check_items(const char* what, std::size_t n) {
    if (n <= cub_max_items()) return;
    throw Error(Code::not_implemented,
                std::string(what) + " of " + std::to_string(n) +
                    " items: the limit of a library built with CUDA 12.8 or older is " +
                    std::to_string(cub_max_items()));
}

} // namespace mergus::cuda
