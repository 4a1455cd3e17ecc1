/// \file name_hash.hpp
/// Hashes of names, and the table of open addressing that finds a name's number. Hashes decide where a name
/// is looked for, never its number, so results do not depend on them.
#pragma once

#include "digits.hpp"
#include "huge_pages.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace mergus::core {

namespace detail {
/// The two halves of the product, folded.
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class Word>
std::uint64_t load(const char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

inline constexpr std::uint64_t odd_1 = 0x9e3779b97f4a7c15U;
inline constexpr std::uint64_t odd_2 = 0xc2b2ae3d27d4eb4fU;
} // namespace detail

inline std::uint64_t hash_of(std::int64_t id) noexcept {
    return detail::fold(static_cast<std::uint64_t>(id) ^ detail::odd_1, detail::odd_2);
}

inline std::uint64_t hash_of(std::string_view name) noexcept {
    const char* at = name.data();
    std::size_t left = name.size();
    std::uint64_t hash = (left + 1) * detail::odd_1;
    std::uint64_t tail = 0;
    if (left >= 8) {
        for (; left > 8; at += 8, left -= 8)
            hash = detail::fold(hash ^ detail::load<std::uint64_t>(at), detail::odd_2);
        tail = detail::load<std::uint64_t>(at + left - 8); // may overlap the last word
    } else if (left >= 4) {
        tail = detail::load<std::uint32_t>(at) | detail::load<std::uint32_t>(at + left - 4) << 32;
    } else {
        for (std::size_t k = 0; k < left; ++k)
            tail |= std::uint64_t{static_cast<unsigned char>(at[k])} << 8 * k;
    }
    return detail::fold(hash ^ tail, detail::odd_1);
}

/// Whether two names are equal. Most are short, and are compared without a call, by words that may overlap.
inline bool same_name(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = a.size();
    if (size != b.size()) return false;
    const auto same_ends = [&]<class Word>(Word) {
        const std::size_t last = size - sizeof(Word);
        return detail::load<Word>(a.data()) == detail::load<Word>(b.data()) &&
               detail::load<Word>(a.data() + last) == detail::load<Word>(b.data() + last);
    };
    if (size >= 8 && size <= 16) return same_ends(std::uint64_t{});
    if (size >= 4 && size < 8) return same_ends(std::uint32_t{});
    return a == b;
}
inline bool same_name(std::int64_t a, std::int64_t b) noexcept {
    return a == b;
}

/// Reads an integer that is written as to_chars would: without plus sign and leading zeros. \return whether
/// the text is one. \param readable the end of the memory that the text is a part of, which makes short
/// integers faster
template <class Integer>
bool scan_canonical(std::string_view text, const char* readable, Integer& value) noexcept {
    const char* const text_end = text.data() + text.size();
    if (text.empty()) return false;
    if (text[0] != '0' || text.size() == 1) {
        std::uint64_t digits = 0;
        if (scan_digits(text.data(), readable, digits) == text_end) {
            value = static_cast<Integer>(digits);
            return true;
        }
    }
    const auto [end, error] = std::from_chars(text.data(), text_end, value);
    const bool negative = text[0] == '-';
    return error == std::errc{} && end == text_end && (text[negative ? 1 : 0] != '0' || text.size() == 1);
}

/// As above; empty if the text is none.
template <class Integer>
std::optional<Integer> canonical(std::string_view text) noexcept {
    Integer value = 0;
    if (!scan_canonical(text, text.data() + text.size(), value)) return {};
    return value;
}

/// A place for a name: it contains what shows, mostly without another access to memory, that it is the one.
struct NameSlot {
    std::uint64_t key = 0;    ///< The id; or where the text is, and the 16 highest bits of the hash.
    std::uint32_t length = 0; ///< Of the text.
    std::uint32_t number = 0; ///< plus one; 0: free

    static constexpr unsigned hash_bits = 16;

    NameSlot() = default;
    NameSlot(std::int64_t id, std::uint64_t /*hash*/, std::uint64_t /*offset*/)
        : key(static_cast<std::uint64_t>(id)) {}
    /// \param offset of the text; the caller has checked the length
    NameSlot(std::string_view name, std::uint64_t hash, std::uint64_t offset)
        : key(offset << hash_bits | hash >> (64 - hash_bits)),
          length(static_cast<std::uint32_t>(name.size())) {}

    [[nodiscard]] bool may_be(std::string_view name, std::uint64_t hash) const noexcept {
        return ((key ^ hash >> (64 - hash_bits)) & 0xffffU) == 0 && length == name.size();
    }
    [[nodiscard]] bool is(std::int64_t id, std::uint64_t /*hash*/, const char* /*text*/) const noexcept {
        return key == static_cast<std::uint64_t>(id);
    }
    /// \param text of all names
    [[nodiscard]] bool is(std::string_view name, std::uint64_t hash, const char* text) const noexcept {
        return may_be(name, hash) && same_name({text + offset(), length}, name);
    }
    [[nodiscard]] std::uint64_t offset() const noexcept { return key >> hash_bits; }
};

/// Names by hash: a power of two of slots, at most half in use, of which one is in a cache line of memory.
class NameTable {
public:
    NameTable() : slots_(first_size) {}

    [[nodiscard]] const NameSlot& first_slot(std::uint64_t hash) const noexcept {
        return slots_[hash & (slots_.size() - 1)];
    }

    /// The number of the name; `fresh.number` - 1 if it was not in the table, which then has `fresh`.
    /// \param hash_at the hash of an earlier name, by its number
    template <class Name, class HashAt>
    std::uint32_t find_or_insert(const Name& name, std::uint64_t hash, const char* text,
                                 const NameSlot& fresh, const HashAt& hash_at) {
        if (2 * used_ >= slots_.size()) grow(hash_at);
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        for (; slots_[at].number != 0; at = (at + 1) & mask)
            if (slots_[at].is(name, hash, text)) return slots_[at].number - 1;
        slots_[at] = fresh;
        ++used_;
        return fresh.number - 1;
    }

private:
    using Slots = std::vector<NameSlot, HugePages<NameSlot>>;

    static constexpr std::size_t first_size = 1024;

    template <class HashAt>
    void grow(const HashAt& hash_at) {
        Slots old(slots_.size() * 2);
        old.swap(slots_);
        const std::size_t mask = slots_.size() - 1;
        for (const NameSlot& slot : old) {
            if (slot.number == 0) continue;
            std::size_t at = hash_at(slot.number - 1) & mask;
            while (slots_[at].number != 0) at = (at + 1) & mask;
            slots_[at] = slot;
        }
    }

    Slots slots_;
    std::size_t used_ = 0;
};

} // namespace mergus::core
