/// \file digits.hpp
/// Short decimal numbers, eight bytes of text at a time. Functions return the end of what they have read, or
/// where they began for what they leave to std::from_chars.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mergus::core {

namespace detail {
inline constexpr auto powers_of_ten = [] {
    std::array<std::uint64_t, 19> powers{1};
    for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = powers[k - 1] * 10;
    return powers;
}();

/// The number whose digits are bytes, the lowest byte first. Neighbours are joined: two digits in each pair
/// of bytes, then four in each half, then eight; no part exceeds its bytes.
inline std::uint64_t joined_digits(std::uint64_t digits) noexcept {
    digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ffU;
    digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffffU;
    return (digits * 10000 + (digits >> 32)) & 0xffffffffU;
}
} // namespace detail

/// The digits from `at` on, of which there may be 18.
inline const char* scan_digits(const char* at, const char* end, std::uint64_t& value) noexcept {
    constexpr std::ptrdiff_t most_digits = 18; // any such number fits
    const char* const begin = at;
    std::uint64_t sum = 0;
    if constexpr (std::endian::native == std::endian::little) {
        while (end - at >= 8) {
            std::uint64_t word;
            std::memcpy(&word, at, sizeof word);
            // Digits become 0 … 9. Of others either the upper half is not 0, or it is not after 6 is added. A
            // carry changes bytes after the first such byte only.
            word ^= 0x3030303030303030U;
            const std::uint64_t others = (word | (word + 0x0606060606060606U)) & 0xf0f0f0f0f0f0f0f0U;
            const auto count = static_cast<unsigned>(std::countr_zero(others)) / 8; // 8 if there are none
            if (count == 0) break;
            sum = sum * detail::powers_of_ten[count] + detail::joined_digits(word << (64 - 8 * count));
            at += count;
            if (at - begin > most_digits) return begin;
            if (count != 8) break;
        }
    }
    for (; at != end && *at >= '0' && *at <= '9'; ++at) {
        if (at - begin >= most_digits) return begin;
        sum = sum * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    value = sum;
    return at;
}

/// A real without exponent, of at most 15 digits. They and the power of ten are exact doubles, so the
/// quotient is the double nearest to the real.
inline const char* scan_short_real(const char* at, const char* end, double& value) noexcept {
    constexpr std::ptrdiff_t most_digits = 15;
    const char* const begin = at;
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    std::uint64_t whole = 0, fraction = 0;
    const char* const point = scan_digits(at, end, whole);
    if (point == at || point == end || *point != '.' || point - at > most_digits) return begin;
    const char* const stop = scan_digits(point + 1, end, fraction);
    const std::ptrdiff_t places = stop - (point + 1);
    if (places == 0 || point - at + places > most_digits) return begin;
    const std::uint64_t power = detail::powers_of_ten[static_cast<std::size_t>(places)];
    const auto digits = static_cast<double>(whole * power + fraction) / static_cast<double>(power);
    value = negative ? -digits : digits;
    return stop;
}

} // namespace mergus::core
