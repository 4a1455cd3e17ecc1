/// \file block_cache.hpp
/// Keeps small released blocks of device memory for the next allocation of the same size. An allocation from
/// the runtime's pool takes about as much host time as a launch, which matters for small operations.
///
/// Invariant: the cache has at most max_bytes, in blocks of at most max_sizes different sizes. Blocks of the
/// least recently used size are evicted first. Reuse is safe because all uses of a context's memory are
/// ordered by its stream.
#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <vector>

namespace mergus::cuda {

class BlockCache {
public:
    static constexpr std::size_t largest_block = std::size_t{8} << 20;
    static constexpr std::size_t max_bytes = std::size_t{64} << 20;
    static constexpr std::size_t max_sizes = 1024;

    /// A block of exactly that size, or null.
    [[nodiscard]] void* take(std::size_t bytes) noexcept {
        if (bytes > largest_block) return nullptr;
        const auto found = by_size_.find(bytes);
        if (found == by_size_.end()) return nullptr;
        sizes_.splice(sizes_.begin(), sizes_,
                      found->second); // most recently used, also if the cache has no block of this size
        std::vector<void*>& blocks = found->second->blocks;
        if (blocks.empty()) return nullptr;
        void* const block = blocks.back();
        blocks.pop_back();
        bytes_ -= bytes;
        return block;
    }
    /// Adds a block and passes evicted blocks to `release`. \return false if the block was not added; then
    /// the caller releases it.
    template <class Release>
    [[nodiscard]] bool keep(void* block, std::size_t bytes, Release release) noexcept {
        if (bytes > largest_block) return false;
        try {
            auto found = by_size_.find(bytes);
            if (found == by_size_.end()) {
                if (sizes_.size() == max_sizes) evict_oldest(release);
                sizes_.push_front({bytes, {}});
                try {
                    found = by_size_.emplace(bytes, sizes_.begin()).first;
                } catch (...) {
                    sizes_.pop_front();
                    throw;
                }
            }
            sizes_.splice(sizes_.begin(), sizes_, found->second);
            sizes_.front().blocks.push_back(block);
        } catch (...) { // host memory is exhausted
            return false;
        }
        bytes_ += bytes;
        while (bytes_ > max_bytes) {
            if (sizes_.back().blocks.empty()) {
                evict_oldest(release);
                continue;
            }
            release(sizes_.back().blocks.back());
            sizes_.back().blocks.pop_back();
            bytes_ -= sizes_.back().bytes;
        }
        return true;
    }
    /// Passes all blocks to `release` and removes them.
    template <class Release>
    void clear(Release release) noexcept {
        while (!sizes_.empty()) evict_oldest(release);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    struct Size {
        std::size_t bytes;
        std::vector<void*> blocks;
    };

    template <class Release>
    void evict_oldest(Release release) noexcept {
        for (void* block : sizes_.back().blocks) release(block);
        bytes_ -= sizes_.back().bytes * sizes_.back().blocks.size();
        by_size_.erase(sizes_.back().bytes);
        sizes_.pop_back();
    }

    std::list<Size> sizes_; ///< Most recently used first.
    std::unordered_map<std::size_t, std::list<Size>::iterator> by_size_;
    std::size_t bytes_ = 0;
};

} // namespace mergus::cuda
