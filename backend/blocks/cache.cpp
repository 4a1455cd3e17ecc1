/// \file cache.cpp
/// The copies of blocks on a device, the least recently used first.
#include "block.hpp"

#include <algorithm>
#include <utility>

namespace mergus::blocks {

Cache::Cache(Device& device, std::size_t ordinal, std::uint64_t limit, std::recursive_mutex& mutex)
    : mutex_(mutex), device_(device), ordinal_(ordinal), limit_(limit) {}

bool Cache::drop_where(bool has_other_copy) {
    for (auto place = used_.begin(); place != used_.end(); ++place) {
        const Block& block = **place;
        const LocalPtr& local = block.copies_[ordinal_].local;
        if (local.use_count() > 1 || block.has_other_copy() != has_other_copy) continue;
        if (!has_other_copy && !copy_to_host(block)) continue;
        block.drop(*this);
        return true;
    }
    return false;
}

bool Cache::drop_one() {
    const std::lock_guard lock(mutex_);
    if (drop_where(true) || drop_kept_one(false)) return true;
    return !copying_ && drop_where(false); // a copy to the host may need device memory
}

LocalPtr Cache::kept(const Part& part) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.part == part; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.end(), kept_, found);
    return kept_.back().local;
}

void Cache::keep(const Part& part, const LocalPtr& local) {
    const std::uint64_t bytes = local->info().bytes;
    const std::lock_guard lock(mutex_);
    kept_.push_back({part, local, bytes});
    bytes_ += bytes;
    enforce_limit();
}

void Cache::keep_beyond_call(const LocalPtr& local, const std::weak_ptr<const Block>& source) {
    const std::uint64_t bytes = local->info().bytes;
    const std::lock_guard lock(mutex_);
    kept_.push_back({{nullptr, {}, {}}, local, bytes, source});
    bytes_ += bytes;
    enforce_limit();
}

bool Cache::drop_kept_one(bool of_call) {
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) {
        return one.local.use_count() == 1 && (!of_call || !one.outlives_call());
    });
    if (found == kept_.end()) return false;
    bytes_ -= found->bytes;
    kept_.erase(found);
    return true;
}

void Cache::drop_kept() {
    const std::lock_guard lock(mutex_);
    while (drop_kept_one(true)) {
    }
}

bool Cache::make_room(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    while (limit_ != 0 && bytes_ + bytes > limit_)
        if (!drop_where(true)) return false;
    return true;
}

void Cache::write_back() noexcept try {
    const std::lock_guard lock(mutex_);
    if (limit_ == 0 || device_.transfers() == nullptr) return;
    std::uint64_t only_here = 0, room = limit_;
    for (const Kept& one : kept_) room -= std::min(room, one.bytes);
    for (const Block* const block : used_)
        if (!block->has_other_copy()) only_here += block->copies_[ordinal_].bytes;
    std::vector<const Block*> blocks(used_.begin(), used_.end()); // copies may drop others
    for (const Block* const block : blocks) {
        if (only_here <= room / 4 * 3) return;
        const std::uint64_t bytes = block->copies_[ordinal_].bytes;
        if (bytes != 0 && !block->has_other_copy() && copy_to_host(*block))
            only_here -= std::min(only_here, bytes);
    }
} catch (const std::exception&) { // blocks are copied when memory ends
}

bool Cache::copy_to_host(const Block& block) {
    const LocalPtr held = block.copies_[ordinal_].local; // other blocks may be dropped meanwhile
    copying_ = true;
    try {
        block.require_host_copy();
    } catch (const FileError&) { // of a block that had to go to a file
        copying_ = false;
        throw;
    } catch (const std::exception&) { // no memory for the copy: another block may need less
        copying_ = false;
        return false;
    }
    copying_ = false;
    return true;
}

void Cache::enforce_limit() {
    while (limit_ != 0 && bytes_ > limit_ && drop_one()) {
    }
}

} // namespace mergus::blocks
