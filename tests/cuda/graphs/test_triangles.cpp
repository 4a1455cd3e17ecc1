/// \file test_triangles.cpp
/// The triangle count of the device backends by each of their methods: with few hubs, so that all parts of
/// the method take part, hubs only, and no hubs; compared with a plain count.
#include "conformance/random.hpp"
#include "cuda/explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;

namespace {

using Lists = std::vector<std::set<std::uint64_t>>;

struct Graph {
    std::string name;
    Lists lists; ///< symmetric; a vertex may be in its own list

    Graph(std::string name, std::uint64_t vertices) : name(std::move(name)), lists(vertices) {}
    void join(std::uint64_t i, std::uint64_t j) {
        lists[i].insert(j);
        lists[j].insert(i);
    }
};

std::uint64_t plain_count(const Graph& graph) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < graph.lists.size(); ++i) {
        const auto& own = graph.lists[i];
        for (auto j = own.upper_bound(i); j != own.end(); ++j)
            for (auto k = std::next(j); k != own.end(); ++k) count += graph.lists[*j].count(*k);
    }
    return count;
}

template <class T>
Matrix<T> adjacency(const Context& context, const Graph& graph) {
    Entries<T> entries;
    for (std::uint64_t i = 0; i < graph.lists.size(); ++i)
        for (const std::uint64_t j : graph.lists[i]) entries.push_back({i, j, static_cast<T>((i + j) % 3)});
    return make<T>(context, graph.lists.size(), graph.lists.size(), entries);
}

/// Vertex numbers are scattered, so that they are in no order of degree.
Graph skewed(std::string name, std::uint64_t n, std::uint64_t edges, double power, std::uint64_t seed) {
    Graph graph(std::move(name), n);
    Random random(seed);
    const auto pick = [&] {
        const double x = std::pow(random.real(), power) * static_cast<double>(n);
        return static_cast<std::uint64_t>(x) * 7919 % n;
    };
    for (std::uint64_t e = 0; e < edges; ++e) graph.join(pick(), pick());
    return graph;
}

Graph clique(std::uint64_t n) {
    Graph graph("clique of " + std::to_string(n), n);
    for (std::uint64_t i = 0; i < n; ++i)
        for (std::uint64_t j = 0; j <= i; ++j) graph.join(i, j); // with loops
    return graph;
}

/// Rows of more than 2048 entries, which several blocks share; their leaves form a cycle.
Graph wheels() {
    const std::uint64_t rim = 2300;
    Graph graph("two wheels on one rim", rim + 2);
    for (std::uint64_t i = 0; i < rim; ++i) {
        graph.join(i, (i + 1) % rim);
        graph.join(i, rim);
        if (i % 20 != 0) graph.join(i, rim + 1);
    }
    graph.join(rim, rim + 1);
    return graph;
}

Graph grid(std::uint64_t side) {
    Graph graph("grid with diagonals", side * side);
    for (std::uint64_t i = 0; i < side; ++i)
        for (std::uint64_t j = 0; j < side; ++j) {
            if (i + 1 < side) graph.join(i * side + j, (i + 1) * side + j);
            if (j + 1 < side) graph.join(i * side + j, i * side + j + 1);
            if (i + 1 < side && j + 1 < side) graph.join(i * side + j, (i + 1) * side + j + 1);
        }
    return graph;
}

std::vector<Graph> graphs() {
    std::vector<Graph> list;
    list.push_back(clique(3));
    list.push_back(clique(150)); // lists of a large block
    list.push_back(skewed("skewed, 300 vertices", 300, 4000, 2.5, 1));
    list.push_back(skewed("hardly skewed, 500 vertices", 500, 3000, 1.2, 2));
    list.push_back(grid(12));
    list.push_back(wheels());
    list.emplace_back("no edges", 5);
    Graph loops("loops only", 9);
    for (std::uint64_t i = 0; i < 9; ++i) loops.join(i, i);
    list.push_back(loops);
    Graph star("star and a triangle", 60);
    for (std::uint64_t i = 1; i < 60; ++i) star.join(0, i);
    star.join(58, 59);
    list.push_back(star);
    return list;
}

/// A context that forces one method, and the report of the last count.
struct Counter {
    Counter(const std::string& backend, const char* forced)
        : setting(std::in_place, "MERGUS_CUDA_TRIANGLES", forced), device(backend, true, "triangle_count") {
        setting.reset();
    }
    [[nodiscard]] const Context& context() const { return device.context; }

    std::optional<cuda::testing::Variable> setting; ///< while the context is made
    Explained device;
};

// The 16-bit lists of hubs and the rows of bits that may be used: all, none, and sizes between.
const std::vector<const char*> forced_methods = {"lists",     "hubs",         "hubs:0,0",
                                                 "hubs:40,0", "hubs:40,8192", "hubs:200,1"};

} // namespace

TEST_SUITE_BEGIN("triangles");

