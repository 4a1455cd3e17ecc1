/// \file names.hpp
/// The store of VertexNames, and what numbers names in the order in which they first appear.
#pragma once

#include "name_hash.hpp"

#include <mergus/vertex_names.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::core {

/// Ids, or strings in one arena.
class NameStore {
public:
    NameKind kind = NameKind::ids;
    std::vector<std::int64_t> ids;
    std::vector<char, HugePages<char>> text;
    std::vector<std::uint64_t> offsets{0};

    [[nodiscard]] std::uint64_t size() const noexcept {
        return kind == NameKind::ids ? ids.size() : offsets.size() - 1;
    }
    [[nodiscard]] std::string_view string(std::uint64_t v) const noexcept {
        return {text.data() + offsets[v], static_cast<std::size_t>(offsets[v + 1] - offsets[v])};
    }
    void push(std::int64_t id) { ids.push_back(id); }
    void push(std::string_view name) {
        text.insert(text.end(), name.begin(), name.end());
        offsets.push_back(text.size());
    }
    [[nodiscard]] bool has_at(std::uint64_t v, std::int64_t id) const noexcept { return ids[v] == id; }
    [[nodiscard]] bool has_at(std::uint64_t v, std::string_view name) const noexcept {
        return same_name(string(v), name);
    }
    [[nodiscard]] std::uint64_t hash_at(std::uint64_t v) const noexcept {
        return kind == NameKind::ids ? hash_of(ids[v]) : hash_of(string(v));
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept;

    /// The vertex of an id or string. The first call makes the index.
    template <class Name>
    [[nodiscard]] std::optional<std::uint64_t> find(Name name) const;

private:
    void make_index() const;

    /// Two vertices plus one for every three slots, 0 for a free one, by linear probing from the hash scaled
    /// to the number of slots.
    mutable std::vector<std::uint32_t> index_;
    mutable std::once_flag indexed_;
    mutable std::atomic<std::uint64_t> index_bytes_{0};
};

/// At most this many names: numbers plus one have 32 bits.
inline constexpr std::uint64_t max_names = 0xfffffffeU;
/// The longest name in bytes: NameSlot::length has 32 bits.
inline constexpr std::uint64_t max_name_bytes = 0xffffffffU;

/// Collects distinct names. Ids become strings at the first name that is not an id; their numbers stay.
class NameBuilder {
public:
    explicit NameBuilder(NameKind kind) : store_(std::make_shared<NameStore>()) { store_->kind = kind; }

    [[nodiscard]] NameKind kind() const noexcept { return store_->kind; }
    [[nodiscard]] std::uint64_t size() const noexcept { return store_->size(); }

    /// The numbers of names, given with their hashes; new names get the next numbers.
    void intern(const std::vector<std::int64_t>& ids, const std::vector<std::uint64_t>& hashes,
                std::vector<std::uint64_t>& numbers);
    void intern(const std::vector<std::string_view>& names, const std::vector<std::uint64_t>& hashes,
                std::vector<std::uint64_t>& numbers);
    /// Empties the builder.
    VertexNames finish();

private:
    template <class Name>
    void intern_all(const std::vector<Name>& names, const std::vector<std::uint64_t>& hashes,
                    std::vector<std::uint64_t>& numbers);
    void intern_digits(const std::vector<std::int64_t>& ids, std::vector<std::uint64_t>& numbers);
    void become_strings();

    std::shared_ptr<NameStore> store_;
    NameTable table_;
};

} // namespace mergus::core
