/// \file compare.cpp
#include "compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace mergus::tools {

namespace {

struct Entries {
    std::vector<std::uint64_t> rows, cols;
    std::vector<unsigned char> values;

    explicit Entries(const AnyMatrix& matrix)
        : rows(matrix.nvals()), cols(matrix.nvals()), values(matrix.nvals() * matrix.type()->size) {
        matrix.extract_tuples(rows.data(), cols.data(), values.data(), matrix.type());
    }
};

/// 0 if both values are equal, including infinities and NaN.
double difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : INFINITY;
}

template <class Real>
Comparison compare_values(const Entries& expected, const Entries& actual, std::size_t parts) {
    constexpr double tolerance = sizeof(Real) == sizeof(float) ? 0x1p-12 : 0x1p-20;
    double greatest = 0, worst = 0;
    std::size_t worst_at = 0;
    const auto part = [](const Entries& entries, std::size_t at) {
        Real number;
        std::memcpy(&number, entries.values.data() + at * sizeof(Real), sizeof(Real));
        return static_cast<double>(number);
    };
    const auto text = [&](const Entries& entries, std::size_t e) {
        return parts == 1 ? fmt::format("{}", part(entries, e))
                          : fmt::format("({}, {})", part(entries, 2 * e), part(entries, 2 * e + 1));
    };
    for (std::size_t at = 0; at < parts * expected.rows.size(); ++at) {
        const double a = part(expected, at), b = part(actual, at);
        if (std::isfinite(a)) greatest = std::max(greatest, std::abs(a));
        if (difference(a, b) > worst) {
            worst = difference(a, b);
            worst_at = at / parts;
        }
    }
    if (worst == 0) return {true, "exactly"};
    const bool rounding = worst <= tolerance * greatest;
    return {rounding, fmt::format("{}: {} and {} at ({}, {})", rounding ? "up to rounding" : "no",
                                  text(expected, worst_at), text(actual, worst_at), expected.rows[worst_at],
                                  expected.cols[worst_at])};
}

} // namespace

Comparison compare(const AnyMatrix& expected, const AnyMatrix& actual) {
    const Entries a(expected), b(actual);
    const std::size_t common = std::min(a.rows.size(), b.rows.size());
    for (std::size_t e = 0; e < common; ++e)
        if (a.rows[e] != b.rows[e] || a.cols[e] != b.cols[e])
            return {false, fmt::format("no: entries at ({}, {}) and ({}, {})", a.rows[e], a.cols[e],
                                       b.rows[e], b.cols[e])};
    if (a.rows.size() != b.rows.size())
        return {false, fmt::format("no: {} and {} entries", a.rows.size(), b.rows.size())};
    if (expected.type() == type_of<double>()) return compare_values<double>(a, b, 1);
    if (expected.type() == type_of<float>()) return compare_values<float>(a, b, 1);
    if (expected.type() == type_of<complex<double>>()) return compare_values<double>(a, b, 2);
    if (expected.type() == type_of<complex<float>>()) return compare_values<float>(a, b, 2);
    const std::size_t size = expected.type()->size;
    for (std::size_t e = 0; e < common; ++e)
        if (std::memcmp(a.values.data() + e * size, b.values.data() + e * size, size) != 0)
            return {false, fmt::format("no: the values at ({}, {}) differ", a.rows[e], a.cols[e])};
    return {true, "exactly"};
}

} // namespace mergus::tools