TEST_CASE("triangles: every method gives the plain count") {
    const std::vector<Graph> all = graphs();
    for (const std::string& backend : devices_under_test())
        for (const char* forced : forced_methods) {
            const Counter counter(backend, forced);
            CAPTURE(backend);
            CAPTURE(std::string(forced));
            for (const Graph& graph : all) {
                CAPTURE(graph.name);
                CHECK(triangle_count(adjacency<bool>(counter.context(), graph)) == plain_count(graph));
                const bool counts = adjacency<bool>(counter.context(), graph).nvals() != 0;
                if (counts) CHECK(counter.device.by(std::string(forced, std::strcspn(forced, ":"))));
            }
        }
}

TEST_CASE("triangles: small graphs, every method") { // for compute-sanitizer
    for (const std::string& backend : devices_under_test())
        for (const char* forced : forced_methods) {
            const Counter counter(backend, forced);
            CAPTURE(backend);
            CAPTURE(std::string(forced));
            for (const Graph& graph : {clique(9), grid(6), skewed("skewed, 60 vertices", 60, 400, 2.5, 1)})
                CHECK(triangle_count(adjacency<bool>(counter.context(), graph)) == plain_count(graph));
        }
}

TEST_CASE("triangles: long lists pass a table of few bytes in parts" *
          doctest::test_suite("triangles-emulated")) {
    const cuda::testing::Variable little("MERGUS_EMULATION_SHARED", "2600"); // bytes of shared memory
    const Graph graph = clique(170), other = skewed("skewed", 400, 5000, 2, 3);
    for (const char* forced : forced_methods) {
        const Counter counter("cuda-emulated", forced);
        CAPTURE(std::string(forced));
        CHECK(triangle_count(adjacency<bool>(counter.context(), graph)) == plain_count(graph));
        CHECK(triangle_count(adjacency<bool>(counter.context(), other)) == plain_count(other));
    }
}

TEST_CASE("triangles: long rows that several blocks share keep many entries") {
    // 16 vertices are joined to all others. Their rows are cut into 8 parts, one cut among the 16.
    const std::uint64_t leaves = 2100, centres = 16, first = 256;
    Graph graph("16 centres", leaves + centres);
    for (std::uint64_t i = first; i < first + centres; ++i)
        for (std::uint64_t j = 0; j < leaves + centres; ++j)
            if (j != i) graph.join(i, j);
    for (const std::string& backend : devices_under_test())
        for (const char* forced : {"hubs", "hubs:5,5", "hubs:0,0"}) {
            CAPTURE(std::string(forced));
            const Counter counter(backend, forced);
            CHECK(triangle_count(adjacency<bool>(counter.context(), graph)) ==
                  16 * 15 * 14 / 6 + 16 * 15 / 2 * leaves);
        }
}

TEST_CASE("triangles: random graphs, values of any type are ignored") {
    for (const std::string& backend : devices_under_test()) {
        Random random(17);
        std::vector<std::unique_ptr<Counter>> counters;
        for (const char* forced : forced_methods)
            counters.push_back(std::make_unique<Counter>(backend, forced));
        for (int round = 0; round < (is_slow(backend) ? 6 : 60); ++round) {
            const std::uint64_t n = 1 + random.below(90);
            const Graph graph =
                skewed("random", n, random.below(12 * n), 1 + 2 * random.real(), random.next());
            const std::uint64_t expected = plain_count(graph);
            CAPTURE(round);
            for (std::size_t c = 0; c < counters.size(); ++c) {
                CAPTURE(std::string(forced_methods[c]));
                CHECK(triangle_count(adjacency<double>(counters[c]->context(), graph)) == expected);
                CHECK(triangle_count(adjacency<std::int16_t>(counters[c]->context(), graph)) == expected);
            }
        }
    }
}

TEST_CASE("triangles: a pattern that is not symmetric ends without an error") {
    for (const std::string& backend : devices_under_test())
        for (const char* forced : forced_methods) {
            const Counter counter(backend, forced);
            const auto A = AnyMatrix::from_csr(counter.context(),
                                               csr_where(200, 200, [](std::uint64_t i, std::uint64_t j) {
                                                   return i < 20 || (i * 37 + j * j) % 9 == 0;
                                               }));
            static_cast<void>(triangle_count(A));
            CHECK(triangle_count(adjacency<bool>(counter.context(), clique(12))) == 220);
        }
}

TEST_CASE("triangles: a method that is none makes no context") {
    for (const std::string& backend : devices_under_test())
        for (const char* none : {"list", "Hubs", "hubs:", "hubs:1", "hubs:,1", "hubs:1,", "hubs:65536,1",
                                 "hubs:1,65536", "hubs:1,2,3", "hubs:-1,2", "best "}) {
            CAPTURE(std::string(none));
            const cuda::testing::Variable setting("MERGUS_CUDA_TRIANGLES", none);
            CHECK_THROWS_AS(Context{backend}, Error);
        }
}

TEST_SUITE_END();
