/// \file replaced_new.hpp
/// operator new that fails on demand, and counts. It replaces the global one, so one file of a program
/// includes this header.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace mergus::tests::host_memory {

inline std::atomic<long> countdown{-1}; ///< allocations before the one that fails; negative: none fails
inline std::atomic<bool> failed{false}; ///< set by a failure
inline std::atomic<long> live{0};       ///< blocks that have not been freed

// Not inlined: GCC would warn of malloc and delete, or new and free, in one function.
[[gnu::noinline]] inline void* allocate(std::size_t size, std::size_t alignment) {
    if (countdown.load() >= 0 && countdown.fetch_sub(1) == 0) {
        failed = true;
        throw std::bad_alloc();
    }
    const std::size_t rounded = (size + alignment) / alignment * alignment;
    void* const block = alignment <= alignof(std::max_align_t) ? std::malloc(rounded)
                                                               : std::aligned_alloc(alignment, rounded);
    if (block == nullptr) throw std::bad_alloc();
    ++live;
    return block;
}

[[gnu::noinline]] inline void release(void* block) {
    if (block != nullptr) --live;
    std::free(block);
}

/// The allocation `nth` from now fails, until the end of the scope.
class FailingAllocation {
public:
    explicit FailingAllocation(long nth) {
        failed = false;
        countdown = nth;
    }
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation() { countdown = -1; }
};

} // namespace mergus::tests::host_memory

void* operator new(std::size_t size) {
    return mergus::tests::host_memory::allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return mergus::tests::host_memory::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
    mergus::tests::host_memory::release(block);
}
void operator delete(void* block, std::size_t) noexcept {
    mergus::tests::host_memory::release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    mergus::tests::host_memory::release(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    mergus::tests::host_memory::release(block);
}
