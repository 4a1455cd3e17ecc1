/// \file shared_pools.hpp
/// The memory pools of a process's contexts on one device. Each pool keeps what is released into it, since
/// giving it back at every wait would cost more than the work; so where one has not enough, the others are
/// asked to give up what they do not use.
///
/// Invariant: a pool is in the list from its making to its end, and is trimmed by others only while it is.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

namespace mergus::cuda {

/// A pool as the others see it.
class SharedPool {
public:
    /// Gives the device what the pool does not use. Called by any thread while the owner's works. \param wait
    /// first for the owner's stream, so that what it has released is not in use any more.
    virtual void trim(bool wait) noexcept = 0;

protected:
    ~SharedPool() = default;
};

class SharedPools {
public:
    void add(int device, SharedPool& pool) {
        const std::lock_guard guard(lock_);
        pools_.push_back({device, &pool});
    }
    /// Waits for a trim that is under way. A pool that was never added is no error.
    void remove(SharedPool& pool) noexcept {
        const std::lock_guard guard(lock_);
        std::erase_if(pools_, [&](const Entry& entry) { return entry.pool == &pool; });
    }
    /// Trims the other pools of a device. \return whether there are any.
    bool trim_others(int device, const SharedPool& own, bool wait) noexcept {
        const std::lock_guard guard(lock_);
        bool any = false;
        for (const Entry& entry : pools_) {
            if (entry.device != device || entry.pool == &own) continue;
            entry.pool->trim(wait);
            any = true;
        }
        return any;
    }

    /// Those of this process (of this plugin). Never destroyed: a context may be a global object.
    static SharedPools& instance() {
        static auto* const pools = new SharedPools;
        return *pools;
    }

private:
    struct Entry {
        int device;
        SharedPool* pool;
    };
    std::mutex lock_;
    std::vector<Entry> pools_;
};

} // namespace mergus::cuda
