/// \file inverse_power.hpp
/// x^-alpha in integers. The C library's pow() may differ in the last bit from one machine to the next, and
/// one bit can move a column; what is here cannot.
#pragma once

#include <array>
#include <cstdint>

namespace mergus::generate {

class InversePower {
public:
    static constexpr unsigned fraction_bits = 60;

    /// `alpha` is over 2^32, at most 2^36 (16.0).
    explicit InversePower(std::uint64_t alpha);

    /// x^-alpha over 2^60, for x > 0. Right to about 2^-38 of its size, or to 1 where that is more.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t x) const;

private:
    static constexpr unsigned log_bits = 44;

    static std::uint64_t log2(std::uint64_t x);

    std::uint64_t alpha_;
    std::array<std::uint64_t, log_bits> roots_; ///< 2^(-1/2), 2^(-1/4), … over 2^63
};

} // namespace mergus::generate
