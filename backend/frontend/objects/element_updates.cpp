/// \file element_updates.cpp
/// The hash table has linear probing and a power of two of slots.
#include "element_updates.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mergus::core {

namespace {

std::uint64_t hash_of(Position p) noexcept {
    const std::uint64_t h = (p.i ^ (p.j << 32 | p.j >> 32)) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

} // namespace

std::size_t ElementUpdates::slot_of(Position position) const noexcept {
    const std::size_t last = table_.size() - 1;
    std::size_t slot = hash_of(position) & last;
    while (table_[slot] != none && !(entries_[table_[slot]].position == position)) slot = (slot + 1) & last;
    return slot;
}

const ElementUpdates::Entry* ElementUpdates::find(Position position) const noexcept {
    if (table_.empty()) return nullptr;
    const std::uint64_t known = table_[slot_of(position)];
    return known == none ? nullptr : &entries_[known];
}

void ElementUpdates::add(const Entry& entry) {
    constexpr std::size_t least_slots = 16;
    entries_.push_back(entry);
    if (2 * entries_.size() <= table_.size()) {
        table_[slot_of(entry.position)] = entries_.size() - 1;
        return;
    }
    try {
        std::vector<std::uint64_t> larger(std::max(least_slots, 4 * table_.size()), none);
        table_.swap(larger);
    } catch (...) {
        entries_.pop_back();
        throw;
    }
    for (std::size_t e = 0; e < entries_.size(); ++e) table_[slot_of(entries_[e].position)] = e;
}

void ElementUpdates::set(Position position, const void* value, std::uint64_t size) {
    auto* const known = const_cast<Entry*>(find(position));
    std::uint64_t index = known != nullptr ? known->value : none;
    if (index == none) {
        index = values_.size() / size;
        values_.resize(values_.size() + size);
    }
    if (known == nullptr)
        add({position, index, false});
    else
        *known = {position, index, false};
    std::memcpy(values_.data() + index * size, value, size);
    any_.store(true, std::memory_order_release);
}

void ElementUpdates::remove(Position position) {
    if (auto* const known = const_cast<Entry*>(find(position)))
        known->removed = true;
    else
        add({position, none, true});
    any_.store(true, std::memory_order_release);
}

void ElementUpdates::replace(VectorEntries&& entries) noexcept {
    clear();
    whole_ = std::move(entries);
    any_.store(true, std::memory_order_release);
}

Pending ElementUpdates::find(Position position, void* value, std::uint64_t size) const {
    if (whole_) {
        const auto at = std::ranges::lower_bound(whole_->indices, position.i);
        if (at == whole_->indices.end() || *at != position.i) return Pending::removed;
        const auto place = static_cast<std::uint64_t>(at - whole_->indices.begin());
        std::memcpy(value, whole_->values.data() + place * size, size);
        return Pending::set;
    }
    const Entry* const known = find(position);
    if (known == nullptr) return Pending::nothing;
    if (known->removed) return Pending::removed;
    std::memcpy(value, values_.data() + known->value * size, size);
    return Pending::set;
}

void ElementUpdates::clear() noexcept {
    decltype(entries_)().swap(entries_);
    decltype(table_)().swap(table_);
    decltype(values_)().swap(values_);
    whole_.reset();
    any_.store(false, std::memory_order_release);
}

ElementUpdates::Batch ElementUpdates::batch(std::uint64_t size) const {
    Batch made;
    const auto removed = static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& e) { return e.removed; }));
    made.removed_rows.reserve(removed);
    made.removed_cols.reserve(removed);
    made.set_rows.reserve(entries_.size() - removed);
    made.set_cols.reserve(entries_.size() - removed);
    made.values.resize((entries_.size() - removed) * size);
    unsigned char* to = made.values.data();
    for (const Entry& entry : entries_) {
        (entry.removed ? made.removed_rows : made.set_rows).push_back(entry.position.i);
        (entry.removed ? made.removed_cols : made.set_cols).push_back(entry.position.j);
        if (entry.removed) continue;
        std::memcpy(to, values_.data() + entry.value * size, size);
        to += size;
    }
    return made;
}

} // namespace mergus::core
