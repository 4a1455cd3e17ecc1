/// \file block_cache.hpp
/// Released device memory of small sizes, kept for the next allocation of the same size: asking the runtime's pool costs about as much
/// host time as a launch, and small operations consist of little else.
///
/// Invariant: a block is in the cache or with its user. Reuse is safe because all uses of a context's memory are ordered by its stream.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergus::cuda {

class BlockCache {
public:
    static constexpr std::size_t largest_block = std::size_t{8} << 20;
    static constexpr std::size_t most_bytes = std::size_t{64} << 20;

    /// A block of exactly that size, or null.
    [[nodiscard]] void* take(std::size_t bytes) noexcept {
        if (bytes > largest_block) return nullptr;
        const auto found = blocks_.find(bytes);
        if (found == blocks_.end() || found->second.empty()) return nullptr;
        void* const block = found->second.back();
        found->second.pop_back();
        bytes_ -= bytes;
        return block;
    }
    /// Whether the block was kept; if not, the caller releases it.
    [[nodiscard]] bool keep(void* block, std::size_t bytes) noexcept {
        if (bytes > largest_block || bytes_ + bytes > most_bytes) return false;
        try {
            blocks_[bytes].push_back(block);
        } catch (...) { // no host memory for the list
            return false;
        }
        bytes_ += bytes;
        return true;
    }
    /// Gives every block to `release` and forgets it.
    template <class Release>
    void clear(Release release) {
        for (const auto& [bytes, blocks] : std::exchange(blocks_, {}))
            for (void* block : blocks) release(block);
        bytes_ = 0;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    std::unordered_map<std::size_t, std::vector<void*>> blocks_;
    std::size_t bytes_ = 0;
};

} // namespace mergus::cuda
