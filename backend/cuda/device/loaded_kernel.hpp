/// \file loaded_kernel.hpp
/// Kernels loaded from an image, by the functions of CUDA's runtime that take a cudaKernel_t. A runtime
/// before 12.8 has no such functions; there the driver's are called, whose addresses the runtime gives, so
/// that nothing links the driver.
///
/// All return what the runtime would. The driver's error codes have the runtime's values.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#if CUDART_VERSION < 12040
#error "Mergus needs CUDA 12.4 or newer: older runtimes do not tell the sizes of a kernel's parameters"
#endif

#if CUDART_VERSION < 12080
#include <cuda.h>

#include <atomic>
#include <cstring>
#endif

namespace mergus::cuda::loaded {

#if CUDART_VERSION >= 12080

using Library = cudaLibrary_t;
using Function = cudaKernel_t;

inline cudaError_t load(Library* library, const void* image) {
    return cudaLibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}
inline cudaError_t unload(Library library) {
    return cudaLibraryUnload(library);
}
inline cudaError_t find(Function* function, Library library, const char* name) {
    return cudaLibraryGetKernel(function, library, name);
}
/// The size of a variable of device memory, in bytes.
inline cudaError_t size_of_variable(std::size_t* bytes, Library library, const char* name) {
    void* address = nullptr;
    return cudaLibraryGetGlobal(&address, bytes, library, name);
}
inline cudaError_t attributes(cudaFuncAttributes* about, Function function) {
    return cudaFuncGetAttributes(about, reinterpret_cast<const void*>(function));
}
inline cudaError_t set_most_dynamic_shared(Function function, int bytes) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(function),
                                cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}
inline cudaError_t size_of_parameter(std::size_t* bytes, Function function, std::size_t index) {
    std::size_t offset = 0;
    return cudaFuncGetParamInfo(reinterpret_cast<const void*>(function), index, &offset, bytes);
}
inline cudaError_t launch(const cudaLaunchConfig_t& config, Function function, const void* const* args) {
    return cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(function), const_cast<void**>(args));
}
inline cudaError_t blocks_per_sm(int* blocks, Function function, int threads, std::size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(function),
                                                         threads, shared);
}

#else

using Library = CUlibrary;
using Function = CUfunction; ///< of the device that was current when it was found

/// Calls the driver's function of that name, which is looked up once: `Place` is a type of the call's own.
template <class Pointer, class Place, class... Args>
cudaError_t call_driver(const char* name, Args... args) {
    static std::atomic<void*> known{nullptr};
    void* address = known;
    if (address == nullptr) {
        cudaDriverEntryPointQueryResult found{};
        const cudaError_t error = cudaGetDriverEntryPoint(name, &address, cudaEnableDefault, &found);
        if (error != cudaSuccess) return error;
        if (found != cudaDriverEntryPointSuccess) return cudaErrorInsufficientDriver;
        known = address;
    }
    return static_cast<cudaError_t>(reinterpret_cast<Pointer>(address)(args...));
}
#define MERGUS_CALL_DRIVER(function, ...)                                                                    \
    call_driver<decltype(&function), decltype([] {})>(#function, __VA_ARGS__)

inline cudaError_t load(Library* library, const void* image) {
    return MERGUS_CALL_DRIVER(cuLibraryLoadData, library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}
inline cudaError_t unload(Library library) {
    return MERGUS_CALL_DRIVER(cuLibraryUnload, library);
}
inline cudaError_t find(Function* function, Library library, const char* name) {
    CUkernel kernel = nullptr;
    const cudaError_t error = MERGUS_CALL_DRIVER(cuLibraryGetKernel, &kernel, library, name);
    return error == cudaSuccess ? MERGUS_CALL_DRIVER(cuKernelGetFunction, function, kernel) : error;
}
/// The size of a variable of device memory, in bytes.
inline cudaError_t size_of_variable(std::size_t* bytes, Library library, const char* name) {
    CUdeviceptr address = 0;
    return MERGUS_CALL_DRIVER(cuLibraryGetGlobal, &address, bytes, library, name);
}
/// Only the members that the backend reads.
inline cudaError_t attributes(cudaFuncAttributes* about, Function function) {
    cudaError_t error = cudaSuccess;
    const auto read = [&](CUfunction_attribute attribute) {
        int value = 0;
        if (error == cudaSuccess) error = MERGUS_CALL_DRIVER(cuFuncGetAttribute, &value, attribute, function);
        return value;
    };
    about->numRegs = read(CU_FUNC_ATTRIBUTE_NUM_REGS);
    about->maxThreadsPerBlock = read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    about->sharedSizeBytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    about->localSizeBytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
    return error;
}
inline cudaError_t set_most_dynamic_shared(Function function, int bytes) {
    return MERGUS_CALL_DRIVER(cuFuncSetAttribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                              bytes);
}
inline cudaError_t size_of_parameter(std::size_t* bytes, Function function, std::size_t index) {
    std::size_t offset = 0;
    return MERGUS_CALL_DRIVER(cuFuncGetParamInfo, function, index, &offset, bytes);
}
/// With at most one attribute.
inline cudaError_t launch(const cudaLaunchConfig_t& config, Function function, const void* const* args) {
    CUlaunchAttribute attribute{};
    if (config.numAttrs > 1) return cudaErrorInvalidValue;
    if (config.numAttrs == 1) { // the runtime's have the driver's numbers and layout
        static_assert(sizeof attribute.value == sizeof config.attrs->val);
        attribute.id = static_cast<CUlaunchAttributeID>(config.attrs->id);
        std::memcpy(&attribute.value, &config.attrs->val, sizeof attribute.value);
    }
    CUlaunchConfig driver{};
    driver.gridDimX = config.gridDim.x;
    driver.gridDimY = config.gridDim.y;
    driver.gridDimZ = config.gridDim.z;
    driver.blockDimX = config.blockDim.x;
    driver.blockDimY = config.blockDim.y;
    driver.blockDimZ = config.blockDim.z;
    driver.sharedMemBytes = static_cast<unsigned>(config.dynamicSmemBytes);
    driver.hStream = config.stream;
    driver.attrs = &attribute;
    driver.numAttrs = config.numAttrs;
    return MERGUS_CALL_DRIVER(cuLaunchKernelEx, &driver, function, const_cast<void**>(args), nullptr);
}
inline cudaError_t blocks_per_sm(int* blocks, Function function, int threads, std::size_t shared) {
    return MERGUS_CALL_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor, blocks, function, threads, shared);
}
#undef MERGUS_CALL_DRIVER

#endif

} // namespace mergus::cuda::loaded
