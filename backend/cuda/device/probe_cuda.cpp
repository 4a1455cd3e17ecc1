/// \file probe_cuda.cpp
/// Whether a GPU can be used here, and if not, why. Must be safe to ask on any machine: without a driver,
/// without a GPU, without the run-time compiler.
#include "cuda_support.hpp"
#include "driver.hpp"
#include "jit/nvrtc.hpp"

namespace mergus::cuda {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why the driver did not answer.
std::string unanswered(cudaError_t error) {
    if (error == cudaErrorMemoryAllocation) throw Error(Code::out_of_memory, error_text(error));
    return error_text(error);
}

} // namespace

int device_count() {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
    cudaGetLastError();
    return 0;
}

int current_device() {
    int current = 0;
    if (cudaGetDevice(&current) == cudaSuccess) return current;
    cudaGetLastError();
    return 0;
}

int stream_device(void* stream, int otherwise) {
    const Current current(otherwise < 0 ? current_device() : otherwise);
    int ordinal = 0;
    const cudaError_t error = device_of(static_cast<cudaStream_t>(stream), ordinal);
    if (error == cudaSuccess) return ordinal;
    cudaGetLastError();
    throw Error(Code::invalid_value, "the options' stream is none of this driver's: " + error_text(error));
}

Probe probe(int ordinal) {
    Probe result;
    result.ordinal = ordinal;
    int driver = 0;
    int count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        cudaGetLastError();
        result.reason = "no NVIDIA driver";
        return result;
    }
    const cudaError_t counted = cudaGetDeviceCount(&count);
    if (counted != cudaSuccess) cudaGetLastError();
    if (counted == cudaErrorInsufficientDriver) {
        result.reason = "the driver is too old: it is for CUDA " + version_text(driver) +
                        " and this library needs one for " + version_text(CUDART_VERSION);
    } else if (counted != cudaSuccess && counted != cudaErrorNoDevice) {
        result.reason = unanswered(counted);
    } else if (ordinal < 0 || ordinal >= count) {
        result.reason = "no device " + std::to_string(ordinal) + ": there are " + std::to_string(count);
    } else if (cudaDeviceProp about{}; cudaGetDeviceProperties(&about, ordinal) != cudaSuccess) {
        result.reason =
            "device " + std::to_string(ordinal) + " does not answer: " + unanswered(cudaGetLastError());
    } else {
        result.name = about.name;
        result.memory = about.totalGlobalMem;
        result.compute_major = about.major;
        result.compute_minor = about.minor;
        const int architecture = 10 * about.major + about.minor;
        if (architecture < 75) {
            result.reason =
                "the GPU '" + result.name + "' is older than sm_75: sm_" + std::to_string(architecture);
        } else if (about.memoryPoolsSupported == 0) {
            result.reason = "the GPU '" + result.name + "' offers no memory pools here";
        } else {
            try {
                static_cast<void>(Nvrtc::instance().target(architecture));
                result.score = 100;
            } catch (const Error& error) {
                result.reason = error.what();
            }
        }
    }
    return result;
}

} // namespace mergus::cuda
