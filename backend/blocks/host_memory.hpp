/// \file host_memory.hpp
/// Host memory of blocks. Where the local backend has the extension transfers, its memory is page-locked, and
/// is kept for later arrays: page-locking takes as long as a copy.
///
/// Invariant: pieces have few sizes, steps of an eighth of a power of two, so that arrays of nearly equal
/// sizes use each other's pieces. Small pieces are parts of slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::blocks {

class Device;

/// Page-locked memory for the arrays of one context. Used by any thread.
class HostMemory {
public:
    HostMemory() = default;
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    ~HostMemory();

    /// Takes the memory from this device, which must outlive it, if its backend has some.
    void use(Device& device) noexcept;
    /// At least `bytes`, aligned to 64. \return null if there is no page-locked memory
    [[nodiscard]] void* take(std::uint64_t bytes) noexcept;
    /// Keeps what take() returned for later.
    void give(void* piece) noexcept;
    /// Frees kept memory if there are more bytes than that, used and kept together.
    void shrink(std::uint64_t bytes) noexcept;
    /// Bytes that arrays use, and that are kept for later.
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
    [[nodiscard]] std::uint64_t kept() const noexcept { return kept_; }

private:
    [[nodiscard]] void* new_piece(std::uint64_t bytes) noexcept;
    [[nodiscard]] void* allocate(std::uint64_t bytes) noexcept;
    void free_kept() noexcept;

    std::mutex mutex_;
    Device* device_ = nullptr;
    std::unordered_map<void*, std::uint64_t> sizes_;     ///< of all pieces
    std::map<std::uint64_t, std::vector<void*>> unused_; ///< by size
    std::map<std::uint64_t, std::uint64_t> pieces_;      ///< by size: the number of all
    std::vector<std::pair<void*, std::uint64_t>> slabs_;
    std::byte* slab_next_ = nullptr; ///< the unused part of the last slab
    std::uint64_t slab_left_ = 0;
    std::uint64_t used_ = 0, kept_ = 0;
};

/// An array of numbers or bytes in host memory, uninitialised where it has not been written.
template <class T>
class HostArray {
public:
    static_assert(std::is_trivially_copyable_v<T>);
    HostArray() = default;
    HostArray(HostArray&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)), room_(std::exchange(other.room_, 0)) {}
    HostArray& operator=(HostArray&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
        return *this;
    }
    ~HostArray() {
        if (memory_ != nullptr)
            memory_->give(data_);
        else
            std::free(data_);
    }

    /// An array of `count` elements, page-locked if `memory` has some. The array must be empty.
    void resize(std::uint64_t count, HostMemory* memory = nullptr) {
        reserve(count, memory);
        size_ = count;
    }
    /// Room for `count` elements. The array must be empty.
    void reserve(std::uint64_t count, HostMemory* memory = nullptr) {
        if (count == 0) return;
        if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
        if (memory != nullptr) data_ = static_cast<T*>(memory->take(count * sizeof(T)));
        if (data_ != nullptr) memory_ = memory;
        if (data_ == nullptr) data_ = static_cast<T*>(std::malloc(count * sizeof(T)));
        if (data_ == nullptr) throw std::bad_alloc();
        room_ = count;
    }
    void push_back(T value) {
        if (size_ == room_) grow();
        data_[size_++] = value;
    }

    [[nodiscard]] T* data() noexcept { return data_; }
    [[nodiscard]] const T* data() const noexcept { return data_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] bool page_locked() const noexcept { return memory_ != nullptr; }
    T operator[](std::uint64_t n) const noexcept { return data_[n]; }
    [[nodiscard]] const T* begin() const noexcept { return data_; }
    [[nodiscard]] const T* end() const noexcept { return data_ + size_; }

private:
    void grow() {
        HostArray larger;
        larger.resize(std::max<std::uint64_t>(16, 2 * room_), memory_);
        if (size_ > 0) std::memcpy(larger.data_, data_, size_ * sizeof(T));
        larger.size_ = size_;
        *this = std::move(larger);
    }

    HostMemory* memory_ = nullptr; ///< null: of malloc()
    T* data_ = nullptr;
    std::uint64_t size_ = 0, room_ = 0;
};

} // namespace mergus::blocks
