/// \file hash128.cpp
/// SipHash-2-4-128: two rounds for each word, four at the end, four more for the second half of the result.
/// Words are little-endian on all machines, so machines can share a cache.
#include "hash128.hpp"

#include <bit>

namespace mergus::core {
namespace {

struct State {
    std::uint64_t v0, v1, v2, v3;

    void rounds(int count) noexcept {
        for (int i = 0; i < count; ++i) {
            v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
            v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
            v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
            v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
        }
    }
    void absorb(std::uint64_t word) noexcept {
        v3 ^= word;
        rounds(2);
        v0 ^= word;
    }
    [[nodiscard]] std::uint64_t folded() const noexcept { return v0 ^ v1 ^ v2 ^ v3; }
};

/// Up to eight bytes as a little-endian word.
std::uint64_t little_endian(std::string_view bytes) noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) word = (word << 8) | static_cast<unsigned char>(bytes[i]);
    return word;
}

} // namespace

Hash128 siphash128(std::string_view bytes, std::uint64_t key0, std::uint64_t key1) noexcept {
    State s{key0 ^ 0x736f6d6570736575, key1 ^ 0x646f72616e646f6d, key0 ^ 0x6c7967656e657261,
            key1 ^ 0x7465646279746573};
    s.v1 ^= 0xee; // selects the 128-bit variant
    const auto size = static_cast<std::uint64_t>(bytes.size());
    while (bytes.size() >= 8) {
        s.absorb(little_endian(bytes.substr(0, 8)));
        bytes.remove_prefix(8);
    }
    s.absorb((size << 56) | little_endian(bytes));
    s.v2 ^= 0xee;
    s.rounds(4);
    Hash128 result;
    result.low = s.folded();
    s.v1 ^= 0xdd;
    s.rounds(4);
    result.high = s.folded();
    return result;
}

std::string Hash128::hex() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(32);
    for (const std::uint64_t word : {low, high})
        for (int byte = 0; byte < 8; ++byte) {
            const auto value = (word >> (8 * byte)) & 0xff;
            text += digits[value >> 4];
            text += digits[value & 15];
        }
    return text;
}

} // namespace mergus::core
