/// \file shared_pools.hpp
/// The memory pools of a process's contexts on one device. A pool keeps released memory, because returning it
/// to the device at each synchronization takes longer than most operations. When an allocation fails, unused
/// memory of the other pools is returned to the device.
///
/// Invariants: a pool is in the list from its construction to its destruction. Others trim it only while it
/// is in the list, one at a time, and wait for its stream without holding the lock of the list. A pool is not
/// trimmed while its stream is captured.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mergus::cuda {

/// The interface of a pool for other contexts. Any thread may call it while the owner uses the pool.
class SharedPool {
public:
    /// Returns unused memory of the pool to the device.
    /// \param wait first for the owner's stream, so that released memory is no longer in use
    virtual void trim(bool wait) noexcept = 0;
    /// Whether the owner's stream is being captured in a graph: blocks released now would become a part of
    /// the graph, and a wait would make the capture invalid.
    [[nodiscard]] virtual bool captured() noexcept = 0;

protected:
    ~SharedPool() = default;
};

class SharedPools {
public:
    void add(int device, SharedPool& pool) {
        auto entry = std::make_shared<Entry>();
        entry->device = device;
        entry->pool = &pool;
        const std::lock_guard guard(lock_);
        entries_.push_back(std::move(entry));
    }
    /// Waits for a running trim of this pool. Has no effect for a pool that was not added.
    void remove(SharedPool& pool) noexcept {
        std::shared_ptr<Entry> removed;
        {
            const std::lock_guard guard(lock_);
            const auto found = std::find_if(entries_.begin(), entries_.end(),
                                            [&](const auto& entry) { return entry->pool == &pool; });
            if (found == entries_.end()) return;
            removed = *found;
            entries_.erase(found);
        }
        const std::lock_guard trimmed(removed->trimming);
        removed->is_there = false;
    }
    /// Makes memory available for an allocation that failed, by another step at each attempt (0, 1, …): of
    /// the context's own pool, then of the others, at last after waiting for their work. \return false if
    /// there is nothing more to try
    bool make_room(int device, SharedPool& own, int attempt) {
        switch (attempt) {
        case 0:
            if (!own.captured()) own.trim(true);
            return true;
        case 1:
        case 2:
            return trim_others(device, own, attempt == 2);
        default:
            return false;
        }
    }

    /// The pools of this plugin in this process. Never destroyed, because a context may be a global object.
    static SharedPools& instance() {
        static auto* const pools = new SharedPools;
        return *pools;
    }

private:
    struct Entry {
        int device = 0;
        SharedPool* pool = nullptr;
        std::mutex trimming; ///< Held while the pool is trimmed; guards is_there.
        bool is_there = true;
    };

    /// \return whether there are any
    bool trim_others(int device, const SharedPool& own, bool wait) {
        std::vector<std::shared_ptr<Entry>> others;
        {
            const std::lock_guard guard(lock_);
            std::copy_if(entries_.begin(), entries_.end(), std::back_inserter(others),
                         [&](const auto& entry) { return entry->device == device && entry->pool != &own; });
        }
        bool any = false;
        for (const auto& entry : others) {
            const std::lock_guard trimming(entry->trimming);
            if (!entry->is_there || entry->pool->captured()) continue;
            entry->pool->trim(wait);
            any = true;
        }
        return any;
    }

    std::mutex lock_; ///< Guards entries_.
    std::vector<std::shared_ptr<Entry>> entries_;
};

} // namespace mergus::cuda
