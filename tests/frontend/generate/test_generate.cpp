/// \file test_generate.cpp
/// Generators: reproducible bits (golden checksums, any number of threads), and the documented shapes and
/// distributions.
#include <mergus/error.hpp>
#include <mergus/generate.hpp>
#include <mergus/io.hpp>

#include "../../../backend/frontend/generate/random.hpp"
#include "generate_testing.hpp"
#include "testing/variable.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace generate = mergus::generate;
using mergus::Csr;
using mergus::Field;
using Indices = std::vector<std::uint64_t>;
using mergus::tests::failure;
using mergus::tests::sum_of;
using mergus::tests::Variable;

/// Checks that columns increase strictly within rows and are in range, and that the count of values is right.
void check_form(const Csr& csr) {
    REQUIRE(csr.row_ptr.size() == csr.nrows + 1);
    REQUIRE((csr.row_ptr.front() == 0 && csr.row_ptr.back() == csr.nvals()));
    REQUIRE(csr.reals.size() == (csr.field == Field::real ? csr.nvals() : 0));
    CHECK(csr.integers.empty());
    bool right = true;
    for (std::uint64_t i = 0; i < csr.nrows; ++i) {
        right = right && csr.row_ptr[i] <= csr.row_ptr[i + 1];
        for (std::uint64_t k = csr.row_ptr[i]; k < csr.row_ptr[i + 1]; ++k) {
            right =
                right && csr.cols[k] < csr.ncols && (k == csr.row_ptr[i] || csr.cols[k - 1] < csr.cols[k]);
        }
    }
    CHECK(right);
}

bool values_in_unit(const Csr& csr) {
    return std::all_of(csr.reals.begin(), csr.reals.end(), [](double v) { return v > 0 && v <= 1; });
}

std::map<std::pair<std::uint64_t, std::uint64_t>, double> entries_of(const Csr& csr) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, double> entries;
    for (std::uint64_t i = 0; i < csr.nrows; ++i) {
        for (std::uint64_t k = csr.row_ptr[i]; k < csr.row_ptr[i + 1]; ++k) {
            entries[{i, csr.cols[k]}] = csr.reals.empty() ? 1.0 : csr.reals[k];
        }
    }
    return entries;
}

Indices row_lengths(const Csr& csr) {
    Indices lengths(csr.nrows);
    for (std::uint64_t i = 0; i < csr.nrows; ++i) lengths[i] = csr.row_ptr[i + 1] - csr.row_ptr[i];
    return lengths;
}

Indices column_counts(const Csr& csr) {
    Indices counts(csr.ncols);
    for (const std::uint64_t col : csr.cols) ++counts[col];
    return counts;
}

Indices falling(Indices counts) {
    std::sort(counts.begin(), counts.end(), std::greater<>());
    return counts;
}

} // namespace

TEST_SUITE_BEGIN("generate");

TEST_CASE("generated matrices have the same bits on every machine and with any number of threads") {
    const std::vector<std::pair<std::string, std::uint64_t>> golden = {
        {"rmat:scale=14,ef=16", 0xec191cccb3633da3U},
        {"rmat:scale=15,ef=8.5,a=0.45,b=0.15,c=0.15,symmetric=0,permute=0,seed=9", 0xb98ff65e76cb35c4U},
        {"er:rows=3000,cols=500,degree=4.5", 0xc423b43fb0867182U},
        {"er:rows=5000,degree=2,seed=7", 0xc85939c58c13c81cU},
        {"poisson2d5:n=40", 0x34158402e3e53cdbU},
        {"poisson2d9:n=40", 0xc25480260ed6e84fU},
        {"poisson3d7:n=14", 0xc4def783b0e3ab47U},
        {"poisson3d27:n=14", 0x5df892388391ece7U},
        {"banded:n=3000,half=5", 0x54397ad9b4f363b4U},
        {"banded-permuted:n=3000,half=5", 0x84943b62e52ddfd6U},
        {"powerlaw:rows=4000,cols=1000,degree=6", 0x35ed840da5884abbU},
        {"powerlaw:rows=3000,cols=3000,degree=3.25,exponent=2.7,seed=5", 0xe92ba6f148132729U},
    };
    for (const auto& pair : golden) {
        const std::string& spec = pair.first; // CAPTURE does not accept a structured binding
        const std::uint64_t sum = pair.second;
        CAPTURE(spec);
        for (const std::string threads : {"1", "2", "7"}) {
            const Variable setting("MERGUS_THREADS", threads);
            const Csr csr = generate::from_spec(spec);
            CHECK(sum_of(csr) == sum);
            check_form(csr);
        }
    }
}

