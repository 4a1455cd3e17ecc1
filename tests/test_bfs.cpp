/// \file test_bfs.cpp
/// Breadth-first search on every backend and, where it exists, the extension `bfs`: levels and parents
/// against sequential search and against the algebraic form.
#include "conformance/random.hpp"
#include "cuda/scratch.hpp"
#include "device_testing.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <numeric>
#include <set>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;

namespace {

using Sources = std::vector<std::uint64_t>;

/// The backends under test, and the device backend in any case.
std::vector<std::string> tested_backends() {
    std::vector<std::string> names = backends_under_test();
    for (const std::string& device : devices_under_test())
        if (std::find(names.begin(), names.end(), device) == names.end()) names.push_back(device);
    return names;
}

/// Forces a method of a search from one source, if the device allows it, while it lives.
using Method = cuda::testing::Variable;
const char* const method_variable = "MERGUS_CUDA_BFS";

/// Every method of the device backends, and the other backends once.
std::vector<std::pair<std::string, std::string>> backends_and_methods() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& backend : tested_backends()) {
        all.emplace_back(backend, "best");
        if (!backend.starts_with("cuda")) continue;
        all.emplace_back(backend, "queue");
        all.emplace_back(backend, "sweep");
    }
    return all;
}

/// A graph as lists of out-neighbours.
struct Graph {
    std::string name;
    std::vector<std::set<std::uint64_t>> out;

    Graph(std::string name, std::uint64_t n) : name(std::move(name)), out(n) {}
    [[nodiscard]] std::uint64_t size() const { return out.size(); }
    void arc(std::uint64_t i, std::uint64_t j) { out[i].insert(j); }
    void edge(std::uint64_t i, std::uint64_t j) {
        arc(i, j);
        arc(j, i);
    }
    [[nodiscard]] Csr csr() const {
        Csr csr;
        csr.nrows = csr.ncols = size();
        csr.field = Field::pattern;
        for (const auto& list : out) {
            csr.cols.insert(csr.cols.end(), list.begin(), list.end());
            csr.row_ptr.push_back(csr.cols.size());
        }
        return csr;
    }
};

struct Expected {
    Entries<std::int32_t> levels;
    Entries<std::int64_t> parents;
};

/// Sequential search. The smallest parent comes first, because a level is searched in ascending order.
Expected search(const Graph& graph, const Sources& sources) {
    Expected expected;
    for (std::uint64_t s = 0; s < sources.size(); ++s) {
        std::vector<std::int32_t> level(graph.size(), -1);
        std::vector<std::int64_t> parent(graph.size(), -1);
        Sources now = {sources[s]}, next;
        level[sources[s]] = 0;
        parent[sources[s]] = static_cast<std::int64_t>(sources[s]);
        for (std::int32_t d = 1; !now.empty(); ++d, now.swap(next)) {
            next.clear();
            std::sort(now.begin(), now.end());
            for (const std::uint64_t u : now)
                for (const std::uint64_t v : graph.out[u])
                    if (level[v] < 0) {
                        level[v] = d;
                        parent[v] = static_cast<std::int64_t>(u);
                        next.push_back(v);
                    }
        }
        for (std::uint64_t v = 0; v < graph.size(); ++v) {
            if (level[v] < 0) continue;
            expected.levels.push_back({s, v, level[v]});
            expected.parents.push_back({s, v, parent[v]});
        }
    }
    return expected;
}

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

void check(const Context& context, const Graph& graph, const Sources& sources) {
    CAPTURE(graph.name);
    CAPTURE(sources.size());
    const auto A = Matrix<bool>::from_csr(context, graph.csr());
    const Expected expected = search(graph, sources);
    CHECK(read<std::int32_t>(bfs_levels(A, sources)) == expected.levels);
    CHECK(read<std::int64_t>(bfs_parents(A, sources)) == expected.parents);
}

Graph random_graph(std::string name, std::uint64_t n, std::uint64_t edges, bool both_ways,
                   std::uint64_t seed) {
    Graph graph(std::move(name), n);
    Random random(seed);
    for (std::uint64_t e = 0; e < edges; ++e) {
        const std::uint64_t i = random.below(n), j = random.below(n);
        if (both_ways)
            graph.edge(i, j);
        else
            graph.arc(i, j);
    }
    return graph;
}

Sources spread(std::uint64_t count, std::uint64_t n) {
    Sources sources;
    for (std::uint64_t s = 0; s < count; ++s) sources.push_back(s * 7919 % n);
    return sources;
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
        const auto code_of = [](auto call) {
            try {
                static_cast<void>(call());
            } catch (const Error& error) {
                return error.code();
            }
            return Code::success;
        };
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

TEST_CASE("a level that fills the blocks' lists") {
    // 4000 vertices of one level with an out-edge each: more than the lists of three blocks hold, fewer than
    // the queue does. Directed, so the first search pushes.
    const std::uint64_t leaves = 4000;
    Graph tree("two levels", 32000);
    for (std::uint64_t v = 1; v <= leaves; ++v) {
        tree.arc(0, v);
        tree.arc(v, leaves + v);
    }
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "queue");
        const Context context(backend);
        const auto A = Matrix<bool>::from_csr(context, tree.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(tree, {0}).levels);
    }
}

