/// \file random.hpp
/// Random numbers that are the same on every machine (SplitMix64, Steele, Lea and Flood 2014).
#pragma once

#include <cstdint>
#include <string_view>

namespace mergus::conformance {

class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t next() noexcept {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    /// 0 … count − 1; count must not be 0.
    std::uint64_t below(std::uint64_t count) noexcept { return next() % count; }
    /// least … greatest, both included.
    std::int64_t between(std::int64_t least, std::int64_t greatest) noexcept {
        return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(greatest - least) + 1));
    }
    bool chance(double probability) noexcept { return real() < probability; }
    /// [0, 1)
    double real() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }
    template <class List>
    const auto& pick(const List& list) noexcept {
        return list[below(list.size())];
    }

private:
    std::uint64_t state_;
};

/// A different seed for every (seed, name).
inline std::uint64_t mix_seed(std::uint64_t seed, std::string_view name) noexcept {
    std::uint64_t hash = seed ^ 0xcbf29ce484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return Random(hash).next();
}

} // namespace mergus::conformance
