/// \file caller_device.hpp
/// Device memory and streams that belong to the caller of the library. On a GPU they come from the driver's
/// library, which is opened on first use. On the emulated device they are host memory and streams that defer
/// their work until they are synchronized.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace mergus::tests {

class CallerDevice {
public:
    /// A stream that runs its work in order.
    class Stream {
    public:
        virtual ~Stream() = default;
        [[nodiscard]] virtual void* handle() = 0; ///< as ContextOptions::stream and mergus_csr::stream
        virtual void delay() = 0;                 ///< work that takes about 100 ms
        virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
        virtual void fill(void* to, unsigned char byte, std::size_t bytes) = 0;
        virtual void wait() = 0;
        /// Captures what `record` submits to the stream. Returns the launch of the graph on this stream,
        /// which must exist then.
        [[nodiscard]] virtual std::function<void()> capture(const std::function<void()>& record) = 0;
    };

    virtual ~CallerDevice() = default;
    /// The device of "cuda" or "cuda-emulated". \throws std::runtime_error without a driver or a device.
    static std::unique_ptr<CallerDevice> of(const std::string& backend);

    [[nodiscard]] virtual std::unique_ptr<Stream> stream() = 0;
    [[nodiscard]] virtual std::size_t free_memory() = 0;
    [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0; ///< null if out of memory
    virtual void release(void* memory) = 0;
    /// Copies between host and device immediately, without waiting for any stream.
    virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
    virtual void download(void* to, const void* from, std::size_t bytes) = 0;
};

/// n values in device memory.
template <class T>
class DeviceArray {
public:
    DeviceArray(CallerDevice& device, const std::vector<T>& values) : DeviceArray(device, values.size()) {
        upload(values);
    }
    DeviceArray(CallerDevice& device, std::size_t n)
        : device_(&device), data_(device.allocate(n * sizeof(T) + 1)), size_(n) {
        if (data_ == nullptr) throw std::bad_alloc();
    }
    DeviceArray(DeviceArray&& other) noexcept
        : device_(other.device_), data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
    DeviceArray& operator=(DeviceArray&&) = delete;
    ~DeviceArray() {
        if (data_ != nullptr) device_->release(data_);
    }
    [[nodiscard]] T* data() const { return static_cast<T*>(data_); }
    [[nodiscard]] std::size_t bytes() const { return size_ * sizeof(T); }
    void upload(const std::vector<T>& values) {
        device_->upload(data_, values.data(), values.size() * sizeof(T));
    }
    [[nodiscard]] std::vector<T> download() const {
        std::vector<T> values(size_);
        device_->download(values.data(), data_, bytes());
        return values;
    }

private:
    CallerDevice* device_;
    void* data_;
    std::size_t size_;
};

} // namespace mergus::tests
