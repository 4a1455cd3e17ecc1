/// \file huge_pages.hpp
/// Large arrays in pages of 2 MB, where the system has them for who asks: at random places in such an array
/// most time goes into page tables otherwise, and its first use takes fewer faults.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace mergus::core {

inline constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;

/// Asks for huge pages for memory that has not been used yet. It may stay in small ones.
inline void advise_huge_pages(void* memory, std::size_t bytes) noexcept {
    const auto begin =
        (reinterpret_cast<std::uintptr_t>(memory) + huge_page_bytes - 1) & ~(huge_page_bytes - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(huge_page_bytes - 1);
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

/// An allocator of containers.
template <class T>
struct HugePages {
    using value_type = T;

    HugePages() = default;
    template <class Other>
    explicit HugePages(const HugePages<Other>&) noexcept {}

    T* allocate(std::size_t count) {
        void* const memory = ::operator new(count * sizeof(T));
        advise_huge_pages(memory, count * sizeof(T));
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory); }
    bool operator==(const HugePages&) const noexcept { return true; }
};

} // namespace mergus::core
