/// \file block_cache.hpp
/// Released device memory of small sizes, kept for the next allocation of the same size: asking the runtime's
/// pool costs about as much host time as a launch, and small operations consist of little else.
///
/// Invariant: a block is in the cache or with its user, and the cache has at most most_bytes in at most
/// most_sizes sizes. What makes room are blocks of the size that was used longest ago. Reuse is safe because
/// all uses of a context's memory are ordered by its stream.
#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

class BlockCache {
public:
    static constexpr std::size_t largest_block = std::size_t{8} << 20;
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;
    static constexpr std::size_t most_sizes = 1024;

    /// A block of exactly that size, or null.
    [[nodiscard]] void* take(std::size_t bytes) noexcept {
        if (bytes > largest_block) return nullptr;
        const auto found = by_size_.find(bytes);
        if (found == by_size_.end()) return nullptr;
        sizes_.splice(sizes_.begin(), sizes_,
                      found->second); // used last; also where there is none, so that the next one is kept
        std::vector<void*>& blocks = found->second->blocks;
        if (blocks.empty()) return nullptr;
        void* const block = blocks.back();
        blocks.pop_back();
        bytes_ -= bytes;
        return block;
    }
    /// Whether the block was kept; if not, the caller releases it. Blocks that make room go to `release`.
    template <class Release>
    [[nodiscard]] bool keep(void* block, std::size_t bytes, Release release) noexcept {
        if (bytes > largest_block) return false;
        try {
            auto found = by_size_.find(bytes);
            if (found == by_size_.end()) {
                if (sizes_.size() == most_sizes) forget_oldest(release);
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
        } catch (...) { // no host memory for the lists
            return false;
        }
        bytes_ += bytes;
        while (bytes_ > most_bytes) {
            if (sizes_.back().blocks.empty()) {
                forget_oldest(release);
                continue;
            }
            release(sizes_.back().blocks.back());
            sizes_.back().blocks.pop_back();
            bytes_ -= sizes_.back().bytes;
        }
        return true;
    }
    /// Gives every block to `release` and forgets it.
    template <class Release>
    void clear(Release release) noexcept {
        while (!sizes_.empty()) forget_oldest(release);
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    struct Size {
        std::size_t bytes;
        std::vector<void*> blocks;
    };

    template <class Release>
    void forget_oldest(Release release) noexcept {
        for (void* block : sizes_.back().blocks) release(block);
        bytes_ -= sizes_.back().bytes * sizes_.back().blocks.size();
        by_size_.erase(sizes_.back().bytes);
        sizes_.pop_back();
    }

    std::list<Size> sizes_; ///< the one used last comes first
    std::unordered_map<std::size_t, std::list<Size>::iterator> by_size_;
    std::size_t bytes_ = 0;
};

} // namespace mergus::cuda
