/// \file law_values.cpp
#include "law_values.hpp"

#include "../support/builtin_types.hpp"

#include <mergus/define.hpp>
#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

namespace mergus::core {
namespace {

template <class T>
class Numbers final : public LawDomain {
public:
    explicit Numbers(const LawOptions& options) : options_(options) {}

    void draw(void* value, const generate::Stream& random, bool special) const override {
        if (options_.sample_count > 0 && random.at(0) % 4 == 0) {
            const auto* samples = static_cast<const unsigned char*>(options_.samples);
            std::memcpy(value, samples + random.at(1) % options_.sample_count * sizeof(T), sizeof(T));
            return;
        }
        detail::store(value, special && random.at(2) % 2 == 0 ? extreme(random.at(3)) : ordinary(random));
    }

    [[nodiscard]] bool in_range(const void* a, const void* b, const void* c) const override {
        if constexpr (std::is_floating_point_v<T>) {
            const T x = get(a), y = get(b), z = get(c);
            if (std::isfinite(x) && std::isfinite(y) && !std::isfinite(z)) return false;
            if (x != 0 && y != 0 && std::abs(z) < std::numeric_limits<T>::min()) return false;
        }
        return true;
    }

    [[nodiscard]] bool same(const void* a, const void* b,
                            const std::vector<const void*>& scale) const override {
        const T x = get(a), y = get(b);
        if constexpr (std::is_floating_point_v<T>) {
            if (x == y || (std::isnan(x) && std::isnan(y))) return true;
            if (!std::isfinite(x) || !std::isfinite(y)) return false;
            T greatest = 0;
            for (const void* value : scale)
                if (const T v = get(value); std::isfinite(v)) greatest = std::max(greatest, std::abs(v));
            constexpr T steps = 64; // rounding errors, as of a few functions of <math.h>
            return std::abs(x / steps - y / steps) <= std::numeric_limits<T>::epsilon() * greatest;
        } else {
            return x == y;
        }
    }

    [[nodiscard]] bool is_nan(const void* value) const override {
        if constexpr (std::is_floating_point_v<T>) return std::isnan(get(value));
        return false;
    }

    [[nodiscard]] std::string text(const void* value) const override {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, bool>)
            return fmt::format("{}", get(value));
        else
            return fmt::format(
                "{}", static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(
                          get(value)));
    }

private:
    static T get(const void* value) { return detail::load<T>(value); }

    /// Half of the values are small whole numbers, which show errors best; others are reals of various
    /// magnitudes or arbitrary bits.
    static T ordinary(const generate::Stream& random) {
        const std::uint64_t bits = random.at(4);
        if constexpr (std::is_same_v<T, bool>) {
            return bits % 2 == 0;
        } else {
            if (random.at(5) % 2 == 0)
                return static_cast<T>(static_cast<std::int64_t>(bits % 17) - (std::is_signed_v<T> ? 8 : 0));
            if constexpr (std::is_floating_point_v<T>) {
                const double magnitude =
                    std::ldexp(generate::unit_real(bits), static_cast<int>(random.at(6) % 13) - 6);
                return static_cast<T>(random.at(7) % 2 == 0 ? magnitude : -magnitude);
            } else {
                return static_cast<T>(bits);
            }
        }
    }

    static T extreme(std::uint64_t bits) {
        using Limits = std::numeric_limits<T>;
        if constexpr (std::is_floating_point_v<T>) {
            static constexpr std::array values = {
                Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), T(0), -T(0), Limits::max(),
                Limits::lowest(),    Limits::min(),      Limits::denorm_min()};
            return values[bits % values.size()];
        } else {
            static constexpr std::array values = {Limits::lowest(), Limits::max(),
                                                  static_cast<T>(Limits::max() - 1), T(0), T(1)};
            return values[bits % values.size()];
        }
    }

    const LawOptions& options_;
};

/// Complex numbers of moderate size without infinities: the product of a finite and an infinite number has
/// NaN parts, so no multiplication, including the oracle's, keeps the laws there.
template <class Real>
class ComplexNumbers final : public LawDomain {
public:
    using T = std::complex<Real>;
    explicit ComplexNumbers(const LawOptions& options) : options_(options) {}

