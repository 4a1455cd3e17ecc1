/// \file host_copies.hpp
/// The copies on the host (host_entries.hpp) that the objects of a context keep.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>

namespace mergus::core {

class HostEntries;

/// Thread-safe. Invariant: the members of the list are the HostEntries that have a copy.
class HostCopies {
public:
    /// Of all copies.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
    /// Frees the copies but those that another thread reads now. \return their bytes
    std::uint64_t release() noexcept;

    /// May throw std::bad_alloc.
    void add(HostEntries& entries, std::uint64_t bytes);
    /// Also of one that release() has taken off the list. After this no thread uses `entries`.
    void remove(HostEntries& entries, std::uint64_t bytes) noexcept;

private:
    std::mutex mutex_; ///< locked after that of a HostEntries
    std::set<HostEntries*> list_;
    std::atomic<std::uint64_t> bytes_{0};
};

} // namespace mergus::core
