/// \file agreement.cpp
#include "agreement.hpp"

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

/// 0 where both are the same value, also if that is not finite.
double difference(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    return std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : INFINITY;
}

template <class T>
Agreement compare_reals(const Entries& expected, const Entries& actual, double tolerance) {
    double greatest = 0, worst = 0;
    std::size_t worst_at = 0;
    const auto value = [](const Entries& entries, std::size_t e) {
        T number;
        std::memcpy(&number, entries.values.data() + e * sizeof(T), sizeof(T));
        return static_cast<double>(number);
    };
    for (std::size_t e = 0; e < expected.rows.size(); ++e) {
        const double a = value(expected, e), b = value(actual, e);
        if (std::isfinite(a)) greatest = std::max(greatest, std::abs(a));
        if (difference(a, b) > worst) {
            worst = difference(a, b);
            worst_at = e;
        }
    }
    if (worst == 0) return {true, "exactly"};
    const bool rounding = worst <= tolerance * greatest;
    return {rounding, fmt::format("{}: {} and {} at ({}, {})", rounding ? "up to rounding" : "no",
                                  value(expected, worst_at), value(actual, worst_at), expected.rows[worst_at],
                                  expected.cols[worst_at])};
}

} // namespace

Agreement compare(const AnyMatrix& expected, const AnyMatrix& actual) {
    if (&expected == &actual) return {true, "exactly"};
    const Entries a(expected), b(actual);
    const std::size_t common = std::min(a.rows.size(), b.rows.size());
    for (std::size_t e = 0; e < common; ++e)
        if (a.rows[e] != b.rows[e] || a.cols[e] != b.cols[e])
            return {false, fmt::format("no: entries at ({}, {}) and ({}, {})", a.rows[e], a.cols[e],
                                       b.rows[e], b.cols[e])};
    if (a.rows.size() != b.rows.size())
        return {false, fmt::format("no: {} and {} entries", a.rows.size(), b.rows.size())};
    if (expected.type() == type_of<double>()) return compare_reals<double>(a, b, 0x1p-20);
    if (expected.type() == type_of<float>()) return compare_reals<float>(a, b, 0x1p-12);
    const std::size_t size = expected.type()->size;
    for (std::size_t e = 0; e < common; ++e)
        if (std::memcmp(a.values.data() + e * size, b.values.data() + e * size, size) != 0)
            return {false, fmt::format("no: the values at ({}, {}) differ", a.rows[e], a.cols[e])};
    return {true, "exactly"};
}

} // namespace mergus::tools
