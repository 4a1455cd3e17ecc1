/// \file test_compare.cpp
/// The comparison of two backends' results by `mergus semiring`.
#include "../../tools/compare.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

namespace {

/// A diagonal matrix of the values.
template <class T>
mergus::AnyMatrix diagonal(const std::vector<T>& values) {
    static const mergus::Context context("suitesparse");
    std::vector<std::uint64_t> indices(values.size());
    for (std::size_t e = 0; e < indices.size(); ++e) indices[e] = e;
    return mergus::Matrix<T>::from_tuples(context, indices.size(), indices.size(), indices, indices, values);
}

template <class T>
std::string agreement(const std::vector<T>& expected, const std::vector<T>& actual) {
    const mergus::tools::Comparison found = mergus::tools::compare(diagonal(expected), diagonal(actual));
    CHECK(found.equal == !found.text.starts_with("no"));
    return found.text;
}

} // namespace

TEST_CASE("compare: complex values agree up to rounding, as real ones do") {
    using Complex = std::complex<double>;
    const std::vector<Complex> values = {{1, 2}, {-3, 0.5}, {0, 0}};
    CHECK(agreement(values, values) == "exactly");
    std::vector<Complex> rounded = values;
    rounded[1] = {std::nextafter(-3.0, 0), 0.5};
    CHECK(agreement(values, rounded).starts_with("up to rounding: (-3, 0.5) and (-2.99999"));
    rounded[1] = {-3, 0.75};
    CHECK(agreement(values, rounded) == "no: (-3, 0.5) and (-3, 0.75) at (1, 1)");
    std::vector<Complex> zeros = values; // equal numbers of other bits
    zeros[2] = {-0.0, 0};
    CHECK(agreement(values, zeros) == "exactly");
    const std::vector<std::complex<float>> single = {{1, 2}, {-3, 0.5F}};
    std::vector<std::complex<float>> other = single;
    other[0] = {1, std::nextafter(2.0F, 3.0F)};
    CHECK(agreement(single, other).starts_with("up to rounding"));
    other[0] = {INFINITY, 2};
    CHECK(agreement(single, other).starts_with("no"));
}

TEST_CASE("compare: real values within rounding, integers exactly") {
    CHECK(agreement<double>({1, 1000}, {std::nextafter(1.0, 2.0), 1000}).starts_with("up to rounding"));
    CHECK(agreement<double>({1, NAN}, {1, NAN}) == "exactly");
    CHECK(agreement<float>({1, 2}, {1, 3}) == "no: 2 and 3 at (1, 1)");
    CHECK(agreement<std::int64_t>({1, 2}, {1, 3}) == "no: the values at (1, 1) differ");
}
