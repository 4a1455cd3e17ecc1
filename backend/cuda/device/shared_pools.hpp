/// \file shared_pools.hpp
/// The memory pools of a process's contexts on one device. A pool keeps released memory, because returning it
/// to the device at each synchronization takes longer than most operations. When an allocation fails, unused
/// memory of the other pools is returned to the device.
///
/// Invariant: a pool is in the list from its construction to its destruction. Others trim it only while it is
/// in the list.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

namespace mergus::cuda {

/// The interface of a pool for other contexts.
class SharedPool {
public:
    /// Returns unused memory of the pool to the device. Any thread may call it while the owner uses the pool.
    /// \param wait first for the owner's stream, so that released memory is no longer in use
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
    /// Waits for a running trim. Has no effect for a pool that was not added.
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

    /// The pools of this plugin in this process. Never destroyed, because a context may be a global object.
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
