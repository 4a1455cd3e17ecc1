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
        {"lfr:n=5000,mu=0.3,degree=14.5,degree-exponent=2.5,community-exponent=1.5", 0x48290edf0fb21ce9U},
        {"lfr:n=300,mu=0,max-degree=200,min-community=60,max-community=300,seed=9", 0x536294a09ce44d4bU},
        {"grid:sides=20x31x5,periodic=1", 0x626afb358adceff9U},
        {"grid:sides=2x3x1x4", 0x62b70e0babdd58cdU},
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

TEST_CASE("lfr has degrees and communities of power laws, and a share of mixing") {
    for (const double mixing : {0.1, 0.5}) {
        const generate::Lfr parameters{.n = 20000, .mixing = mixing, .degree = 15.5, .max_degree = 60};
        const Csr csr = generate::lfr(parameters);
        const auto community = generate::lfr_communities(parameters);
        CHECK(mean_degree(csr) == doctest::Approx(15.5).epsilon(0.02));
        CHECK(greatest_degree(csr) <= 60);
        CHECK(greatest_degree(csr) > 50);
        std::vector<std::uint64_t> sizes(*std::max_element(community.begin(), community.end()) + 1);
        for (const std::uint64_t c : community) ++sizes[c];
        CHECK(*std::min_element(sizes.begin(), sizes.end()) >= 20);
        CHECK(*std::max_element(sizes.begin(), sizes.end()) <= 101); // shares of the rest
        // Of the density x^-1 from 20 to 100 about log(2) / log(5) are below 40.
        const auto small = std::count_if(sizes.begin(), sizes.end(), [](auto size) { return size < 40; });
        CHECK(static_cast<double>(small) / static_cast<double>(sizes.size()) ==
              doctest::Approx(0.43).epsilon(0.15));
        double outside = 0;
        const auto edges = edges_of(csr);
        for (const auto& [i, j] : edges) outside += community[i] != community[j] ? 1 : 0;
        CHECK(outside / static_cast<double>(edges.size()) == doctest::Approx(mixing).epsilon(0.03));
    }
}

TEST_CASE("lfr: degrees too large for communities, and bad parameters") {
    // Communities of 5: at most 4 edges inside, whatever the mixing is.
    generate::Lfr tight{.n = 500, .mixing = 0, .degree = 20, .min_community = 5, .max_community = 5};
    const auto edges = edges_of(generate::lfr(tight));
    const auto community = generate::lfr_communities(tight);
    std::vector<std::uint64_t> inside(500, 0);
    for (const auto& [i, j] : edges)
        if (community[i] == community[j]) {
            ++inside[i];
            ++inside[j];
        }
    CHECK(*std::max_element(inside.begin(), inside.end()) == 4);
    CHECK(static_cast<double>(edges.size()) == doctest::Approx(5000).epsilon(0.1));
    // Every degree is the same.
    const Csr regular = generate::lfr({.n = 100, .degree = 6, .max_degree = 6, .max_community = 30});
    CHECK(mean_degree(regular) > 5.8);
    CHECK(greatest_degree(regular) == 6);

    const auto refused = [](const auto& change) {
        generate::Lfr parameters;
        change(parameters);
        CHECK(code_of([&] { return generate::lfr(parameters); }) == Code::invalid_value);
        CHECK(code_of([&] { return generate::lfr_communities(parameters); }) == Code::invalid_value);
    };
    refused([](auto& p) { p.n = 1; });
    refused([](auto& p) { p.n = std::uint64_t{1} << 32; });
    refused([](auto& p) { p.mixing = 1.01; });
    refused([](auto& p) { p.mixing = std::numeric_limits<double>::quiet_NaN(); });
    refused([](auto& p) { p.max_degree = 1000; });
    refused([](auto& p) { p.degree = 51; });
    refused([](auto& p) { p.degree = 1.5; }); // the power law from 1 to 50 has a mean of 2.8
    refused([](auto& p) { p.degree_exponent = 0.5; });
    refused([](auto& p) { p.community_exponent = 9; });
    refused([](auto& p) { p.min_community = 0; });
    refused([](auto& p) { p.min_community = 101; });
    refused([](auto& p) { p.max_community = 1001; });
}

TEST_CASE("grids of any number of dimensions") {
    using Sides = std::vector<std::uint64_t>;
    for (const Sides& sides :
         {Sides{7}, Sides{4, 3}, Sides{2, 5, 3}, Sides{1, 3, 2, 1, 4}, Sides{1}, Sides{2, 2}})
        for (const bool periodic : {false, true}) {
            const auto edges = edges_of(generate::grid(sides, periodic));
            std::uint64_t points = 1;
            for (const std::uint64_t side : sides) points *= side;
            std::set<std::pair<std::uint64_t, std::uint64_t>> expected;
            for (std::uint64_t a = 0; a < points; ++a)
                for (std::uint64_t b = a + 1; b < points; ++b) {
                    std::uint64_t x = a, y = b, different = 0, near = 0;
                    for (const std::uint64_t side : sides) {
                        const std::uint64_t s = x % side, t = y % side, apart = s < t ? t - s : s - t;
                        different += apart != 0 ? 1 : 0;
                        near += apart == 1 || (periodic && apart + 1 == side && apart != 0) ? 1 : 0;
                        x /= side;
                        y /= side;
                    }
                    if (different == 1 && near == 1) expected.insert({a, b});
                }
            CHECK(edges == expected);
        }
    CHECK(edges_of(generate::grid({200, 150})).size() == 199 * 150 + 200 * 149);
    CHECK(edges_of(generate::grid(Sides(12, 2), true)).size() == 12 << 11);
    CHECK(code_of([] { return generate::grid(Sides{}); }) == Code::invalid_value);
    CHECK(code_of([] { return generate::grid({3, 0}); }) == Code::invalid_value);
    CHECK(code_of([] {
              return generate::grid({std::uint64_t{1} << 31, std::uint64_t{1} << 30});
          }) == Code::invalid_value);
    CHECK(code_of([] { return generate::grid({std::uint64_t{1} << 59}); }) == Code::out_of_memory);
}

TEST_SUITE_END();
