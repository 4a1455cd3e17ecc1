/// \file hash128.hpp
/// SipHash-2-4 with a 128-bit result (Aumasson and Bernstein, 2012).
///
/// The hash is the name of a cache entry and the checksum of its bytes. With 128 bits, accidental collisions
/// of kernel texts are negligible. The cache does not protect against attackers with write access to the
/// user's directory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mergus::core {

struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    friend bool operator==(const Hash128&, const Hash128&) = default;
    /// 32 hexadecimal digits, low word first, bytes in the order of the published test vectors.
    [[nodiscard]] std::string hex() const;
};

struct Hash128Hasher {
    std::size_t operator()(const Hash128& h) const noexcept { return static_cast<std::size_t>(h.low); }
};

/// SipHash-2-4-128 of `bytes`; the default key is the bytes 00…0f of the published vectors.
[[nodiscard]] Hash128 siphash128(std::string_view bytes, std::uint64_t key0 = 0x0706050403020100,
                                 std::uint64_t key1 = 0x0f0e0d0c0b0a0908) noexcept;

} // namespace mergus::core
