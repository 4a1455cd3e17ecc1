/// \file host_memory.cpp
#include "host_memory.hpp"

#include "local.hpp"

#include "../frontend/plugins/registry_impl.hpp"

#include <bit>

namespace mergus::blocks {

namespace {

constexpr std::uint64_t alignment = 64, slab_bytes = std::uint64_t{4} << 20, large = slab_bytes / 4;

std::uint64_t piece_size(std::uint64_t bytes) noexcept {
    const std::uint64_t step = std::max(alignment, std::bit_floor(bytes) / 8);
    return (bytes + step - 1) / step * step;
}

} // namespace

HostMemory::~HostMemory() {
    if (device_ == nullptr) return;
    free_kept();
    for (const auto& [slab, bytes] : slabs_)
        device_->plugin().transfers.host_free(device_->handle(), slab, bytes);
}

void HostMemory::use(Device& device) noexcept {
    if (device.transfers() != nullptr) device_ = &device;
}

void* HostMemory::allocate(std::uint64_t bytes) noexcept {
    return device_->plugin().transfers.host_new(device_->handle(), bytes);
}

/// Of large pieces only: others are parts of slabs.
void HostMemory::free_kept() noexcept {
    for (auto& [bytes, pieces] : unused_) {
        if (bytes < large) continue;
        for (void* const piece : pieces) {
            device_->plugin().transfers.host_free(device_->handle(), piece, bytes);
            sizes_.erase(piece);
            kept_ -= bytes;
        }
        pieces.clear();
    }
}

void HostMemory::shrink(std::uint64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (used_ + kept_ > bytes) free_kept();
}

void* HostMemory::new_piece(std::uint64_t bytes) noexcept {
    if (bytes >= large) {
        void* piece = allocate(bytes);
        if (piece != nullptr) return piece;
        free_kept();
        return allocate(bytes);
    }
    if (slab_left_ < bytes) {
        void* const slab = allocate(slab_bytes);
        if (slab == nullptr) return nullptr;
        slabs_.emplace_back(slab, slab_bytes);
        slab_next_ = static_cast<std::byte*>(slab);
        slab_left_ = slab_bytes;
    }
    slab_left_ -= bytes;
    return std::exchange(slab_next_, slab_next_ + bytes);
}

void* HostMemory::take(std::uint64_t bytes) noexcept {
    if (device_ == nullptr || bytes == 0) return nullptr;
    const std::uint64_t size = piece_size(bytes);
    const std::lock_guard lock(mutex_);
    try {
        for (auto found = unused_.lower_bound(size);
             found != unused_.end() && found->first <= size + size / 4; ++found) {
            if (found->second.empty()) continue;
            void* const piece = found->second.back();
            found->second.pop_back();
            kept_ -= found->first;
            used_ += found->first;
            return piece;
        }
        // What give() needs, which must not fail.
        unused_[size].reserve(++pieces_[size]);
        void* const piece = new_piece(size);
        if (piece == nullptr) return nullptr;
        sizes_[piece] = size;
        used_ += size;
        return piece;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void HostMemory::give(void* piece) noexcept {
    const std::lock_guard lock(mutex_);
    const std::uint64_t size = sizes_.find(piece)->second;
    unused_.find(size)->second.push_back(piece);
    used_ -= size;
    kept_ += size;
}

} // namespace mergus::blocks
