/// \file test_networks.cpp
/// Generators of undirected graphs: reproducible bits, symmetry, and the documented degrees and structure.
#include "generate_testing.hpp"
#include "testing/refuses.hpp"
#include "testing/variable.hpp"

#include <mergus/generate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace generate = mergus::generate;
using mergus::Code;
using mergus::Csr;
using mergus::tests::code_of;
using mergus::tests::sum_of;
using mergus::tests::Variable;

/// The edges (i, j), i < j. Fails unless the graph is a symmetric pattern without loops, with sorted rows.
std::set<std::pair<std::uint64_t, std::uint64_t>> edges_of(const Csr& csr) {
    CHECK(csr.field == mergus::Field::pattern);
    REQUIRE(csr.nrows == csr.ncols);
    std::set<std::pair<std::uint64_t, std::uint64_t>> upper, lower;
    bool sorted = true;
    for (std::uint64_t i = 0; i < csr.nrows; ++i)
        for (std::uint64_t k = csr.row_ptr[i]; k < csr.row_ptr[i + 1]; ++k) {
            const std::uint64_t j = csr.cols[k];
            sorted = sorted && i != j && (k == csr.row_ptr[i] || csr.cols[k - 1] < j);
            (i < j ? upper.insert({i, j}) : lower.insert({j, i}));
        }
    CHECK(sorted);
    CHECK(upper == lower);
    return upper;
}

std::uint64_t greatest_degree(const Csr& csr) {
    std::uint64_t greatest = 0;
    for (std::uint64_t i = 0; i < csr.nrows; ++i)
        greatest = std::max(greatest, csr.row_ptr[i + 1] - csr.row_ptr[i]);
    return greatest;
}

double mean_degree(const Csr& csr) {
    return static_cast<double>(csr.nvals()) / static_cast<double>(csr.nrows);
}

} // namespace

TEST_SUITE_BEGIN("generate");

TEST_CASE("graphs have the same bits on every machine and with any number of threads") {
    const std::vector<std::pair<std::string, std::uint64_t>> golden = {
        {"barabasi-albert:n=5000,edges=3", 0x1e839adfad718719U},
        {"watts-strogatz:n=5000,degree=6,rewired=0.25", 0x1fa36a79dbff3035U},
        {"planted-partition:n=5000,groups=7,inside=6.5,outside=1.25", 0xc7bfefbcd01fabb1U},
        {"random-geometric:n=5000,degree=5.5", 0x8ac701700c6c5141U},
    };
    for (const auto& pair : golden) {
        const std::string& spec = pair.first; // CAPTURE does not accept a structured binding
        CAPTURE(spec);
        for (const std::string threads : {"1", "2", "7"}) {
            const Variable setting("MERGUS_THREADS", threads);
            CHECK(sum_of(generate::from_spec(spec)) == pair.second);
        }
    }
}

TEST_CASE("barabasi_albert has hubs among the first vertices") {
    const Csr csr = generate::barabasi_albert(20000, 4);
    CHECK(edges_of(csr).size() > 79000);
    CHECK(edges_of(csr).size() <= 80000);
    CHECK(greatest_degree(csr) > 200); // about 4 · sqrt(20000); a uniform choice gives about 30
    for (std::uint64_t v = 1; v < 20000; ++v) CHECK(csr.row_ptr[v] < csr.row_ptr[v + 1]);
    CHECK(edges_of(generate::barabasi_albert(1, 1)).empty());
    CHECK(code_of([] { return generate::barabasi_albert(0, 1); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::barabasi_albert(5, 6); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::barabasi_albert(5, 0); }) == Code::invalid_value);
}

TEST_CASE("watts_strogatz is a ring with other edges") {
    const auto ring = edges_of(generate::watts_strogatz(50, 4, 0));
    CHECK(ring.size() == 100);
    for (std::uint64_t v = 0; v < 50; ++v)
        for (const std::uint64_t step : {1U, 2U}) CHECK(ring.count(std::minmax(v, (v + step) % 50)) == 1);
    const Csr csr = generate::watts_strogatz(20000, 10, 0.2);
    std::size_t kept = 0;
    for (const auto& [i, j] : edges_of(csr)) kept += std::min(j - i, 20000 - (j - i)) <= 5 ? 1 : 0;
    CHECK(static_cast<double>(kept) == doctest::Approx(80000).epsilon(0.01));
    CHECK(mean_degree(csr) == doctest::Approx(10).epsilon(0.01));
    CHECK(edges_of(generate::watts_strogatz(3, 0, 1)).empty());
    CHECK(code_of([] { return generate::watts_strogatz(10, 3, 0); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::watts_strogatz(10, 10, 0); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::watts_strogatz(10, 2, 1.5); }) == Code::invalid_value);
}

TEST_CASE("planted_partition has neighbours inside and outside of groups") {
    const Csr csr = generate::planted_partition(20000, 7, 12, 3);
    double inside = 0, outside = 0;
    std::vector<std::uint64_t> group(20000);
    for (std::uint64_t g = 0; g < 7; ++g)
        for (std::uint64_t v = g * 20000 / 7; v < (g + 1) * 20000 / 7; ++v) group[v] = g;
    for (const auto& [i, j] : edges_of(csr)) (group[i] == group[j] ? inside : outside) += 2;
    CHECK(inside / 20000 == doctest::Approx(12).epsilon(0.02));
    CHECK(outside / 20000 == doctest::Approx(3).epsilon(0.02));
    CHECK(edges_of(generate::planted_partition(5, 5, 3, 0)).empty()); // groups of one vertex
    CHECK(edges_of(generate::planted_partition(5, 1, 0, 3)).empty()); // nothing is outside
    CHECK(code_of([] { return generate::planted_partition(5, 6, 1, 1); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::planted_partition(5, 0, 1, 1); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::planted_partition(5, 1, -1, 1); }) == Code::invalid_value);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(code_of([&] { return generate::planted_partition(5, 1, 1, nan); }) == Code::invalid_value);
}

TEST_CASE("random_geometric joins near points") {
    const Csr csr = generate::random_geometric(20000, 8);
    CHECK(mean_degree(csr) == doctest::Approx(8).epsilon(0.05));
    // Neighbours of neighbours are near: many triangles, where uniform edges have next to none.
    const auto edges = edges_of(csr);
    std::size_t closed = 0, pairs = 0;
    for (std::uint64_t v = 0; v < 2000; ++v)
        for (std::uint64_t a = csr.row_ptr[v]; a < csr.row_ptr[v + 1]; ++a)
            for (std::uint64_t b = csr.row_ptr[v]; b < a; ++b) {
                ++pairs;
                closed += edges.count({csr.cols[b], csr.cols[a]});
            }
    CHECK(static_cast<double>(closed) / static_cast<double>(pairs) == doctest::Approx(0.587).epsilon(0.05));
    CHECK(edges_of(generate::random_geometric(1, 0)).empty());
    CHECK(edges_of(generate::random_geometric(100, 0)).empty());
    // With a radius r of 0.557 a pair of points is joined with the probability π r² − 8/3 r³ + r⁴/2 = 0.56.
    CHECK(mean_degree(generate::random_geometric(40, 39)) == doctest::Approx(0.56 * 39).epsilon(0.15));
    CHECK(code_of([] { return generate::random_geometric(0, 0); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::random_geometric(5, 5); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::random_geometric(5, -1); }) == Code::invalid_value);
}

TEST_SUITE_END();