TEST_CASE("another seed gives another random matrix") {
    for (const std::string spec :
         {"rmat:scale=8", "er:rows=100,degree=4", "banded:n=50,half=2", "banded-permuted:n=50,half=2",
          "powerlaw:rows=100,degree=4", "barabasi-albert:n=100,edges=2", "watts-strogatz:n=100,degree=4",
          "planted-partition:n=100,groups=4,inside=4,outside=1", "random-geometric:n=100,degree=4",
          "lfr:n=200"}) {
        CAPTURE(spec);
        std::set<std::uint64_t> sums;
        for (const std::string seed : {"0", "1", "2", "18446744073709551615"}) {
            sums.insert(sum_of(generate::from_spec(spec + ",seed=" + seed)));
        }
        CHECK(sums.size() == 4);
        CHECK(sums.count(sum_of(generate::from_spec(spec))) == 1); // 1 is the default
    }
}

TEST_CASE("er has uniform degrees, columns and values") {
    const Csr csr = generate::er(20000, 1000, 6.25);
    CHECK((csr.nrows == 20000 && csr.ncols == 1000));
    CHECK(values_in_unit(csr));
    // Of 6.25 draws from 1000 columns, 6.25·5.25/2000 on average are duplicates.
    CHECK(static_cast<double>(csr.nvals()) / 20000 ==
          doctest::Approx(6.25 - 6.25 * 5.25 / 2000).epsilon(0.005));
    const Indices lengths = row_lengths(csr);
    CHECK(*std::max_element(lengths.begin(), lengths.end()) == 7);
    const Indices counts = column_counts(csr); // 125 ± 11
    CHECK(*std::min_element(counts.begin(), counts.end()) > 125 - 6 * 11);
    CHECK(*std::max_element(counts.begin(), counts.end()) < 125 + 6 * 11);
    double mean = 0;
    for (const double value : csr.reals) mean += value / static_cast<double>(csr.nvals());
    CHECK(mean == doctest::Approx(0.5).epsilon(0.01));
    CHECK(generate::er(10, 10, 0).nvals() == 0);
    CHECK(generate::er(10, 1, 1).cols == Indices(10, 0));
    for (const double degree : {-1.0, 10.5, std::nan(""), HUGE_VAL}) {
        CHECK(failure([&] { generate::er(10, 10, degree); }) ==
              "INVALID_VALUE: generate: er: degree must be from 0 to cols");
    }
    CHECK(failure([] { generate::er(0, 1, 0); }).starts_with("INVALID_VALUE: "));
    CHECK(failure([] { generate::er(1, 0, 0); }).starts_with("INVALID_VALUE: "));
}

TEST_CASE("poisson gives the stencil of its definition") {
    struct Kind {
        Csr (*make)(mergus::Natural);
        int dimensions;
        bool box;
        double centre;
    };
    for (const Kind& kind :
         {Kind{generate::poisson2d5, 2, false, 4}, Kind{generate::poisson2d9, 2, true, 8},
          Kind{generate::poisson3d7, 3, false, 6}, Kind{generate::poisson3d27, 3, true, 26}}) {
        for (int n = 1; n <= 5; ++n) {
            const int points = kind.dimensions == 2 ? n * n : n * n * n;
            std::map<std::pair<std::uint64_t, std::uint64_t>, double> expected;
            for (int p = 0; p < points; ++p) {
                for (int q = 0; q < points; ++q) {
                    const int dx = std::abs(p % n - q % n);
                    const int dy = std::abs(p / n % n - q / n % n);
                    const int dz = std::abs(p / n / n - q / n / n);
                    const bool near = kind.box ? std::max({dx, dy, dz}) <= 1 : dx + dy + dz <= 1;
                    if (near) expected[{p, q}] = p == q ? kind.centre : -1;
                }
            }
            const Csr csr = kind.make(static_cast<std::uint64_t>(n));
            check_form(csr);
            CHECK(csr.nrows == static_cast<std::uint64_t>(points));
            CHECK(entries_of(csr) == expected);
        }
        CHECK(failure([&] { kind.make(0); }).starts_with("INVALID_VALUE: generate: poisson"));
        CHECK(failure([&] { kind.make(std::uint64_t{1} << 40); }).find("2^60 points") != std::string::npos);
    }
}

