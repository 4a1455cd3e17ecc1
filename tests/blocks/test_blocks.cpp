/// \file test_blocks.cpp
/// Shapes that grids make special, deterministic calls, and transfers, compared with the local backend.
#include "blocks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <functional>

using namespace mergus;
using namespace mergus::tests;

namespace {

const std::vector<std::string> grids = {"1x1", "2x2", "1x3", "3x1", "2x3", "5x4"};

/// A star: row and column 0 have most entries.
Csr star(std::uint64_t n) {
    return csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return i == 0 || j == 0 || i == j; });
}

} // namespace

TEST_CASE("blocks: skewed, flat and empty matrices") {
    const Context plain("suitesparse");
    const auto results = [](const Context& context) {
        std::vector<Entries<double>> all;
        for (const Csr& csr : {star(40), csr_every(1, 30, 2), csr_every(30, 1, 3), csr_every(9, 7, 100),
                               csr_every(6, 50, 1)}) {
            const auto A = Matrix<double>::from_csr(context, csr);
            const auto At = transpose(A);
            all.push_back(read<double>(A));
            all.push_back(read<double>(At));
            all.push_back(read<double>(mxm(plus_times<double>, A, At)));
            all.push_back(read<double>(mxm(plus_times<double>, A, A, {.transpose_a = true})));
            all.push_back(read<double>(ewise_add(ops::plus<double>, A, A)));
        }
        return all;
    };
    const auto expected = results(plain);
    for (const std::string& grid : grids) {
        CAPTURE(grid);
        CHECK(results(on_blocks({.grid = grid})) == expected);
    }
}

TEST_CASE("blocks: matrices much larger than their number of entries") {
    constexpr std::uint64_t n = std::uint64_t{1} << 36, end = n - 1;
    const auto results = [](const Context& context) {
        const auto A =
            make<double>(context, n, n, {{0, 5, 1}, {7, 7, 2}, {end / 2, 7, 3}, {end, 0, 4}, {end, end, 5}});
        std::vector<Entries<double>> all{read<double>(A), read<double>(transpose(A))};
        all.push_back(read<double>(mxm(plus_times<double>, A, A)));
        all.push_back(read<double>(select(ops::tril, A, std::int64_t{0})));
        all.push_back(read<double>(ewise_mult(ops::times<double>, A, transpose(A))));
        all.push_back(read<double>(extract(A, mergus::all, mergus::all)));
        return all;
    };
    CHECK(results(on_blocks({.grid = "3x2"})) == results(Context("suitesparse")));

    constexpr std::uint64_t size = std::uint64_t{1} << 60;
    const auto vectors = [](const Context& context) {
        const auto u = make_vector<double>(context, size, {{0, 1.0}, {size / 2, 2.0}, {size - 1, 3.0}});
        const auto v = make_vector<double>(context, size, {{1, 1.0}, {size / 2, 5.0}});
        return std::vector<Items<double>>{items<double>(u), items<double>(ewise_add(ops::plus<double>, u, v)),
                                          items<double>(apply(ops::ainv<double>, v))};
    };
    CHECK(vectors(on_blocks({.grid = "3x2"})) == vectors(Context("suitesparse")));
}

TEST_CASE("blocks: deterministic calls have the bits of the local backend on every grid") {
    const auto results = [](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, rounding(csr_every(60, 60, 1)));
        const auto B = Matrix<double>::from_csr(context, rounding(csr_every(60, 60, 3)));
        const auto u = reduce_rows(plus_monoid<double>, B);
        std::vector<Entries<double>> all{read<double>(mxm(plus_times<double>, A, B)),
                                         read<double>(mxm(plus_times<double>, A, A, {.transpose_b = true}))};
        const auto as_entries = [&](const Vector<double>& vector) {
            Entries<double> entries;
            for (const auto& [index, value] : items<double>(vector)) entries.push_back({index, 0, value});
            return entries;
        };
        all.push_back(as_entries(u));
        all.push_back(as_entries(mxv(plus_times<double>, A, u)));
        all.push_back(as_entries(vxm(plus_times<double>, u, B)));
        all.push_back({{0, 0, reduce<double>(plus_monoid<double>, A)}});
        return all;
    };
    ContextOptions options;
    options.backend = "suitesparse";
    options.deterministic = true;
    const auto expected = results(Context(options));
    for (const std::string& grid : grids) {
        CAPTURE(grid);
        const auto found = results(on_blocks({.grid = grid, .deterministic = true}));
        for (std::size_t n = 0; n < expected.size(); ++n) {
            CAPTURE(n);
            CHECK(found[n] == expected[n]);
        }
    }
}

TEST_CASE("blocks: a deterministic sum has the bits of imported entries, however the matrix is stored") {
    ContextOptions options;
    options.backend = "suitesparse";
    options.deterministic = true;
    const Context plain(options);
    for (const std::string& grid : grids) {
        CAPTURE(grid);
        const Context context = on_blocks({.grid = grid, .deterministic = true});
        const auto A = Matrix<double>::from_csr(context, rounding(csr_every(60, 60, 1)));
        const auto C = transpose(mxm(plus_times<double>, A, A));
        CHECK(reduce<double>(plus_monoid<double>, C) == reduce<double>(plus_monoid<double>, C.to(plain)));
    }
}

TEST_CASE("blocks: a deterministic product is cut where the local backend promises the order of its sums") {
    const auto product = [](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, rounding(csr_every(24, 24, 1)));
        return read<double>(mxm(plus_times<double>, A, A));
    };
    ContextOptions options;
    options.backend = "cuda-emulated";
    options.deterministic = true;
    const auto expected = product(Context(options));
    for (const std::string grid : {"1x1", "3x2"}) {
        CAPTURE(grid);
        CHECK(product(on_blocks({.grid = grid, .local = "cuda-emulated", .deterministic = true})) ==
              expected);
    }
}

TEST_CASE("blocks: a copy shares no later change, and a resized matrix keeps what fits") {
    const Context context = on_blocks({.grid = "2x3"});
    auto A = Matrix<double>::from_csr(context, csr_every(10, 12, 1));
    const auto copy = A.dup();
    const auto before = read<double>(A);
    A.resize(7, 30);
    CHECK(read<double>(copy) == before);
    Entries<double> kept;
    for (const auto& entry : before)
        if (entry.row < 7) kept.push_back(entry);
    CHECK(read<double>(A) == kept);
    A.resize(40, 3);
    std::erase_if(kept, [](const auto& entry) { return entry.col >= 3; });
    CHECK(read<double>(A) == kept);
    CHECK(A.nrows() == 40);
}
