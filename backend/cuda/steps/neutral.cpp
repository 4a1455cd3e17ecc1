/// \file neutral.cpp
#include "neutral.hpp"

#include "builtin_types.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace mergus::cuda {

namespace {

template <class T>
bool same_bits(const T& x, const T& y) {
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(x)) return std::isnan(y);
    return std::memcmp(&x, &y, sizeof x) == 0;
}

template <class T>
std::vector<T> samples() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{T(0), T(1), T(2), T(3), T(77), Limits::max(), Limits::lowest()};
    if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-5), T(-77)});
    if constexpr (std::is_floating_point_v<T>)
        values.insert(values.end(),
                      {T(-0.0), T(0.1), T(-0.3), Limits::min(), Limits::denorm_min(), -Limits::denorm_min(),
                       Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()});
    return values;
}

template <class T>
std::optional<std::uint64_t> find(const mergus_monoid& monoid) {
    T identity;
    std::memcpy(&identity, monoid.identity, sizeof identity);
    std::vector<T> candidates{identity};
    if constexpr (std::is_floating_point_v<T>)
        candidates.insert(candidates.end(), {T(-0.0), std::numeric_limits<T>::quiet_NaN()});
    for (const T& neutral : candidates) {
        bool keeps_all = true;
        for (const T& x : samples<T>()) {
            T sum{};
            monoid.op->function.binary(&sum, &neutral, &x);
            keeps_all = keeps_all && same_bits(x, sum);
        }
        if (!keeps_all) continue;
        std::uint64_t bits = 0;
        std::memcpy(&bits, &neutral, sizeof neutral);
        return bits;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::uint64_t> find_neutral(const mergus_monoid& monoid) {
    if (monoid.op->function.binary == nullptr) return std::nullopt;
    const auto none = [] { return std::optional<std::uint64_t>(); };
    const auto find_number = [&]<class T>(T) {
        if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
            return find<T>(monoid);
        else
            return none();
    };
    return core::with_builtin(monoid.op->z_type->code, find_number, none);
}

} // namespace mergus::cuda
