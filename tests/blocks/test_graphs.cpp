/// \file test_graphs.cpp
/// Graph algorithms by several devices: extensions of the local backend, and loops of operations on vectors.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/vectors.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

const std::vector<Blocks> layouts = {{.grid = "", .local = "cuda-emulated", .devices = "0,0,0"},
                                     {.grid = "", .local = "cuda-emulated", .devices = "0"},
                                     {.grid = "2x3", .local = "cuda-emulated", .devices = "0,0"},
                                     {.grid = "", .local = "suitesparse", .devices = "0,0"}};

/// Undirected, with several components and vertices without edges.
std::vector<Csr> graphs() {
    const auto clusters = [](std::uint64_t i, std::uint64_t j) {
        return i != j && i % 7 != 6 && j % 7 != 6 && i / 20 == j / 20 && (i + j) % 3 != 0;
    };
    const auto path = [](std::uint64_t i, std::uint64_t j) { return i + 1 == j || j + 1 == i; };
    const auto loops = [](std::uint64_t i, std::uint64_t j) { return i == j; };
    return {csr_where(75, 75, clusters),
            csr_where(40, 40, path),
            csr_where(5, 5, loops),
            csr_where(1, 1, loops),
            csr_where(30, 30, [](std::uint64_t, std::uint64_t) { return false; }),
            generate::from_spec("rmat:scale=8,ef=6,seed=3")};
}

} // namespace

TEST_CASE("graphs on several devices: triangles, components and ranks are those of one backend") {
    const Context plain("suitesparse");
    for (const Csr& csr : graphs()) {
        CAPTURE(csr.nrows);
        const auto expected_graph = Matrix<bool>::from_csr(plain, csr);
        const std::uint64_t triangles = triangle_count(expected_graph);
        const auto labels = items<std::int64_t>(connected_components(expected_graph));
        const PageRank ranks = pagerank(expected_graph);
        const std::vector<std::uint64_t> sources = {0, expected_graph.nrows() / 2};
        const auto levels = read<std::int32_t>(bfs_levels(expected_graph, {0}));
        const auto parents = read<std::int64_t>(bfs_parents(expected_graph, sources));
        for (const Blocks& layout : layouts) {
            CAPTURE(layout.local);
            CAPTURE(layout.devices);
            const Context context = on_blocks(layout);
            const auto graph = Matrix<bool>::from_csr(context, csr);
            CHECK(triangle_count(graph) == triangles);
            CHECK(items<std::int64_t>(connected_components(graph)) == labels);
            CHECK(read<std::int32_t>(bfs_levels(graph, {0})) == levels);
            CHECK(read<std::int64_t>(bfs_parents(graph, sources)) == parents);
            const PageRank found = pagerank(graph);
            CHECK(found.iterations == ranks.iterations);
            const auto values = items<double>(found.rank), expected = items<double>(ranks.rank);
            REQUIRE(values.size() == expected.size());
            for (const auto& [v, value] : values) CHECK(value == doctest::Approx(expected.at(v)));
        }
    }
}

TEST_CASE("graphs on several ranks: triangles, components and searches are those of one backend") {
    const Csr csr = generate::from_spec("rmat:scale=6,ef=3,seed=5");
    struct Results {
        std::uint64_t triangles = 0;
        Items<std::int64_t> labels;
        Entries<std::int32_t> levels;
        bool operator==(const Results&) const = default;
    };
    const auto results = [&](const Context& context) {
        const auto graph = Matrix<bool>::from_csr(context, csr);
        return Results{triangle_count(graph), items<std::int64_t>(connected_components(graph)),
                       read<std::int32_t>(bfs_levels(graph, {1}))};
    };
    const Results expected = results(Context("suitesparse"));
    for (const std::string local : {"cuda-emulated", "suitesparse"})
        for (const int ranks : {2, 3}) {
            CAPTURE(local);
            std::vector<Results> found(static_cast<std::size_t>(ranks));
            const auto outcomes =
                on_ranks(ranks, {.grid = "", .local = local}, [&](const Context& context, int rank) {
                    found[static_cast<std::size_t>(rank)] = results(context);
                });
            for (const std::string& outcome : outcomes) CHECK(outcome == "");
            for (const Results& one : found) CHECK(one == expected);
        }
}

TEST_CASE("graphs on several devices: edges of a component may be in rows of any device") {
    // A path whose neighbours are far apart in numbers, and one that goes from the last vertex to the first.
    constexpr std::uint64_t n = 64, step = 23;
    // One device has all of a graph with a symmetric pattern.
    for (const bool symmetric : {false, true}) {
        const auto csr = csr_where(n, n, [&](std::uint64_t i, std::uint64_t j) {
            const auto next = [](std::uint64_t v) { return v % 2 == 0 ? (v + 2 * step) % n : v; };
            return j == next(i) || (symmetric && i == next(j));
        });
        const auto expected =
            items<std::int64_t>(connected_components(Matrix<bool>::from_csr(Context("suitesparse"), csr)));
        for (const std::string devices : {"0,0", "0,0,0,0", "0,0,0,0,0"}) {
            const Context context = on_blocks({.grid = "", .local = "cuda-emulated", .devices = devices});
            CHECK(items<std::int64_t>(connected_components(Matrix<bool>::from_csr(context, csr))) ==
                  expected);
        }
    }
}

