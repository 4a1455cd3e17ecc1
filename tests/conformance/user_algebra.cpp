/// \file user_algebra.cpp
/// The definitions behind user_algebra.hpp.
#include "conformance/user_algebra.hpp"

#include <fmt/format.h>

#include <array>

// clang-format off: the formatter takes these for one long argument list

// In a namespace of its own, as in a program: inside mergus, conj and abs are the library's operators.
namespace mergus_tests {

// Inner products, of complex numbers of two sizes.
MERGUS_SEMIRING(
    hermitian,
    static mergus::complex<double> identity() { return 0; } static mergus::complex<double> add(
        mergus::complex<double> x, mergus::complex<double> y) { return x + y; } static mergus::complex<double>
        mul(mergus::complex<double> a, mergus::complex<float> b) {
            return conj(a) * mergus::complex<double>(b);
        })

// Uses every member and function of mergus::complex.
MERGUS_UNARY_OP(
    turned, static mergus::complex<double> apply(mergus::complex<double> z) {
        mergus::complex<double> w(abs(z), arg(z));
        w += z;
        w -= mergus::complex<double>(norm(z), 1);
        w *= mergus::complex<double>(real(z), imag(z));
        w /= 2.0;
        if (w == z || z != conj(conj(z))) return -w;
        return 3.0 * w - z + w / mergus::complex<double>(1, 1);
    })

} // namespace mergus_tests

namespace mergus::conformance {

using mergus_tests::hermitian;
using mergus_tests::turned;

// Shortest paths with the vertex in the middle; among paths of the same length, the least vertex.
MERGUS_SEMIRING(
    min_plus_argmin,
    static hop identity() {
        return hop{INFINITY, 9223372036854775807};
    } static hop add(hop x, hop y) {
        return x.distance < y.distance || (x.distance == y.distance && x.via < y.via) ? x : y;
    } static hop mul(double a, double b, int64_t, int64_t k, int64_t) {
        return hop{a + b, k};
    })

// Probabilities as logarithms.
MERGUS_SEMIRING(
    log_sum_exp, static double identity() { return -INFINITY; } static double add(double x, double y) {
        const double high = fmax(x, y);
        const double low = fmin(x, y);
        return high == -INFINITY ? high : high + log1p(exp(low - high));
    } static double mul(double a, double b) { return a + b; })

MERGUS_SEMIRING(
    polynomials,
    static poly3 identity() {
        return poly3{0, 0, 0};
    } static poly3 add(poly3 x, poly3 y) {
        return poly3{x.a + y.a, x.b + y.b, x.c + y.c};
    } static poly3 mul(poly3 x, poly3 y) {
        return poly3{x.a * y.a, x.a * y.b + x.b * y.a, x.a * y.c + x.b * y.b + x.c * y.a};
    })

MERGUS_SEMIRING(
    blocks, static block4 identity() { return block4{}; } static block4 add(block4 x, block4 y) {
        for (int e = 0; e < 16; ++e) x.m[e] += y.m[e];
        return x;
    } static block4 mul(block4 x, block4 y) {
        block4 z{};
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 4; ++k)
                for (int j = 0; j < 4; ++j) z.m[4 * i + j] += x.m[4 * i + k] * y.m[4 * k + j];
        return z;
    })

// Three different domains: the sum of B's entries for which A is true.
MERGUS_SEMIRING(
    chosen_sum, static int64_t identity() { return 0; } static int64_t add(int64_t x, int64_t y) {
        return x + y;
    } static int64_t mul(bool a, int16_t b) { return a ? b : 0; })

// Values in [0, 255] that saturate, with a terminal.
MERGUS_SEMIRING(
    max_saturating, static uint8_t identity() { return 0; } static uint8_t terminal() {
        return 255;
    } static uint8_t add(uint8_t x, uint8_t y) {
        return x > y ? x : y;
    } static uint8_t mul(uint8_t a, uint8_t b) { return static_cast<uint8_t>(a + b > 255 ? 255 : a + b); })

// The best weight with its label, in a struct with holes.
MERGUS_SEMIRING(
    best_labelled,
    static padded identity() {
        return padded{-128, -INFINITY, -128, -2147483647 - 1};
    } static padded add(padded x, padded y) {
        if (x.weight != y.weight) return x.weight > y.weight ? x : y;
        if (x.count != y.count) return x.count > y.count ? x : y;
        if (x.rank != y.rank) return x.rank > y.rank ? x : y;
        return x.label > y.label ? x : y;
    } static padded mul(padded x, float y) {
        return padded{x.label, x.weight + y, x.rank, x.count};
    })

