/// \file deterministic_testing.hpp
/// Helpers for the tests of the deterministic mode: operators whose result depends on the order, values whose
/// sums round, contexts with a given accumulator and thread order, and bitwise comparison.
#pragma once

#include "device_testing.hpp"
#include "reference/operations.hpp"
#include "variable.hpp"

#include <mergus/define.hpp>
#include <mergus/mergus.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace mergus_tests {

/// Encodes the sequence of terms in one number.
MERGUS_TYPE(path_trace, uint64_t hash; uint64_t length;);

/// x ↦ a·x + b modulo 2^64.
MERGUS_TYPE(affine, uint64_t a; uint64_t b;);

// Neither associative nor commutative: two folds are equal only if terms, order and grouping
// are equal. The value fits an atomic, and integers have the same bits on every machine.
MERGUS_SEMIRING(
    traces, static bool associative() { return false; } static bool commutative() {
        return false;
    } static uint64_t identity() { return 0; } static uint64_t add(uint64_t x, uint64_t y) {
        return x * 6364136223846793005ull ^ (y + 1442695040888963407ull);
    } static uint64_t mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        return uint64_t(k) * 2654435761u + uint64_t(i) * 40503u + uint64_t(j) + (a < b ? 1u : 0u);
    })

// The same with a value too wide for an atomic.
MERGUS_SEMIRING(
    wide_traces, static bool associative() { return false; } static bool commutative() {
        return false;
    } static path_trace identity() {
        return path_trace{0, 0};
    } static path_trace add(path_trace x, path_trace y) {
        return path_trace{x.hash * 6364136223846793005ull ^ (y.hash + 1442695040888963407ull),
                          x.length + y.length};
    } static path_trace mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        return path_trace{uint64_t(k) * 2654435761u + uint64_t(i) * 40503u + uint64_t(j) + (a < b ? 1u : 0u),
                          1};
    })

// The same with sums that round.
MERGUS_SEMIRING(
    halves, static bool associative() { return false; } static bool commutative() {
        return false;
    } static double identity() { return 0; } static double add(double x, double y) {
        return x / 2 + y;
    } static double mul(double a, double b) { return a * b; })

// Associative, but not commutative: every grouping gives the same result.
MERGUS_SEMIRING(
    compositions, static bool commutative() { return false; } static affine identity() {
        return affine{1, 0};
    } static affine add(affine f, affine g) {
        return affine{f.a * g.a, f.a * g.b + f.b};
    } static affine mul(affine f, affine g) {
        return affine{f.a + g.b, f.b ^ g.a};
    })

} // namespace mergus_tests

namespace mergus::tests {

/// A device context that uses the named accumulators (empty: the default choice). On an emulated device, the
/// seed determines the order of threads.
inline Context shuffled(const std::string& backend, const std::string& accumulators, unsigned seed,
                        ContextOptions options = {}) {
    const Variable forced("MERGUS_CUDA_MXM", accumulators);
    const Variable order("MERGUS_EMULATION_SEED", std::to_string(seed));
    options.backend = backend;
    return Context(options);
}

/// A number of either sign and any magnitude from 1e-6 to 1e6, with a full mantissa.
inline double uneven(std::uint64_t n) {
    std::uint64_t x = (n + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    x ^= x >> 32;
    const double size = std::pow(10.0, static_cast<double>(x % 13) - 6);
    return (x & 64 ? -1 : 1) * size * (1 + static_cast<double>(x >> 11) * 0x1p-53);
}

inline reference::Value uneven_value(const mergus_type* type, std::uint64_t n) {
    reference::Value value = reference::zero(type);
    const auto put = [&](const auto& x) { std::memcpy(value.data(), &x, sizeof x); };
    switch (type->code) {
    case MERGUS_BOOL:
        put(true);
        break;
    case MERGUS_FP32:
        put(static_cast<float>(uneven(n)));
        break;
    case MERGUS_FP64:
        put(uneven(n));
        break;
    case MERGUS_FC32:
        put(std::complex<float>(static_cast<float>(uneven(n)), static_cast<float>(uneven(n + 7919))));
        break;
    case MERGUS_FC64:
        put(std::complex<double>(uneven(n), uneven(n + 7919)));
        break;
    default: // integers and user types: words
        for (std::size_t at = 0; at < type->size; at += 8) {
            const std::uint64_t word =
                at % 16 == 0 ? (n + at) * 0x9e3779b97f4a7c15u | 1 : n * n + 3 + at / 16;
            std::memcpy(static_cast<unsigned char*>(value.data()) + at, &word,
                        std::min<std::size_t>(8, type->size - at));
        }
    }
    return value;
}

/// A matrix with such values where `has` is true.
inline reference::Matrix uneven_matrix(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                                       const std::function<bool(std::uint64_t, std::uint64_t)>& has) {
    reference::Matrix matrix{type, nrows, ncols, {}};
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (has(i, j)) matrix.set(i, j, uneven_value(type, i * ncols + j));
    return matrix;
}

inline AnyMatrix upload(const Context& context, const reference::Matrix& matrix) {
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::max_align_t> values(
        matrix.entries.size() * matrix.type->size / sizeof(std::max_align_t) + 1);
    auto* to = reinterpret_cast<unsigned char*>(values.data());
    for (const auto& [place, entry] : matrix.entries) {
        std::memcpy(to + rows.size() * matrix.type->size, entry.value.data(), matrix.type->size);
        rows.push_back(place.first);
        cols.push_back(place.second);
    }
    AnyMatrix made(context, matrix.type, matrix.nrows, matrix.ncols);
    made.build(rows, cols, values.data(), matrix.type);
    return made;
}

/// Pattern and the bytes of all values, in order.
struct Bits {
    std::vector<std::uint64_t> rows, cols;
    std::vector<unsigned char> values;
    bool operator==(const Bits&) const = default;
};

inline Bits bits_of(const reference::Matrix& matrix) {
    Bits bits;
    for (const auto& [place, entry] : matrix.entries) {
        bits.rows.push_back(place.first);
        bits.cols.push_back(place.second);
        const auto* bytes = static_cast<const unsigned char*>(entry.value.data());
        bits.values.insert(bits.values.end(), bytes, bytes + matrix.type->size);
    }
    return bits;
}

inline Bits bits_of(const AnyMatrix& matrix) {
    const std::uint64_t count = matrix.nvals(), size = matrix.type()->size;
    Bits bits{std::vector<std::uint64_t>(count), std::vector<std::uint64_t>(count), {}};
    std::vector<std::max_align_t> values(count * size / sizeof(std::max_align_t) + 1);
    matrix.extract_tuples(bits.rows.data(), bits.cols.data(), values.data(), matrix.type());
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    bits.values.assign(bytes, bytes + count * size);
    return bits;
}

} // namespace mergus::tests
