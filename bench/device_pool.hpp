/// \file device_pool.hpp
/// Device memory for competitors other than Mergus, from a pool that keeps released memory, as Mergus's does.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string_view>

namespace mergus::bench {

/// \throws Error out_of_memory or panic with CUDA's message. Clears the error in the runtime.
void check(cudaError_t result, std::string_view what);

class DevicePool {
public:
    explicit DevicePool(cudaStream_t stream);
    ~DevicePool();
    DevicePool(const DevicePool&) = delete;
    DevicePool& operator=(const DevicePool&) = delete;

    /// Allocates and releases in the order of the stream. \throws Error
    void* allocate(std::size_t bytes);
    void release(void* memory, std::size_t bytes) noexcept;
    /// Returns unused memory to the device.
    void trim();

    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    [[nodiscard]] std::uint64_t used() const { return used_; }
    [[nodiscard]] std::uint64_t peak() const { return peak_; }
    void reset_peak() { peak_ = used_; }

private:
    cudaStream_t stream_;
    cudaMemPool_t pool_ = nullptr;
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
};

class DeviceBuffer {
public:
    DeviceBuffer() = default;
    /// Not null even for 0 bytes: cuSPARSE takes a null buffer as a query of the size.
    DeviceBuffer(DevicePool& pool, std::size_t bytes)
        : pool_(&pool), bytes_(bytes == 0 ? 1 : bytes), data_(pool.allocate(bytes_)) {}
    DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        DeviceBuffer taken(static_cast<DeviceBuffer&&>(other));
        swap(taken);
        return *this;
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) pool_->release(data_, bytes_);
    }

    template <class T = void>
    [[nodiscard]] T* data() const {
        return static_cast<T*>(data_);
    }
    void reset() { *this = DeviceBuffer(); }

private:
    void swap(DeviceBuffer& other) noexcept {
        DevicePool* const pool = pool_;
        const std::size_t bytes = bytes_;
        void* const data = data_;
        pool_ = other.pool_;
        bytes_ = other.bytes_;
        data_ = other.data_;
        other.pool_ = pool;
        other.bytes_ = bytes;
        other.data_ = data;
    }

    DevicePool* pool_ = nullptr;
    std::size_t bytes_ = 0;
    void* data_ = nullptr;
};

} // namespace mergus::bench