TEST_CASE("a directed graph is pulled along its kept transpose") {
    const Graph graph = random_graph("directed", 3000, 40000, false, 10);
    const Graph other = random_graph("another", 3000, 40000, false, 11);
    const Sources sources = spread(8, graph.size());
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "queue");
        const Context context(backend);
        auto A = Matrix<bool>::from_csr(context, graph.csr());
        const auto before = context.counters().allocated_bytes;
        for (int time = 0; time < 3; ++time) {
            CHECK(read<std::int32_t>(bfs_levels(A, Sources{17})) == search(graph, {17}).levels);
            const auto kept = context.counters().allocated_bytes - before;
            if (time == 0) CHECK(kept == 0);
            if (time == 2) CHECK(kept >= A.nvals() * 4);
        }
        CHECK(read<std::int64_t>(bfs_parents(A, Sources{17})) == search(graph, {17}).parents);
        CHECK(read<std::int32_t>(bfs_levels(A, sources)) == search(graph, sources).levels);
        A = Matrix<bool>::from_csr(context, other.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{17})) == search(other, {17}).levels);
    }
}

TEST_CASE("graphs of more levels than a sweep takes, and others") {
    Graph path("path and a single vertex", 701);
    for (std::uint64_t v = 1; v < 700; ++v) path.edge(v - 1, v);
    const Graph flat = random_graph("flat", 200, 700, true, 12);
    const Sources three = {0, 350, 700}; // a search that gave up comes before one that would not
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const auto A = Matrix<bool>::from_csr(context, path.csr());
        const auto B = Matrix<bool>::from_csr(context, flat.csr());
        for (int time = 0; time < 2; ++time) { // a search that gave up leaves nothing behind
            CHECK(read<std::int32_t>(bfs_levels(A, three)) == search(path, three).levels);
            CHECK(read<std::int32_t>(bfs_levels(B, Sources{5})) == search(flat, {5}).levels);
        }
    }
}

TEST_CASE("the setting that forces a method") {
    for (const std::string& backend : devices_under_test()) {
        const Method wrong(method_variable, "queues");
        CHECK_THROWS_AS(Context{backend}, Error);
    }
}

TEST_CASE("deep graphs") {
    Graph path("path", 5000);
    for (std::uint64_t v = 1; v < 5000; ++v) path.edge(v - 1, v);
    // Levels of one vertex, then of many, then of one again.
    Graph lens("lens", 1600);
    for (std::uint64_t v = 1; v < 300; ++v) lens.edge(v - 1, v);
    for (std::uint64_t v = 300; v < 1300; ++v) {
        lens.edge(299, v);
        lens.edge(v, 1300);
    }
    for (std::uint64_t v = 1301; v < 1600; ++v) lens.edge(v - 1, v);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        check(context, path, {0});
        check(context, path, {4999, 17});
        check(context, lens, {0});
        check(context, lens, {1599});
        const auto A = Matrix<bool>::from_csr(context, lens.csr());
        const Sources many = spread(8, 1600);
        CHECK(read<std::int32_t>(bfs_levels(A, many)) == search(lens, many).levels);
    }
}

TEST_CASE("the extension and the algebraic form agree") {
    const Graph graph = random_graph("undirected", 500, 2500, true, 5);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        for (const Csr& csr : {graph.csr(), random_graph("directed", 500, 2500, false, 6).csr()}) {
            const auto A = Matrix<float>::from_csr(context, csr);
            for (const std::uint64_t count : {1, 9}) {
                const Sources sources = spread(count, 500);
                CHECK(read<std::int32_t>(bfs_levels(A, sources)) ==
                      read<std::int32_t>(algebraic_levels(A, sources)));
            }
        }
    }
}

TEST_CASE("a matrix that changes between two searches") {
    const Graph undirected = random_graph("undirected", 300, 3000, true, 7);
    const Graph directed = random_graph("directed", 300, 3000, false, 8);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        auto A = Matrix<bool>::from_csr(context, undirected.csr());
        const auto B = Matrix<bool>::from_csr(context, directed.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(undirected, {0}).levels);
        apply(A, ops::identity<bool>, B);
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(directed, {0}).levels);
    }
}

/// Memory and copies of bfs_levels with all methods.
void check_memory(const Graph& graph) {
    CAPTURE(graph.name);
    for (const auto& [backend, method] : backends_and_methods()) {
        if (!backend.starts_with("cuda")) continue;
        CAPTURE(backend);
        CAPTURE(method);
        const Method forced(method_variable, method.c_str());
        const Context context(backend);
        const auto A = Matrix<bool>::from_csr(context, graph.csr());
        for (const std::uint64_t count : {1, 8, 64}) {
            const Sources sources = spread(count, graph.size());
            static_cast<void>(bfs_levels(A, sources)); // compiles, and finds that the pattern is symmetric
            const Counters before = context.counters(true);
            const Matrix<std::int32_t> levels = bfs_levels(A, sources);
            const Counters after = context.counters();
            CHECK(after.bytes_to_host - before.bytes_to_host <= 256);
            // Twice the levels and the columns of the result and of a frontier.
            const std::uint64_t bytes = count * graph.size() * 8;
            constexpr std::uint64_t of_blocks = 4096; // words of each resident block
            CHECK(after.high_water_bytes - before.allocated_bytes <=
                  2 * (bytes + bytes / 2) + (backend == "cuda" ? of_blocks : 0));
            CHECK(read<std::int32_t>(levels) == search(graph, sources).levels);
        }
    }
}

TEST_CASE("memory and copies to the host") {
    check_memory(random_graph("undirected", 20000, 100000, true, 9));
    // More than 100 entries a row, and rows that are long even then: spans are longer than 256 edges.
    Graph dense = random_graph("dense", 3000, 70000, true, 10);
    for (std::uint64_t hub = 0; hub < 40; ++hub)
        for (std::uint64_t v = 0; v < dense.size(); ++v) dense.edge(hub * 71, v);
    check_memory(dense);
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
