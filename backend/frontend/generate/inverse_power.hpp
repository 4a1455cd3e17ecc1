/// \file inverse_power.hpp
/// x^-alpha in integer arithmetic. The last bit of the C library's pow() differs between machines, which
/// could change generated columns.
#pragma once

#include <array>
#include <cstdint>

namespace mergus::generate {

class InversePower {
public:
    static constexpr unsigned fraction_bits = 60;

    /// \param alpha scaled by 2^32, at most 2^36 (16.0)
    explicit InversePower(std::uint64_t alpha);

    /// x^-alpha scaled by 2^60, for x > 0. The error is about 2^-38 of the result, or 1 if that is larger.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t x) const { return power_of(log2(x)); }

    /// (x / base)^-alpha in the same way, for 0 < base ≤ x.
    [[nodiscard]] std::uint64_t ratio(std::uint64_t x, std::uint64_t base) const {
        return power_of(log2(x) - log2(base));
    }

private:
    static constexpr unsigned log_bits = 44;

    static std::uint64_t log2(std::uint64_t x);
    [[nodiscard]] std::uint64_t power_of(std::uint64_t logarithm) const;

    std::uint64_t alpha_;
    std::array<std::uint64_t, log_bits> roots_; ///< 2^(-1/2), 2^(-1/4), …, scaled by 2^63.
};

} // namespace mergus::generate
