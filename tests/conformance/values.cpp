/// \file values.cpp
/// Random values of the kinds of words.hpp.
#include "conformance/instance.hpp"
#include "conformance/user_algebra.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace mergus::conformance {

namespace {

using reference::make;
using reference::Value;

using reference::is_complex_type;

template <class T>
T small_value(const ValueStyle& style, Random& random) {
    if (std::is_same_v<T, bool>) return static_cast<T>(random.below(2));
    if constexpr (is_complex_type<T>) {
        using Part = typename T::value_type;
        // A sum of two of these is a power of two times 1, i or 1 + i, and products of such sums are exact.
        if (style.factors && style.sums) return random.pick(std::array{T(0, 0), T(1, 0), T(0, 1)});
        if (style.factors)
            return random.chance(0.02) ? T{} : random.pick(std::array{T(1, 0), T(-1, 0), T(0, 1), T(0, -1)});
        const auto part = small_value<Part>(style, random);
        return T(part, small_value<Part>(style, random));
    } else if (style.factors) {
        if (style.sums) return static_cast<T>(random.below(2)); // sums 0, 1, 2: powers of two
        if (random.chance(0.02)) return T{0};
        return std::is_signed_v<T> && random.chance(0.5) ? static_cast<T>(-1) : T{1};
    } else {
        const std::int64_t x = random.between(std::is_signed_v<T> ? -4 : 0, 6);
        if constexpr (std::is_floating_point_v<T>)
            if (x == 0 && random.chance(0.5)) return -T{0};
        return static_cast<T>(x);
    }
}

template <class T>
T real_value(const ValueStyle& style, Random& random) {
    if constexpr (std::is_floating_point_v<T>) {
        if (style.factors) return static_cast<T>(0.8 + 0.4 * random.real()) / (style.sums ? T{2} : T{1});
        return static_cast<T>(8 * random.real() - 4);
    }
    if constexpr (is_complex_type<T>) {
        using Part = typename T::value_type;
        if (style.factors)
            return T(std::polar((0.8 + 0.4 * random.real()) / (style.sums ? 2 : 1), 6.3 * random.real()));
        const auto part = real_value<Part>(style, random);
        return T(part, real_value<Part>(style, random));
    }
    return small_value<T>(style, random);
}

template <class T>
T edge_value(const ValueStyle& style, Random& random) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
        const T large =
            std::is_same_v<T, float> || style.narrow ? static_cast<T>(1e30) : static_cast<T>(1e300);
        // Whether a product of many finite factors overflows must not depend on the order of evaluation.
        const std::array<T, 6> calm = {T{0}, -T{0}, T{1}, -T{1}, Limits::infinity(), Limits::quiet_NaN()};
        const std::array<T, 6> wild = {
            large, -large, 1 / large, -Limits::infinity(), T(2.5), Limits::denorm_min()};
        return style.factors || random.chance(0.6) ? random.pick(calm) : random.pick(wild);
    } else if constexpr (is_complex_type<T>) {
        using Part = typename T::value_type;
        // At most one part is large: the difference of two products that overflow is NaN, but not if fused.
        const Part part = edge_value<Part>(style, random);
        const Part other = std::isfinite(part) && std::fabs(part) > 1000 ? small_value<Part>(style, random)
                                                                         : edge_value<Part>(style, random);
        return random.chance(0.5) ? T(part, other) : T(other, part);
    } else if constexpr (std::is_same_v<T, bool>) {
        return random.chance(0.5);
    } else {
        const std::array<T, 4> calm = {T{0}, T{1}, static_cast<T>(std::is_signed_v<T> ? -1 : 2), T{1}};
        if (style.factors) return random.pick(calm);
        if (style.narrow && sizeof(T) == 8) return static_cast<T>(T{1} << random.below(20));
        const std::array<T, 6> wild = {Limits::min(),
                                       Limits::max(),
                                       static_cast<T>(Limits::min() + 1),
                                       static_cast<T>(Limits::max() - 1),
                                       static_cast<T>(Limits::max() / 2),
                                       T{3}};
        return random.chance(0.5) ? random.pick(calm) : random.pick(wild);
    }
}

} // namespace

Value random_value(const mergus_type* type, const ValueStyle& style, Random& random) {
    if (const UserType* user = find_user_type(type)) {
        Value value = reference::zero(type);
        user->random(value.data(), random);
        return value;
    }
    return reference::with_type(type->code, [&]<class T>(T) {
        if (style.zeros && random.chance(0.5)) return make(type, T{});
        if (style.kind == ValueKind::real) return make(type, real_value<T>(style, random));
        if (style.kind == ValueKind::edge) return make(type, edge_value<T>(style, random));
        return make(type, small_value<T>(style, random));
    });
}

std::string value_text(const Value& value) {
    if (const UserType* user = find_user_type(value.type)) return user->text(value.data());
    if (value.is_user()) return "(user)";
    return reference::with_type(value.type->code, [&]<class T>(T) {
        if constexpr (std::is_floating_point_v<T>)
            return fmt::format("{}", value.as<T>());
        else if constexpr (is_complex_type<T>)
            return fmt::format("{}{:+}i", value.as<T>().real(), value.as<T>().imag());
        else
            return fmt::format("{:d}", value.as<T>());
    });
}

} // namespace mergus::conformance
