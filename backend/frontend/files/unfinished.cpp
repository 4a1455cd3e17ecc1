/// \file unfinished.cpp
/// A table of fixed size, because signal handlers must not allocate or lock.
#include "unfinished.hpp"

#include <mergus/io.hpp>

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstring>

namespace mergus {

namespace core {

namespace {

struct Slot {
    std::atomic<bool> taken{false};
    std::atomic<bool> listed{false}; ///< The path is complete.
    std::array<char, PATH_MAX> path{};
};
static_assert(std::atomic<bool>::is_always_lock_free);

std::array<Slot, 16> slots;

} // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) noexcept {
    const std::string& text = path.native();
    if (text.size() >= PATH_MAX) return;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (slots[slot].taken.exchange(true)) continue;
        std::memcpy(slots[slot].path.data(), text.c_str(), text.size() + 1);
        slots[slot].listed = true;
        slot_ = static_cast<int>(slot);
        return;
    }
}

UnfinishedFile::~UnfinishedFile() {
    if (slot_ < 0) return;
    Slot& slot = slots[static_cast<std::size_t>(slot_)];
    slot.listed = false;
    slot.taken = false;
}

} // namespace core

void remove_unfinished_files() noexcept {
    for (core::Slot& slot : core::slots)
        if (slot.listed) ::unlink(slot.path.data());
}

} // namespace mergus