MERGUS_MONOID(
    gcd, static uint32_t identity() { return 0; } static uint32_t terminal() {
        return 1;
    } static uint32_t add(uint32_t x, uint32_t y) {
        while (y != 0) {
            const uint32_t rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    })

MERGUS_UNARY_OP(
    reversed, static poly3 apply(poly3 x) {
        return poly3{x.c, x.b, x.a};
    })
MERGUS_UNARY_OP(
    sign, static int32_t apply(double x) { return x > 0   ? 1
                                                  : x < 0 ? -1
                                                          : 0; })
MERGUS_BINARY_OP(
    combined, static poly3 apply(poly3 x, poly3 y) {
        return poly3{2 * x.a + y.a, 2 * x.b + y.b, 2 * x.c + y.c};
    })
MERGUS_BINARY_OP(
    distance_to, static double apply(float x, int32_t y) { return fabs(static_cast<double>(x) - y); })
MERGUS_INDEX_UNARY_OP(
    above_line, static bool apply(poly3 x, int64_t i, int64_t j, int64_t y) {
        return static_cast<int64_t>(x.a % 16) + y > i - j;
    })
MERGUS_INDEX_UNARY_OP(
    slanted, static double apply(float x, int64_t i, int64_t j, float y) {
        return x * 2 + static_cast<double>(i - 3 * j) + y;
    })

// clang-format on

namespace {

void random_hop(void* value, Random& random) {
    detail::store(value, hop{static_cast<double>(random.between(-3, 9)), random.between(0, 40)});
}
bool equal_hop(const void* a, const void* b) {
    const auto x = detail::load<hop>(a), y = detail::load<hop>(b);
    return x.distance == y.distance && x.via == y.via;
}
std::string hop_text(const void* value) {
    const auto x = detail::load<hop>(value);
    return fmt::format("hop{{{}, {}}}", x.distance, x.via);
}

void random_poly3(void* value, Random& random) {
    detail::store(value, poly3{random.next() >> random.below(64), random.below(5), random.next()});
}
bool equal_poly3(const void* a, const void* b) {
    const auto x = detail::load<poly3>(a), y = detail::load<poly3>(b);
    return x.a == y.a && x.b == y.b && x.c == y.c;
}
std::string poly3_text(const void* value) {
    const auto x = detail::load<poly3>(value);
    return fmt::format("poly3{{{}, {}, {}}}", x.a, x.b, x.c);
}

void random_block4(void* value, Random& random) {
    block4 x{};
    for (std::uint32_t& element : x.m)
        element = static_cast<std::uint32_t>(random.next() >> random.below(64));
    detail::store(value, x);
}
bool equal_block4(const void* a, const void* b) {
    const auto x = detail::load<block4>(a), y = detail::load<block4>(b);
    for (int e = 0; e < 16; ++e)
        if (x.m[e] != y.m[e]) return false;
    return true;
}
std::string block4_text(const void* value) {
    const auto x = detail::load<block4>(value);
    return fmt::format("block4{{{}}}", fmt::join(x.m, ", "));
}

void random_padded(void* value, Random& random) {
    auto* bytes = static_cast<unsigned char*>(value);
    for (std::size_t b = 0; b < sizeof(padded); ++b) bytes[b] = static_cast<unsigned char>(random.next());
    // Member by member, so that the random bytes stay in the padding.
    const auto put = [&](std::size_t offset, auto member) { detail::store(bytes + offset, member); };
    put(offsetof(padded, rank), static_cast<std::int8_t>(random.between(-9, 9)));
    put(offsetof(padded, weight), static_cast<double>(random.between(-2, 2)));
    put(offsetof(padded, label), static_cast<std::int8_t>(random.between(-9, 9)));
    put(offsetof(padded, count), static_cast<std::int32_t>(random.between(0, 3)));
}
bool equal_padded(const void* a, const void* b) {
    const auto x = detail::load<padded>(a), y = detail::load<padded>(b);
    return x.rank == y.rank && x.weight == y.weight && x.label == y.label && x.count == y.count;
}
std::string padded_text(const void* value) {
    const auto x = detail::load<padded>(value);
    return fmt::format("padded{{{}, {}, {}, {}}}", x.rank, x.weight, x.label, x.count);
}

} // namespace

std::span<const UserType> user_types() {
    static const std::array types = {
        UserType{type_of<hop>(), random_hop, equal_hop, hop_text, false},
        UserType{type_of<poly3>(), random_poly3, equal_poly3, poly3_text, true},
        UserType{type_of<block4>(), random_block4, equal_block4, block4_text, true},
        UserType{type_of<padded>(), random_padded, equal_padded, padded_text, false},
    };
    return types;
}

const UserType* find_user_type(const mergus_type* type) {
    for (const UserType& known : user_types())
        if (known.type == type) return &known;
    return nullptr;
}

std::span<const UserSemiring> user_semirings() {
    static const std::array semirings = {
        UserSemiring{"min_plus_argmin", min_plus_argmin.get(), false},
        UserSemiring{"log_sum_exp", log_sum_exp.get(), false},
        UserSemiring{"polynomials", polynomials.get(), true},
        UserSemiring{"blocks", blocks.get(), true},
        UserSemiring{"hermitian", hermitian.get(), false},
        UserSemiring{"chosen_sum", chosen_sum.get(), false},
        UserSemiring{"max_saturating", max_saturating.get(), true},
        UserSemiring{"best_labelled", best_labelled.get(), false},
    };
    return semirings;
}

std::span<const UserMonoid> user_monoids() {
    static const std::array monoids = {
        UserMonoid{"gcd", gcd.get()},
        UserMonoid{"sum_polynomials", polynomials.get()->add},
        UserMonoid{"sum_blocks", blocks.get()->add},
        UserMonoid{"best_padded", best_labelled.get()->add},
        UserMonoid{"log_sum", log_sum_exp.get()->add},
    };
    return monoids;
}

std::span<const UserOp> user_ops() {
    static const std::array ops = {
        UserOp{"reversed", reversed.get()},
        UserOp{"sign", sign.get()},
        UserOp{"turned", turned.get()},
        UserOp{"combined", combined.get()},
        UserOp{"distance_to", distance_to.get()},
        UserOp{"above_line", above_line.get(), true},
        UserOp{"slanted", slanted.get()},
        UserOp{"multiply", polynomials.get()->mul},
        UserOp{"best", best_labelled.get()->add->op},
    };
    return ops;
}

} // namespace mergus::conformance