TEST_CASE("banded has all entries of the band, shuffled or not") {
    for (const auto& pair : {std::pair<std::uint64_t, std::uint64_t>{1, 0},
                             {1, 5},
                             {7, 0},
                             {7, 2},
                             {7, 6},
                             {7, 100},
                             {5000, 3},
                             {7, ~std::uint64_t{0}}}) {
        const std::uint64_t n = pair.first;
        const std::uint64_t half = pair.second;
        CAPTURE(n);
        CAPTURE(half);
        const Csr plain = generate::banded(n, half);
        check_form(plain);
        CHECK(values_in_unit(plain));
        std::uint64_t count = 0;
        for (std::uint64_t i = 0; i < n; ++i) count += std::min(i, half) + 1 + std::min(n - 1 - i, half);
        CHECK(plain.nvals() == count);
        std::map<double, std::pair<std::uint64_t, std::uint64_t>> places; // the values tell entries apart
        bool inside = true;
        for (const auto& [place, value] : entries_of(plain)) {
            inside =
                inside && std::max(place.first, place.second) - std::min(place.first, place.second) <= half;
            places[value] = place;
        }
        CHECK(inside);
        REQUIRE(places.size() == count);

        const Csr shuffled = generate::banded_permuted(n, half);
        check_form(shuffled);
        REQUIRE(shuffled.nvals() == count);
        Indices label(n, ~std::uint64_t{0});
        for (const auto& [place, value] : entries_of(shuffled)) {
            const auto& [i, j] = places.at(value);
            if (i == j) label[i] = place.first;
        }
        bool same_permutation = true;
        for (const auto& [place, value] : entries_of(shuffled)) {
            const auto& [i, j] = places.at(value);
            same_permutation = same_permutation && place.first == label[i] && place.second == label[j];
        }
        CHECK(same_permutation);
        std::uint64_t fixed = 0;
        for (std::uint64_t i = 0; i < n; ++i) fixed += label[i] == i ? 1 : 0;
        if (n == 5000) CHECK(fixed < 10);
    }
    CHECK(failure([] { generate::banded(0, 1); }).starts_with("INVALID_VALUE: "));
    CHECK(failure([] { generate::banded_permuted(0, 1); }).starts_with("INVALID_VALUE: "));
}

TEST_CASE("rmat has the symmetry, labels and quadrants of its parameters") {
    generate::Rmat parameters;
    parameters.scale = 14; // enough for several chunks of work
    parameters.edge_factor = 8;
    const Csr shuffled = generate::rmat(parameters);
    CHECK((shuffled.nrows == 16384 && shuffled.ncols == 16384 && shuffled.field == Field::pattern));
    const auto entries = entries_of(shuffled);
    bool symmetric = true;
    for (const auto& [place, value] : entries) {
        symmetric =
            symmetric && place.first != place.second && entries.count({place.second, place.first}) == 1;
    }
    CHECK(symmetric);
    CHECK(shuffled.nvals() < 2 * 8 * 16384);
    CHECK(shuffled.nvals() > 2 * 8 * 16384 / 2);
    parameters.permute = false;
    const Csr plain = generate::rmat(parameters);
    CHECK(falling(row_lengths(plain)) == falling(row_lengths(shuffled))); // the same graph relabelled
    CHECK(row_lengths(plain) != row_lengths(shuffled));
    const Indices lengths = row_lengths(plain);
    CHECK(lengths.front() == *std::max_element(lengths.begin(), lengths.end()));

    // A sparse graph has few duplicates, so its entries follow the drawn quadrants.
    const generate::Rmat directed{16, 1, 0.4, 0.3, 0.2, false, false, 3};
    const Csr csr = generate::rmat(directed);
    double quadrant[2][2] = {};
    double low[2][2] = {}; // by the lowest bit of row and column
    for (const auto& [place, value] : entries_of(csr)) {
        quadrant[place.first >> 15][place.second >> 15] += 1.0 / static_cast<double>(csr.nvals());
        low[place.first & 1][place.second & 1] += 1.0 / static_cast<double>(csr.nvals());
    }
    CHECK(static_cast<double>(csr.nvals()) > 0.97 * 65536);
    for (const auto& share : {quadrant, low}) {
        CHECK(share[0][0] == doctest::Approx(0.4).epsilon(0.03));
        CHECK(share[0][1] == doctest::Approx(0.3).epsilon(0.03));
        CHECK(share[1][0] == doctest::Approx(0.2).epsilon(0.03));
        CHECK(share[1][1] == doctest::Approx(0.1).epsilon(0.05));
    }
    CHECK(generate::rmat({0, 4, 0.57, 0.19, 0.19, false, true, 1}).cols == Indices{0}); // loops stay
    CHECK(generate::rmat({0, 4, 0.57, 0.19, 0.19, true, true, 1}).nvals() == 0);
    CHECK(generate::rmat({4, 3, 1, 0, 0, false, false, 1}).cols == Indices{0});
    CHECK(generate::rmat({4, 3, 0, 0, 0, false, false, 1}).cols == Indices{15});
    CHECK(generate::rmat({5, 0, 0.57, 0.19, 0.19, true, true, 1}).nvals() == 0);
    for (const generate::Rmat& wrong : {generate::Rmat{37, 1, 0.5, 0.1, 0.1, true, true, 1},
                                        generate::Rmat{4, -1, 0.5, 0.1, 0.1, true, true, 1},
                                        generate::Rmat{4, 1, 0.5, 0.4, 0.2, true, true, 1},
                                        generate::Rmat{4, 1, -0.1, 0.1, 0.1, true, true, 1},
                                        generate::Rmat{4, 1, std::nan(""), 0.1, 0.1, true, true, 1}}) {
        CHECK(failure([&] { generate::rmat(wrong); }).starts_with("INVALID_VALUE: generate: rmat: "));
    }
}

