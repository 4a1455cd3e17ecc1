/// \file block_names.hpp
/// The names of a block of edges in the order in which they appear in it; of frequent names not every
/// occurrence. Blocks list their names in parallel; NameBuilder numbers the lists one after the other.
#pragma once

#include "names.hpp"

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mergus::core {

struct BlockNames {
    NameKind kind = NameKind::ids;
    std::vector<std::int64_t> ids;
    std::vector<std::string_view> strings; ///< Their text is elsewhere.
    std::vector<std::uint64_t> hashes;     ///< Of `ids` or `strings`.

    [[nodiscard]] auto& list(std::int64_t) noexcept { return ids; }
    [[nodiscard]] auto& list(std::string_view) noexcept { return strings; }

    /// Replaces places in the list by the numbers of the names there. \param numbers memory for them
    void number(NameBuilder& builder, std::vector<std::uint64_t>& numbers,
                std::vector<std::uint64_t>& sources, std::vector<std::uint64_t>& targets) const {
        if (kind == NameKind::ids)
            builder.intern(ids, hashes, numbers);
        else
            builder.intern(strings, hashes, numbers);
        for (auto* const places : {&sources, &targets})
            for (std::uint64_t& place : *places) place = numbers[place];
    }
};

/// Fills a list.
template <class Name>
class NameLister {
public:
    explicit NameLister(BlockNames& block)
        : names_(block.list(Name{})), hashes_(block.hashes), recent_(recent_names) {
        names_.clear();
        hashes_.clear();
        block.kind = std::is_same_v<Name, std::int64_t> ? NameKind::ids : NameKind::strings;
    }

    /// The place of the name in the list.
    std::uint64_t place_of(const Name& name) {
        const std::uint64_t hash = hash_of(name);
        Recent& recent = recent_[hash % recent_names];
        if (recent.place == none || recent.hash != hash || !same_name(recent.name, name)) {
            recent = {hash, names_.size(), name};
            names_.push_back(name);
            hashes_.push_back(hash);
        }
        return recent.place;
    }

    static constexpr std::uint64_t none = ~std::uint64_t{0};

private:
    /// A name that was listed, by its hash.
    struct Recent {
        std::uint64_t hash = 0;
        std::uint64_t place = none;
        Name name{};
    };
    static constexpr std::size_t recent_names = 1024; // a few tens of kB, for the names of most edges

    std::remove_reference_t<decltype(std::declval<BlockNames&>().list(Name{}))>& names_;
    std::vector<std::uint64_t>& hashes_;
    std::vector<Recent> recent_;
};

} // namespace mergus::core
