/// \file buffer.hpp
/// Owners of device memory.
#pragma once

#include "device.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace mergus::cuda {

/// Bytes on a device. The destructor releases them in the order of the stream. The Device must outlive it.
///
/// A lent buffer is memory of the caller, of which this is one owner: only read, because the caller may still
/// see it (Device::give_back()).
class Buffer {
public:
    Buffer() = default;
    Buffer(Device& device, std::size_t bytes)
        : device_(&device), data_(device.allocate(bytes)), bytes_(bytes), allocated_(bytes) {}
    Buffer(Buffer&& other) noexcept
        : device_(std::exchange(other.device_, nullptr)), data_(std::exchange(other.data_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)), allocated_(std::exchange(other.allocated_, 0)),
          lender_(std::move(other.lender_)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        if (this != &other) {
            reset();
            device_ = std::exchange(other.device_, nullptr);
            data_ = std::exchange(other.data_, nullptr);
            bytes_ = std::exchange(other.bytes_, 0);
            allocated_ = std::exchange(other.allocated_, 0);
            lender_ = std::move(other.lender_);
        }
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { reset(); }
    /// Memory that belongs to another owner, which must outlive the view. Read only.
    [[nodiscard]] static Buffer view(const void* data, std::size_t bytes) noexcept {
        Buffer view;
        view.data_ = const_cast<void*>(data); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        view.bytes_ = bytes;
        return view;
    }

    /// The caller's memory on this device. \param lender gives it back after the last buffer of its arrays.
    [[nodiscard]] static Buffer lent(Device& device, void* data, std::size_t bytes,
                                     std::shared_ptr<Lender> lender) noexcept {
        Buffer buffer;
        buffer.device_ = &device;
        buffer.data_ = data;
        buffer.bytes_ = bytes;
        buffer.lender_ = std::move(lender);
        return buffer;
    }

    void reset() noexcept {
        if (lender_ != nullptr)
            device_->give_back(std::move(lender_));
        else if (device_ != nullptr && data_ != nullptr)
            device_->release(data_, allocated_);
        data_ = nullptr;
        bytes_ = allocated_ = 0;
    }
    /// Keeps the first `bytes` only: for results allocated with an upper bound of their size. The memory
    /// behind them is released with the rest.
    void shrink(std::size_t bytes) noexcept { bytes_ = bytes < bytes_ ? bytes : bytes_; }
    [[nodiscard]] void* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] bool is_lent() const noexcept { return lender_ != nullptr; }

private:
    Device* device_ = nullptr; ///< null for a view
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t allocated_ = 0;
    std::shared_ptr<Lender> lender_; ///< null for memory of the device's pool
};

/// n uninitialised values of T on a device.
template <class T>
class Array {
public:
    static_assert(std::is_trivially_copyable_v<T>);
    Array() = default;
    Array(Device& device, std::size_t n) : buffer_(device, checked_bytes(n)) {}
    /// Memory that belongs to another owner, which must outlive the view.
    [[nodiscard]] static Array view(const Array& owner) noexcept {
        Array view;
        view.buffer_ = Buffer::view(owner.buffer_.data(), owner.buffer_.bytes());
        return view;
    }
    [[nodiscard]] T* data() const noexcept { return static_cast<T*>(buffer_.data()); }
    [[nodiscard]] std::size_t size() const noexcept { return buffer_.bytes() / sizeof(T); }
    [[nodiscard]] Buffer& buffer() noexcept { return buffer_; }

private:
    static std::size_t checked_bytes(std::size_t n) {
        if (n > SIZE_MAX / 2 / sizeof(T))
            throw Error(Code::out_of_memory, std::to_string(n) + " values are more than memory can address");
        return n * sizeof(T);
    }
    Buffer buffer_;
};

} // namespace mergus::cuda
