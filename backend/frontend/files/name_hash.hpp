/// \file name_hash.hpp
/// Hashes of names, and the table of open addressing that finds a name's number. Hashes decide where a name
/// is looked for, never its number, so results do not depend on them.
#pragma once

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

/// Whether two names are equal. Most are short, and are compared without a call.
inline bool same_name(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = a.size();
    if (size != b.size()) return false;
    if (size < 8 || size > 16) return a == b;
    return detail::load<std::uint64_t>(a.data()) == detail::load<std::uint64_t>(b.data()) &&
           detail::load<std::uint64_t>(a.data() + size - 8) ==
               detail::load<std::uint64_t>(b.data() + size - 8);
}
inline bool same_name(std::int64_t a, std::int64_t b) noexcept {
    return a == b;
}

/// The integer, if it is written as to_chars would: without plus sign and leading zeros.
template <class Integer>
std::optional<Integer> canonical(std::string_view text) noexcept {
    // Numbers of up to this many digits need no check for overflow.
    constexpr std::size_t safe_digits = 18;
    if (!text.empty() && text.size() <= safe_digits && (text[0] != '0' || text.size() == 1)) {
        std::uint64_t sum = 0;
        bool digits = true;
        for (const char c : text) {
            const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(c)) - '0';
            digits &= digit < 10;
            sum = sum * 10 + digit;
        }
        if (digits) return static_cast<Integer>(sum);
    }
    Integer value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
    const bool negative = text[0] == '-';
    if (text[negative ? 1 : 0] == '0' && text.size() != 1) return {};
    return value;
}

/// Numbers of names by hash: slots of the upper half of the hash and the number, a power of two of them, at
/// most half in use. The names are elsewhere.
class NameTable {
public:
    NameTable() : slots_(first_size) {}

    void prefetch(std::uint64_t hash) const noexcept {
        __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }

    /// The name in the slot of the hash, if it may be the one.
    [[nodiscard]] std::optional<std::uint32_t> candidate(std::uint64_t hash) const noexcept {
        const Slot& slot = slots_[hash & (slots_.size() - 1)];
        if (slot.number == 0 || slot.tag != static_cast<std::uint32_t>(hash >> 32)) return {};
        return slot.number - 1;
    }

    /// The number n of the name for which equal(n); otherwise `next`, which the name then has.
    /// \param hash_at the hash of an earlier name, by its number
    template <class Equal, class HashAt>
    std::uint32_t find_or_insert(std::uint64_t hash, std::uint32_t next, const Equal& equal,
                                 const HashAt& hash_at) {
        if (2 * used_ >= slots_.size()) grow(hash_at);
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        for (; slots_[at].number != 0; at = (at + 1) & mask)
            if (slots_[at].tag == tag && equal(slots_[at].number - 1)) return slots_[at].number - 1;
        slots_[at] = {tag, next + 1};
        ++used_;
        return next;
    }

private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t number = 0; ///< plus one; 0: free
    };

    static constexpr std::size_t first_size = 1024;

    template <class HashAt>
    void grow(const HashAt& hash_at) {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        const std::size_t mask = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.number == 0) continue;
            std::size_t at = hash_at(slot.number - 1) & mask;
            while (slots_[at].number != 0) at = (at + 1) & mask;
            slots_[at] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

} // namespace mergus::core
