/// \file test_bfs.cpp
/// Breadth-first search on every backend and, where it exists, the extension `bfs`: levels and parents
/// against sequential search and against the algebraic form.
#include "bfs_testing.hpp"

#include <numeric>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::searches;

namespace {

/// Levels by the public operations.
Matrix<std::int32_t> algebraic_levels(const AnyMatrix& A, const Sources& sources) {
    Matrix<std::int32_t> L(A.context(), sources.size(), A.ncols());
    Matrix<bool> F(A.context(), sources.size(), A.ncols());
    Sources rows(sources.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    const std::vector<std::uint8_t> ones(sources.size(), 1);
    F.build(rows, sources, ones.data(), type_of<std::uint8_t>());
    for (std::int32_t d = 0; F.nvals() != 0; ++d) {
        assign(L, d, {.mask = structure(F)});
        mxm(F, any_pair<bool>, F, A, {.mask = complement(structure(L)), .replace = true});
    }
    return L;
}

} // namespace

TEST_SUITE_BEGIN("bfs");

TEST_CASE("small graphs: loops, isolated vertices, equal sources, directed edges") {
    Graph loops("loops", 6);
    loops.edge(0, 1);
    loops.arc(1, 1);
    loops.arc(3, 3);
    loops.edge(4, 5);
    Graph arcs("arcs", 5);
    arcs.arc(0, 1);
    arcs.arc(1, 2);
    arcs.arc(2, 0);
    arcs.arc(3, 0);
    Graph diamond("several parents", 7);
    for (const std::uint64_t middle : {5, 2, 4}) {
        diamond.edge(6, middle);
        diamond.edge(middle, 1);
    }
    for (const auto& [backend, method] : backends_and_methods()) {
        CAPTURE(backend);
        CAPTURE(method);
        const Method forced(method_variable, method.c_str());
        const Context context(backend);
        for (const Graph& graph : {loops, arcs, diamond, Graph("no edges", 3), Graph("one vertex", 1)}) {
            for (std::uint64_t v = 0; v < graph.size(); ++v) check(context, graph, {v});
            const std::uint64_t last = graph.size() - 1;
            check(context, graph, {last, 0, last, last});
            check(context, graph, Sources(20, last));
        }
        const Matrix<bool> none(context, 0, 0);
        CHECK(bfs_parents(none, Sources{}).nrows() == 0);
        const Matrix<bool> three(context, 3, 3);
        CHECK(bfs_parents(three, Sources{}).nvals() == 0);
        CHECK(bfs_levels(three, Sources{}).ncols() == 3);
    }
}

TEST_CASE("bad arguments") {
    for (const std::string& backend : tested_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        const Matrix<bool> wide(context, 2, 3), square(context, 2, 2);
        CHECK(code_of([&] { return bfs_levels(wide, Sources{0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { return bfs_parents(wide, Sources{0}); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { return bfs_levels(square, Sources{1, 2}); }) == Code::invalid_index);
        CHECK(code_of([&] { return bfs_parents(square, Sources{2}); }) == Code::invalid_index);
        CHECK(code_of([&] { return bfs_parents(square, Sources{1}); }) == Code::success);
    }
}

TEST_CASE("random graphs: every way to search a level") {
    // Dense enough to pull, from one source and from many; directed ones are pushed in the first search.
    const std::vector<Graph> graphs = {
        random_graph("undirected", 700, 6000, true, 1), random_graph("directed", 700, 6000, false, 2),
        random_graph("sparse", 900, 850, true, 3), random_graph("sparse, directed", 900, 1500, false, 4)};
    for (const auto& [backend, method] : backends_and_methods()) {
        CAPTURE(backend);
        CAPTURE(method);
        const Method forced(method_variable, method.c_str());
        const Context context(backend);
        for (const Graph& graph : graphs)
            for (const std::uint64_t count : {1, 3}) check(context, graph, spread(count, graph.size()));
        if (method != "best") continue; // many sources have one method
        for (const Graph& graph : graphs)
            for (const std::uint64_t count : {8, 64}) check(context, graph, spread(count, graph.size()));
        check(context, graphs[0], spread(70, 700));
    }
}

TEST_CASE("long rows") {
    // Two hubs whose rows are pulled and pushed in spans, and an edge away vertices that only they reach.
    Graph hubs("hubs", 4200);
    for (std::uint64_t v = 2; v < 3000; ++v) hubs.edge(0, v);
    for (std::uint64_t v = 1500; v < 4000; ++v) hubs.edge(1, v);
    for (std::uint64_t v = 2; v < 2000; ++v) hubs.edge(v, v + 1);
    Graph star("star", 1500);
    for (std::uint64_t v = 0; v < 1500; ++v)
        if (v != 700) star.edge(700, v);
    Graph arcs = star;
    arcs.name = "half of a star";
    for (std::uint64_t v = 0; v < 700; ++v) arcs.out[v].clear();
    for (const auto& [backend, method] : backends_and_methods()) {
        CAPTURE(backend);
        CAPTURE(method);
        const Method forced(method_variable, method.c_str());
        const Context context(backend);
        for (const std::uint64_t source : {0, 1, 2, 3999, 4100}) check(context, hubs, {source});
        check(context, hubs, spread(10, 4200));
        for (const std::uint64_t source : {0, 700}) check(context, star, {source});
        check(context, star, spread(9, 1500));
        for (const std::uint64_t source : {0, 700, 1400}) check(context, arcs, {source});
    }
}

TEST_CASE("the extension and the algebraic form agree") {
    const Graph graph = random_graph("undirected", 500, 2500, true, 5);
    on_devices([&](const Context& context) {
        for (const Csr& csr : {graph.csr(), random_graph("directed", 500, 2500, false, 6).csr()}) {
            const auto A = Matrix<float>::from_csr(context, csr);
            for (const std::uint64_t count : {1, 9}) {
                const Sources sources = spread(count, 500);
                CHECK(read<std::int32_t>(bfs_levels(A, sources)) ==
                      read<std::int32_t>(algebraic_levels(A, sources)));
            }
        }
    });
}

TEST_CASE("a matrix that changes between two searches") {
    const Graph undirected = random_graph("undirected", 300, 3000, true, 7);
    const Graph directed = random_graph("directed", 300, 3000, false, 8);
    on_devices([&](const Context& context) {
        auto A = Matrix<bool>::from_csr(context, undirected.csr());
        const auto B = Matrix<bool>::from_csr(context, directed.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(undirected, {0}).levels);
        apply(A, ops::identity<bool>, B);
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(directed, {0}).levels);
    });
}

TEST_CASE("dense graphs, directed and not") {
    for (const bool both_ways : {false, true}) {
        Graph graph = random_graph(both_ways ? "undirected" : "directed", 1200, 50000, both_ways, 11);
        for (std::uint64_t v = 0; v < graph.size(); ++v) graph.edge(v, 700);
        // Rows of more than 256 entries that are not long beside the others.
        for (std::uint64_t row = 20; row < 30; ++row)
            for (std::uint64_t v = 0; v < 400; ++v) graph.edge(row * 37, (row + 3 * v) % graph.size());
        for (const auto& [backend, method] : backends_and_methods()) {
            CAPTURE(backend);
            CAPTURE(method);
            const Method forced(method_variable, method.c_str());
            const Context context(backend);
            check(context, graph, {3});
            check(context, graph, spread(9, graph.size()));
        }
    }
}

TEST_SUITE_END();