TEST_CASE("graphs on several devices: parts of vectors are put together without lists of indices") {
    const Context context = on_blocks({.grid = "", .local = "cuda-emulated", .devices = "0,0,0"});
    const Context plain("suitesparse");
    constexpr std::uint64_t n = 300;
    // The rows of the matrix are cut in other places than a vector of the same size that was made before.
    const auto results = [](const Context& on) {
        const auto early = make_vector<double>(on, n, {{0, 1.0}, {3, 2.0}, {150, 4.0}, {299, 8.0}});
        Vector<double> full_early(on, n);
        assign(full_early, 0.5);
        const auto A = Matrix<double>::from_csr(on, csr_where(n, n, [](std::uint64_t i, std::uint64_t j) {
                                                    return i < 20 || (i + j) % 50 == 0;
                                                }));
        Vector<double> full(on, n);
        assign(full, 2.0);
        const Vector<double>* const vectors[] = {&early, &full_early, &full};
        std::vector<Items<double>> all;
        for (const Vector<double>* const u : vectors)
            for (const Vector<double>* const v : vectors) {
                all.push_back(items<double>(ewise_add(ops::plus<double>, *u, *v)));
                all.push_back(items<double>(ewise_mult(ops::times<double>, *u, *v)));
            }
        for (const Vector<double>* const u : vectors) {
            all.push_back(items<double>(mxv(plus_times<double>, A, *u)));
            all.push_back(items<double>(vxm(plus_times<double>, *u, A)));
            all.push_back(
                items<double>(ewise_add(ops::plus<double>, reduce_rows(plus_monoid<double>, A), *u)));
        }
        return all;
    };
    CHECK(results(context) == results(plain));
}

TEST_CASE("graphs on several devices: a search by levels where no device has room for all of the graph") {
    const Context plain("suitesparse");
    const auto star_and_path = csr_where(9000, 9000, [](std::uint64_t i, std::uint64_t j) {
        return (i == 7) != (j == 7) || (i > 8000 && (i + 1 == j || j + 1 == i));
    });
    const auto directed = csr_where(200, 200, [](std::uint64_t i, std::uint64_t j) {
        return j == (i * 7 + 3) % 200 || (i % 11 == 0 && j % 13 == 5);
    });
    // The second level is pulled, by the long row of the last vertex.
    constexpr std::uint64_t last = 5001;
    const auto spindle = csr_where(last + 1, last + 1, [](std::uint64_t i, std::uint64_t j) {
        const auto is_end = [](std::uint64_t v) { return v == 0 || v == last; };
        return is_end(i) != is_end(j);
    });
    std::vector<Csr> all = graphs();
    all.push_back(star_and_path); // a row that is pushed in spans
    all.push_back(spindle);
    all.push_back(directed); // whose levels cannot be pulled
    for (const Csr& csr : all) {
        CAPTURE(csr.nrows);
        const auto expected_graph = Matrix<bool>::from_csr(plain, csr);
        const std::uint64_t bytes = csr.nrows * sizeof(std::uint64_t) + csr.nvals() * 5;
        for (const auto& [devices, grid] : {std::pair("0,0", ""), {"0,0,0", ""}, {"0,0", "4x1"}}) {
            const Context context = on_blocks({.grid = grid,
                                               .local = "cuda-emulated",
                                               .devices = devices,
                                               .memory = std::to_string(bytes)});
            const auto graph = Matrix<bool>::from_csr(context, csr);
            for (const std::uint64_t source : {std::uint64_t{0}, csr.nrows / 2, csr.nrows - 1})
                CHECK(read<std::int32_t>(bfs_levels(graph, {source})) ==
                      read<std::int32_t>(bfs_levels(expected_graph, {source})));
        }
    }
}

TEST_CASE("blocks on several devices: rows of a product are cut by its work") {
    // The first rows have half of the entries, and most of the multiplications.
    constexpr std::uint64_t n = 1500;
    const Csr csr = csr_where(n, n, [](std::uint64_t i, std::uint64_t j) {
        return i < 100 ? j < 160 : j >= 1300 && (i + j) % 17 == 0;
    });
    REQUIRE(csr.nvals() > 1 << 14);
    const auto results = [&](const Context& context) {
        const auto A = Matrix<std::int64_t>::from_csr(context, csr);
        std::vector<Entries<std::int64_t>> all{read<std::int64_t>(mxm(plus_times<std::int64_t>, A, A))};
        Matrix<std::int64_t> masked(context, n, n);
        mxm(masked, plus_times<std::int64_t>, A, A, {.mask = structure(A)});
        all.push_back(read<std::int64_t>(masked));
        mxm(masked, plus_times<std::int64_t>, A, A, {.accum = ops::plus<std::int64_t>});
        all.push_back(read<std::int64_t>(masked));
        return all;
    };
    const auto expected = results(Context("suitesparse"));
    for (const std::string devices : {"0,0", "0,0,0,0"})
        CHECK(results(on_blocks({.grid = "", .local = "cuda-emulated", .devices = devices})) == expected);
}

TEST_CASE("graphs on several devices: what is kept of a graph goes with it") {
    const Context context = on_blocks({.grid = "", .local = "cuda-emulated", .devices = "0,0"});
    const Csr csr = generate::from_spec("rmat:scale=9,ef=8,seed=2");
    const auto allocated_after_graph = [&] {
        CHECK(triangle_count(Matrix<bool>::from_csr(context, csr)) > 0);
        Vector<double> u(context, 10);
        assign(u, 1.0); // a call that has nothing to do with the graph
        return context.counters().allocated_bytes;
    };
    const std::uint64_t once = allocated_after_graph(); // with what the context keeps for later calls
    for (int n = 0; n < 3; ++n) allocated_after_graph();
    CHECK(allocated_after_graph() < once + csr.nvals());
}
