/// \file probe_cuda.cpp
/// Finds out whether a GPU can be used, and if not, why. Works on machines without a driver, without a GPU
/// and without NVRTC.
#include "compiler/nvrtc.hpp"
#include "cuda_support.hpp"
#include "device/driver.hpp"

#include <unistd.h>

#include <atomic>
#include <map>
#include <mutex>

namespace mergus::cuda {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The reason for a failed call. \throws Error out_of_memory: the state of the device is unknown then
std::string failure(cudaError_t error) {
    if (error == cudaErrorMemoryAllocation) throw Error(Code::out_of_memory, error_text(error));
    return error_text(error);
}

/// The process that has opened a GPU first; 0: none has. CUDA does not work in children that it forks later.
std::atomic<pid_t> first_user{0};

} // namespace

void note_use() noexcept {
    pid_t none = 0;
    first_user.compare_exchange_strong(none, getpid());
}

cudaError_t device_properties(int ordinal, cudaDeviceProp& all) {
    static std::mutex lock;
    static std::map<int, cudaDeviceProp> known;
    const std::lock_guard guard(lock);
    if (const auto found = known.find(ordinal); found != known.end()) {
        all = found->second;
        return cudaSuccess;
    }
    const cudaError_t error = cudaGetDeviceProperties(&all, ordinal);
    if (error == cudaSuccess) known.emplace(ordinal, all);
    return error;
}

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

int stream_device(void* stream, int fallback) {
    const Current current(fallback < 0 ? current_device() : fallback);
    int ordinal = 0;
    const cudaError_t error = device_of(static_cast<cudaStream_t>(stream), ordinal);
    if (error == cudaSuccess) return ordinal;
    cudaGetLastError();
    throw Error(Code::invalid_value,
                "the stream in the options is not a stream of this driver: " + error_text(error));
}

Probe probe(int ordinal) {
    Probe result;
    result.ordinal = ordinal;
    int driver = 0;
    int count = 0;
    if (const pid_t user = first_user; user != 0 && user != getpid()) {
        result.reason = "CUDA does not work in this process: it was made by fork from process " +
                        std::to_string(user) +
                        ", which had used a GPU; processes that exec a program can (in Python: "
                        "multiprocessing's method 'spawn')";
        return result;
    }
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        cudaGetLastError();
        result.reason = "no NVIDIA driver";
        return result;
    }
    const cudaError_t counted = cudaGetDeviceCount(&count);
    if (counted != cudaSuccess) cudaGetLastError();
    if (counted == cudaErrorInsufficientDriver) {
        result.reason = "the driver is too old: it supports CUDA " + version_text(driver) +
                        ", this library needs CUDA " + version_text(CUDART_VERSION);
    } else if (counted != cudaSuccess && counted != cudaErrorNoDevice) {
        result.reason = failure(counted);
    } else if (ordinal < 0 || ordinal >= count) {
        result.reason =
            "no device " + std::to_string(ordinal) + ": the number of devices is " + std::to_string(count);
    } else if (cudaDeviceProp about{}; device_properties(ordinal, about) != cudaSuccess) {
        result.reason =
            "device " + std::to_string(ordinal) + " cannot be queried: " + failure(cudaGetLastError());
    } else {
        result.name = about.name;
        result.memory = about.totalGlobalMem;
        result.compute_major = about.major;
        result.compute_minor = about.minor;
        const int architecture = 10 * about.major + about.minor;
        if (architecture < 75) {
            result.reason = "the GPU '" + result.name + "' has sm_" + std::to_string(architecture) +
                            ", sm_75 is required";
        } else if (about.memoryPoolsSupported == 0) {
            result.reason = "the GPU '" + result.name + "' does not support memory pools";
        } else {
            try {
                result.target = Nvrtc::instance().target(architecture);
                result.score = 100;
            } catch (const Error& error) {
                result.reason = error.what();
            }
        }
    }
    return result;
}

} // namespace mergus::cuda
