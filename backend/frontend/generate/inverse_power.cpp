/// \file inverse_power.cpp
/// x^-alpha as 2^(-alpha·log2 x): the logarithm bit by bit from squares, the power from square roots of 1/2.
#include "inverse_power.hpp"

#include "random.hpp"

#include <bit>

namespace mergus::generate {

namespace {

constexpr unsigned one_bits = 63; // fractions near 1 are scaled by 2^63

/// The largest root with root² ≤ square.
std::uint64_t square_root(Wide square) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 63; bit != 0; bit >>= 1) {
        if (Wide{root | bit} * (root | bit) <= square) root |= bit;
    }
    return root;
}

} // namespace

InversePower::InversePower(std::uint64_t alpha) : alpha_(alpha) {
    std::uint64_t root = std::uint64_t{1} << (one_bits - 1);
    for (std::uint64_t& entry : roots_) entry = root = square_root(Wide{root} << one_bits);
}

/// log2 x, scaled by 2^44.
std::uint64_t InversePower::log2(std::uint64_t x) {
    const auto whole = static_cast<unsigned>(std::bit_width(x)) - 1;
    std::uint64_t result = whole;
    std::uint64_t rest = x << (one_bits - whole); // x / 2^whole, in [1, 2)
    for (unsigned bit = 0; bit < log_bits; ++bit) {
        // Squaring doubles the logarithm: its next bit is 1 if the square is at least 2.
        const Wide square = Wide{rest} * rest >> one_bits;
        const bool reached = (square >> (one_bits + 1)) != 0;
        rest = static_cast<std::uint64_t>(reached ? square >> 1 : square);
        result = 2 * result + (reached ? 1 : 0);
    }
    return result;
}

std::uint64_t InversePower::power_of(std::uint64_t logarithm) const {
    const Wide exponent = Wide{alpha_} * logarithm >> 32; // scaled by 2^44
    const Wide whole = exponent >> log_bits;
    if (whole > fraction_bits) return 0;
    std::uint64_t power = std::uint64_t{1} << one_bits;
    for (unsigned bit = 0; bit < log_bits; ++bit) {
        if ((exponent >> (log_bits - 1 - bit) & 1) != 0) {
            power = static_cast<std::uint64_t>(Wide{power} * roots_[bit] >> one_bits);
        }
    }
    return power >> (one_bits - fraction_bits + static_cast<unsigned>(whole));
}

} // namespace mergus::generate
