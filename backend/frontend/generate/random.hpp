/// \file random.hpp
/// Counter-based random numbers, probabilities and permutations in integer arithmetic. Each number can be
/// computed independently of the others, by any thread, and is the same on all machines.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace mergus::generate {

__extension__ using Wide = unsigned __int128;

/// The upper 64 bits of a product: scales a 64-bit fraction `a` to [0, b).
inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
    return static_cast<std::uint64_t>((Wide{a} * b) >> 64);
}

/// A bijection of 64-bit numbers in which each bit of the result depends on each bit of x: two rounds of
/// multiplication and shifts (D. Stafford's variant 13 of the MurmurHash3 finalizer).
inline std::uint64_t mix_bits(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/// A sequence of random 64-bit numbers with direct access. Each number can be the seed of another sequence.
class Stream {
public:
    /// Streams of different purposes are independent.
    Stream(std::uint64_t seed, std::uint64_t purpose) noexcept
        : key_(mix_bits(mix_bits(seed + step) + purpose * step)) {}

    [[nodiscard]] std::uint64_t at(std::uint64_t counter) const noexcept {
        return mix_bits(key_ + (counter + 1) * step);
    }
    [[nodiscard]] Stream sub(std::uint64_t counter) const noexcept { return Stream(at(counter)); }

private:
    explicit Stream(std::uint64_t key) noexcept : key_(key) {}

    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15U; // 2^64 over the golden ratio, odd

    std::uint64_t key_;
};

/// A double in (0, 1], a multiple of 2^-53 (exact).
inline double unit_real(std::uint64_t bits) noexcept {
    return static_cast<double>((bits >> 11) + 1) * 0x1p-53;
}

/// A random permutation of [0, size) without a table. Each round is a bijection of the numbers with as many
/// bits as size − 1 has; it is repeated until the result is less than size (fewer than two repetitions on
/// average). A few multiplications are faster than a lookup in a large table.
class Permutation {
public:
    Permutation(std::uint64_t size, const Stream& stream) noexcept : size_(size) {
        const auto bits = static_cast<unsigned>(size < 2 ? 0 : std::bit_width(size - 1));
        mask_ = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        shift_ = std::max(1U, (bits + 1) / 2);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            factors_[round] = stream.at(2 * round) | 1; // odd: a bijection modulo a power of two
            summands_[round] = stream.at(2 * round + 1);
        }
    }

    [[nodiscard]] std::uint64_t operator()(std::uint64_t x) const noexcept {
        do {
            for (unsigned round = 0; round < rounds; ++round) {
                // The product propagates low bits only upwards; the shift mixes the upper half into the lower
                // one.
                x = (x * factors_[round] + summands_[round]) & mask_;
                x ^= x >> shift_;
            }
        } while (x >= size_);
        return x;
    }

private:
    static constexpr unsigned rounds = 4;

    std::uint64_t size_;
    std::uint64_t mask_ = 0;
    unsigned shift_ = 1;
    std::array<std::uint64_t, rounds> factors_{};
    std::array<std::uint64_t, rounds> summands_{};
};

} // namespace mergus::generate