    void draw(void* value, const generate::Stream& random, bool /*special*/) const override {
        if (options_.sample_count > 0 && random.at(0) % 4 == 0) {
            const auto* samples = static_cast<const unsigned char*>(options_.samples);
            std::memcpy(value, samples + random.at(1) % options_.sample_count * sizeof(T), sizeof(T));
            return;
        }
        detail::store(value, T(part(random, 2), part(random, 5)));
    }
    [[nodiscard]] bool in_range(const void*, const void*, const void* c) const override {
        const T z = get(c);
        return std::isfinite(z.real()) && std::isfinite(z.imag());
    }
    [[nodiscard]] bool same(const void* a, const void* b,
                            const std::vector<const void*>& scale) const override {
        const T x = get(a), y = get(b);
        if (x == y || (is_nan(a) && is_nan(b))) return true;
        Real greatest = 0;
        for (const void* value : scale)
            if (const Real v = std::abs(get(value)); std::isfinite(v)) greatest = std::max(greatest, v);
        constexpr Real steps = 64; // as for reals
        return std::abs(x - y) <= steps * std::numeric_limits<Real>::epsilon() * greatest;
    }
    [[nodiscard]] bool is_nan(const void* value) const override {
        const T x = get(value);
        return std::isnan(x.real()) || std::isnan(x.imag());
    }
    [[nodiscard]] std::string text(const void* value) const override {
        const T x = get(value);
        return fmt::format("({}, {})", x.real(), x.imag());
    }

private:
    static T get(const void* value) { return detail::load<T>(value); }
    /// A small whole number, or a real of arbitrary magnitude.
    static Real part(const generate::Stream& random, std::uint64_t first) {
        const std::uint64_t bits = random.at(first);
        if (random.at(first + 1) % 2 == 0) return static_cast<Real>(static_cast<std::int64_t>(bits % 17) - 8);
        const double magnitude =
            std::ldexp(generate::unit_real(bits), static_cast<int>(random.at(first + 2) % 13) - 6);
        return static_cast<Real>(magnitude);
    }

    const LawOptions& options_;
};

/// A user type: samples, comparison and text come from the caller.
class Samples final : public LawDomain {
public:
    Samples(std::size_t size, const LawOptions& options) : size_(size), options_(options) {}

    void draw(void* value, const generate::Stream& random, bool /*special*/) const override {
        const auto* samples = static_cast<const unsigned char*>(options_.samples);
        std::memcpy(value, samples + random.at(0) % options_.sample_count * size_, size_);
    }
    [[nodiscard]] bool in_range(const void*, const void*, const void*) const override { return true; }
    [[nodiscard]] bool same(const void* a, const void* b, const std::vector<const void*>&) const override {
        return options_.equal != nullptr ? options_.equal(a, b) : std::memcmp(a, b, size_) == 0;
    }
    [[nodiscard]] bool is_nan(const void*) const override { return false; }
    [[nodiscard]] std::string text(const void* value) const override {
        if (options_.text != nullptr) return options_.text(value);
        const auto* bytes = static_cast<const unsigned char*>(value);
        return fmt::format("{:02x}", fmt::join(bytes, bytes + size_, ""));
    }

private:
    std::size_t size_;
    const LawOptions& options_;
};

} // namespace

std::unique_ptr<LawDomain> law_domain(const mergus_type& type, const LawOptions& options) {
    using Result = std::unique_ptr<LawDomain>;
    const auto of_numbers = [&]<class T>(T) -> Result {
        if constexpr (std::is_arithmetic_v<T>)
            return std::make_unique<Numbers<T>>(options);
        else
            return std::make_unique<ComplexNumbers<typename T::value_type>>(options);
    };
    if (Result domain = with_builtin(type.code, of_numbers, [] { return Result(); })) return domain;
    if (options.samples == nullptr || options.sample_count == 0)
        throw Error(Code::invalid_value, fmt::format("check_laws: type {} needs samples", type.name));
    return std::make_unique<Samples>(type.size, options);
}

} // namespace mergus::core
