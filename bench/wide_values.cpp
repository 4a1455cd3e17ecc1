/// \file wide_values.cpp
#include "wide_values.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <mergus/define.hpp>

#include <cmath>
#include <limits>

namespace mergus::bench {

namespace {

MERGUS_TYPE(pair16, double v[2];);
MERGUS_TYPE(quad32, double v[4];);
MERGUS_TYPE(oct64, double v[8];);

// clang-format off
MERGUS_SEMIRING(user_pair16,
    static pair16 identity() { return pair16{{0, 0}}; }
    static pair16 add(pair16 x, pair16 y) {
        for (int c = 0; c < 2; ++c) x.v[c] += y.v[c];
        return x;
    }
    static pair16 mul(pair16 a, pair16 b) {
        for (int c = 0; c < 2; ++c) a.v[c] *= b.v[c];
        return a;
    })
MERGUS_SEMIRING(user_quad32,
    static quad32 identity() { return quad32{{0, 0, 0, 0}}; }
    static quad32 add(quad32 x, quad32 y) {
        for (int c = 0; c < 4; ++c) x.v[c] += y.v[c];
        return x;
    }
    static quad32 mul(quad32 a, quad32 b) {
        for (int c = 0; c < 4; ++c) a.v[c] *= b.v[c];
        return a;
    })
MERGUS_SEMIRING(user_oct64,
    static oct64 identity() { return oct64{{0, 0, 0, 0, 0, 0, 0, 0}}; }
    static oct64 add(oct64 x, oct64 y) {
        for (int c = 0; c < 8; ++c) x.v[c] += y.v[c];
        return x;
    }
    static oct64 mul(oct64 a, oct64 b) {
        for (int c = 0; c < 8; ++c) a.v[c] *= b.v[c];
        return a;
    })
// clang-format on

constexpr std::uint64_t grain = 1U << 16;

} // namespace

const std::array<WideSemiring, 3>& wide_semirings() {
    static const std::array<WideSemiring, 3> list = {{{"user_pair16", type_of<pair16>(), user_pair16.get()},
                                                      {"user_quad32", type_of<quad32>(), user_quad32.get()},
                                                      {"user_oct64", type_of<oct64>(), user_oct64.get()}}};
    return list;
}

Array<double> widened(const Array<double>& values, std::size_t size) {
    const std::size_t components = size / sizeof(double);
    Array<double> wide(values.size() * components);
    core::parallel_for(values.size(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e)
            for (std::size_t c = 0; c < components; ++c)
                wide[e * components + c] = std::ldexp(values[e], static_cast<int>(c));
    });
    return wide;
}

Array<double> narrowed(const Array<double>& components, std::size_t size, unsigned factors) {
    const std::size_t count = size / sizeof(double);
    Array<double> values(components.size() / count);
    core::parallel_for(values.size(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) {
            values[e] = components[e * count];
            for (std::size_t c = 1; c < count; ++c)
                if (components[e * count + c] !=
                    std::ldexp(components[e * count], static_cast<int>(factors * c)))
                    values[e] = std::numeric_limits<double>::quiet_NaN();
        }
    });
    return values;
}

} // namespace mergus::bench
