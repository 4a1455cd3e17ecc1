/// \file host_copies.cpp
/// The list of copies of a context, and how they are freed. Apart from host_entries.cpp, so that a context
/// needs no reads.
#include "host_copies.hpp"

#include "host_entries.hpp"

#include <iterator>

namespace mergus::core {

std::uint64_t HostCopies::release() noexcept {
    const std::lock_guard lock(mutex_);
    std::uint64_t released = 0;
    for (auto at = list_.begin(); at != list_.end();) {
        const std::uint64_t bytes = (*at)->try_release();
        released += bytes;
        at = bytes != 0 ? list_.erase(at) : std::next(at);
    }
    bytes_ -= released;
    return released;
}

void HostCopies::add(HostEntries& entries, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    list_.insert(&entries);
    bytes_ += bytes;
}

void HostCopies::remove(HostEntries& entries, std::uint64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    list_.erase(&entries);
    bytes_ -= bytes;
}

void HostEntries::free_arrays() noexcept {
    rows_ = cols_ = {};
    values_ = {};
    copied_ = false;
    spent_ = {};
    bytes_ = 0;
}

std::uint64_t HostEntries::try_release() noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return 0;
    const std::uint64_t released = bytes();
    free_arrays();
    return released;
}

} // namespace mergus::core
