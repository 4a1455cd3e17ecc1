/// \file cuda_support.hpp
/// Helpers for calls of the CUDA runtime: error texts, sticky errors, the current device.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace mergus::cuda {

inline std::string error_text(cudaError_t error) {
    return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
}

/// Whether all further calls on this GPU fail after `error`, until the process's GPU context is replaced.
inline bool is_sticky(cudaError_t error) {
    switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorExternalDevice:
    case cudaErrorMpsClientTerminated:
    case cudaErrorContextIsDestroyed:
    case cudaErrorCudartUnloading:
        return true;
    default:
        return false;
    }
}

/// Makes a device current for a scope, and restores the previous one.
class Current {
public:
    explicit Current(int ordinal) {
        if (cudaGetDevice(&before_) != cudaSuccess) before_ = ordinal;
        if (before_ != ordinal) cudaSetDevice(ordinal);
        changed_ = before_ != ordinal;
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current() {
        if (changed_) cudaSetDevice(before_);
    }

private:
    int before_ = 0;
    bool changed_ = false;
};

/// Sets `ordinal` to the device of a stream.
inline cudaError_t device_of(cudaStream_t stream, int& ordinal) {
#if CUDART_VERSION >= 12080
    return cudaStreamGetDevice(stream, &ordinal);
#else
    // Recording an event succeeds only if the event and the stream belong to the same device.
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    for (int device = 0; error == cudaSuccess && device < count; ++device) {
        const Current current(device);
        cudaEvent_t event = nullptr;
        error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        if (error != cudaSuccess) break;
        const cudaError_t recorded = cudaEventRecord(event, stream);
        cudaEventDestroy(event);
        if (recorded == cudaSuccess) {
            ordinal = device;
            return cudaSuccess;
        }
        cudaGetLastError();
    }
    return error == cudaSuccess ? cudaErrorInvalidResourceHandle : error;
#endif
}

/// The properties of a device, read once in a process, because reading them takes about as long as the rest
/// of a new context. `all` is set if there is no error.
cudaError_t device_properties(int ordinal, cudaDeviceProp& all);

/// Records that this process uses CUDA. Called when a GPU is opened. In a process that is forked later,
/// probe() refuses all GPUs.
void note_use() noexcept;

} // namespace mergus::cuda
