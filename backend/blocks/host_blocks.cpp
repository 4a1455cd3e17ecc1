/// \file host_blocks.cpp
#include "host_blocks.hpp"

#include "block.hpp"

#include <algorithm>

namespace mergus::blocks {

void HostBlocks::use(const std::string& directory, std::uint64_t limit, HostMemory& memory) {
    directory_ = std::make_unique<BlockDirectory>(directory);
    limit_ = limit;
    memory_ = &memory;
}

void HostBlocks::make_room(std::uint64_t bytes) {
    if (directory_ == nullptr) return;
    while (bytes_ + bytes > limit_) {
        const auto oldest = std::find_if(used_.begin(), used_.end(),
                                         [](const Block* block) { return !block->arrays_in_use(); });
        if (oldest == used_.end()) return;
        (*oldest)->move_to_file();
    }
}

std::optional<HostBlocks::Place> HostBlocks::add(const Block& block, std::uint64_t bytes) {
    if (directory_ == nullptr) return std::nullopt;
    const Place place = used_.insert(used_.end(), &block);
    bytes_ += bytes;
    memory_->shrink(limit_ + limit_ / 8);
    return place;
}

void HostBlocks::remove(Place place, std::uint64_t bytes) noexcept {
    used_.erase(place);
    bytes_ -= bytes;
}

} // namespace mergus::blocks