TEST_CASE("powerlaw has the mean, exponent, cap and column skew of its parameters") {
    for (const double exponent : {2.1, 3.0}) {
        CAPTURE(exponent);
        const Csr csr = generate::powerlaw(50000, 40000, 8, exponent);
        check_form(csr);
        CHECK(values_in_unit(csr));
        CHECK(static_cast<double>(csr.nvals()) == doctest::Approx(8 * 50000).epsilon(1e-4));
        // The r-th longest row has r^(-1/(exponent-1)) of the longest.
        const Indices lengths = falling(row_lengths(csr));
        const Indices counts = falling(column_counts(csr));
        for (const std::uint64_t rank : {10U, 100U, 1000U}) {
            const double share = std::pow(static_cast<double>(rank), -1 / (exponent - 1));
            CHECK(static_cast<double>(lengths[rank - 1]) ==
                  doctest::Approx(share * static_cast<double>(lengths[0])).epsilon(0.12));
        }
        const double share = std::pow(10.0, -1 / (exponent - 1));
        CHECK(static_cast<double>(counts[999]) ==
              doctest::Approx(share * static_cast<double>(counts[99])).epsilon(0.15));
        // Ranks are shuffled: the longest row is not the first, the fullest column neither.
        CHECK(row_lengths(csr).front() < lengths[10]);
        CHECK(column_counts(csr).front() < counts[10]);
    }
    const Csr capped = generate::powerlaw(2000, 20, 6);
    check_form(capped);
    CHECK(capped.nvals() == 12000);
    CHECK(falling(row_lengths(capped))[50] == 20);
    CHECK(generate::powerlaw(30, 20, 20).nvals() == 600);
    CHECK(generate::powerlaw(30, 20, 0).nvals() == 0);
    CHECK(generate::powerlaw(1, 1, 1).cols == Indices{0});
    for (const double exponent : {1.4, 8.1, std::nan("")}) {
        CHECK(failure([&] { generate::powerlaw(10, 10, 2, exponent); }) ==
              "INVALID_VALUE: generate: powerlaw: exponent must be from 1.5 to 8");
    }
    CHECK(failure([] {
              generate::powerlaw(10, 10, 11);
          }).starts_with("INVALID_VALUE: generate: powerlaw: degree"));
    CHECK(failure([] { generate::powerlaw(0, 10, 1); }).starts_with("INVALID_VALUE: "));
    CHECK(failure([] { generate::powerlaw(10, std::uint64_t{1} << 32, 1); }).starts_with("INVALID_VALUE: "));
}

TEST_CASE("a random permutation has every index once, and mixes all bits") {
    for (std::uint64_t size = 1; size < 300; ++size) {
        const generate::Permutation permutation(size, generate::Stream(size, 1));
        std::set<std::uint64_t> images;
        for (std::uint64_t x = 0; x < size; ++x) images.insert(permutation(x));
        CHECK((images.size() == size && *images.rbegin() == size - 1));
    }
    // Every bit of the image is independent of every bit of the index.
    constexpr std::uint64_t size = std::uint64_t{1} << 16;
    const generate::Permutation permutation(size, generate::Stream(5, 1));
    for (unsigned in = 0; in < 16; ++in) {
        for (unsigned out = 0; out < 16; ++out) {
            std::uint64_t equal = 0;
            for (std::uint64_t x = 0; x < size; ++x)
                equal += (x >> in & 1) == (permutation(x) >> out & 1) ? 1 : 0;
            CHECK(equal > size / 2 - 1400); // half of them ± 128
            CHECK(equal < size / 2 + 1400);
        }
    }
}

TEST_SUITE_END();
