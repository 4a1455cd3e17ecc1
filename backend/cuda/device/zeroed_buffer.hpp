/// \file zeroed_buffer.hpp
/// Device memory that is zero between launches, without a kernel that clears it: kernels leave it zero.
#pragma once

#include "device.hpp"

#include <cstddef>
#include <type_traits>

namespace mergus::cuda {

/// `count` values of T, freed with the device.
template <class T, std::size_t count = 1>
class ZeroedBuffer {
public:
    static_assert(std::is_trivially_copyable_v<T>);

    /// The values, all zero. Allocated at the first use. Cleared then, and if a use between begin() and end()
    /// did not end.
    [[nodiscard]] T* get(Device& device) {
        constexpr std::size_t bytes = count * sizeof(T);
        if (data_ == nullptr) data_ = static_cast<T*>(device.allocate_persistent(bytes));
        if (dirty_) device.fill(data_, 0, bytes);
        dirty_ = false;
        return data_;
    }
    /// After the first get().
    [[nodiscard]] T* data() const noexcept { return data_; }

    /// Before and after launches of which one may fail while others have run.
    void begin() noexcept { dirty_ = true; }
    void end() noexcept { dirty_ = false; }

private:
    T* data_ = nullptr; ///< owned by the device
    bool dirty_ = true;
};

} // namespace mergus::cuda
