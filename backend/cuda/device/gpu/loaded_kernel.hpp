/// \file loaded_kernel.hpp
/// Loading and launching kernels from an image, with the CUDA runtime's functions for cudaKernel_t.
///
/// Runtimes before 12.8 lack these functions. There the driver's functions are called through pointers that
/// the runtime provides, so the library does not link the driver. Error codes of the driver have the values
/// of the runtime's.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#if CUDART_VERSION < 12040
#error "Mergus needs CUDA 12.4 or newer: older runtimes cannot report the sizes of a kernel's parameters"
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
/// The size of a variable in device memory, in bytes.
inline cudaError_t size_of_variable(std::size_t* bytes, Library library, const char* name) {
    void* address = nullptr;
    return cudaLibraryGetGlobal(&address, bytes, library, name);
}
inline cudaError_t attributes(cudaFuncAttributes* result, Function function) {
    return cudaFuncGetAttributes(result, reinterpret_cast<const void*>(function));
}
inline cudaError_t set_max_dynamic_shared(Function function, int bytes) {
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
using Function = CUfunction; ///< Of the device that was current when the function was found.

/// Calls the driver function `name`. Its address is looked up once for each call site, which `Site`
/// identifies.
template <class Pointer, class Site, class... Args>
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
/// The size of a variable in device memory, in bytes.
inline cudaError_t size_of_variable(std::size_t* bytes, Library library, const char* name) {
    CUdeviceptr address = 0;
    return MERGUS_CALL_DRIVER(cuLibraryGetGlobal, &address, bytes, library, name);
}
/// Sets only the members that the backend uses.
inline cudaError_t attributes(cudaFuncAttributes* result, Function function) {
    cudaError_t error = cudaSuccess;
    const auto read = [&](CUfunction_attribute attribute) {
        int value = 0;
        if (error == cudaSuccess) error = MERGUS_CALL_DRIVER(cuFuncGetAttribute, &value, attribute, function);
        return value;
    };
    result->numRegs = read(CU_FUNC_ATTRIBUTE_NUM_REGS);
    result->maxThreadsPerBlock = read(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    result->sharedSizeBytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    result->localSizeBytes = static_cast<std::size_t>(read(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
    return error;
}
inline cudaError_t set_max_dynamic_shared(Function function, int bytes) {
    return MERGUS_CALL_DRIVER(cuFuncSetAttribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                              bytes);
}
inline cudaError_t size_of_parameter(std::size_t* bytes, Function function, std::size_t index) {
    std::size_t offset = 0;
    return MERGUS_CALL_DRIVER(cuFuncGetParamInfo, function, index, &offset, bytes);
}
/// Supports at most one attribute.
inline cudaError_t launch(const cudaLaunchConfig_t& config, Function function, const void* const* args) {
    CUlaunchAttribute attribute{};
    if (config.numAttrs > 1) return cudaErrorInvalidValue;
    if (config.numAttrs == 1) { // ids and layout are those of the driver
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
