/// \file element_updates.cpp
#include "element_updates.hpp"

#include <cstring>

namespace mergus::core {

void ElementUpdates::set(Position position, const void* value, std::uint64_t size) {
    const auto known = slots_.find(position);
    std::uint64_t index = known != slots_.end() ? known->second.value : Slot::none;
    if (index == Slot::none) {
        index = values_.size() / size;
        values_.resize(values_.size() + size);
    }
    slots_.insert_or_assign(position, Slot{index, false});
    std::memcpy(values_.data() + index * size, value, size);
    any_.store(true, std::memory_order_release);
}

void ElementUpdates::remove(Position position) {
    slots_[position].removed = true;
    any_.store(true, std::memory_order_release);
}

Pending ElementUpdates::find(Position position, void* value, std::uint64_t size) const {
    const auto known = slots_.find(position);
    if (known == slots_.end()) return Pending::nothing;
    if (known->second.removed) return Pending::removed;
    std::memcpy(value, values_.data() + known->second.value * size, size);
    return Pending::set;
}

void ElementUpdates::clear() noexcept {
    decltype(slots_)().swap(slots_);
    decltype(values_)().swap(values_);
    any_.store(false, std::memory_order_release);
}

ElementUpdates::Batch ElementUpdates::batch(std::uint64_t size) const {
    Batch made;
    for (const auto& [position, slot] : slots_) {
        (slot.removed ? made.removed_rows : made.set_rows).push_back(position.i);
        (slot.removed ? made.removed_cols : made.set_cols).push_back(position.j);
        if (slot.removed) continue;
        const unsigned char* const value = values_.data() + slot.value * size;
        made.values.insert(made.values.end(), value, value + size);
    }
    return made;
}

} // namespace mergus::core
