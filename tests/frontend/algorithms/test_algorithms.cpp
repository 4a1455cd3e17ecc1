/// \file test_algorithms.cpp
/// Triangle counting and breadth-first search: graphs with known results, random graphs against plain
/// sequential code, and the real graphs of MERGUS_DATA, a directory whose INDEX.tsv has their
/// triangle counts.
#include "conformance/random.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;

namespace {

using Edge = std::pair<std::uint64_t, std::uint64_t>;

struct Graph {
    std::string name;
    std::uint64_t vertices;
    std::vector<Edge> edges; ///< each once, in either direction
};

Graph complete(std::uint64_t n) {
    Graph graph{"K" + std::to_string(n), n, {}};
    for (std::uint64_t i = 0; i < n; ++i)
        for (std::uint64_t j = 0; j < i; ++j) graph.edges.emplace_back(i, j);
    return graph;
}

Graph path(std::uint64_t n) {
    Graph graph{"path of " + std::to_string(n), n, {}};
    for (std::uint64_t i = 1; i < n; ++i) graph.edges.emplace_back(i - 1, i);
    return graph;
}

Graph cycle(std::uint64_t n) {
    Graph graph = path(n);
    graph.name = "cycle of " + std::to_string(n);
    graph.edges.emplace_back(n - 1, 0);
    return graph;
}

Graph star(std::uint64_t leaves) {
    Graph graph{"star of " + std::to_string(leaves), leaves + 1, {}};
    for (std::uint64_t i = 1; i <= leaves; ++i) graph.edges.emplace_back(0, i);
    return graph;
}

/// The centre joined to every vertex of a cycle.
Graph wheel(std::uint64_t rim) {
    Graph graph = cycle(rim);
    graph.name = "wheel of " + std::to_string(rim);
    for (std::uint64_t i = 0; i < rim; ++i) graph.edges.emplace_back(rim, i);
    ++graph.vertices;
    return graph;
}

Graph grid(std::uint64_t rows, std::uint64_t cols) {
    Graph graph{"grid", rows * cols, {}};
    for (std::uint64_t i = 0; i < rows; ++i)
        for (std::uint64_t j = 0; j < cols; ++j) {
            if (j + 1 < cols) graph.edges.emplace_back(i * cols + j, i * cols + j + 1);
            if (i + 1 < rows) graph.edges.emplace_back(i * cols + j, (i + 1) * cols + j);
        }
    return graph;
}

/// Outer pentagon, inner pentagram, spokes.
Graph petersen() {
    Graph graph{"Petersen graph", 10, {}};
    for (std::uint64_t i = 0; i < 5; ++i) {
        graph.edges.emplace_back(i, (i + 1) % 5);
        graph.edges.emplace_back(i, i + 5);
        graph.edges.emplace_back(5 + i, 5 + (i + 2) % 5);
    }
    return graph;
}

Graph side_by_side(const Graph& a, const Graph& b) {
    Graph graph{a.name + " beside " + b.name, a.vertices + b.vertices, a.edges};
    for (const auto& [i, j] : b.edges) graph.edges.emplace_back(a.vertices + i, a.vertices + j);
    return graph;
}

/// The adjacency matrix. Some values are false, because algorithms use the pattern alone.
template <class T>
Matrix<T> adjacency(const Context& context, const Graph& graph, bool both_ways = true) {
    std::set<Edge> places;
    for (const auto& [i, j] : graph.edges) {
        places.insert({i, j});
        if (both_ways) places.insert({j, i});
    }
    Entries<T> entries;
    for (const auto& [i, j] : places) entries.push_back({i, j, static_cast<T>((i + j) % 3)});
    return make<T>(context, graph.vertices, graph.vertices, entries);
}

using Neighbours = std::vector<std::set<std::uint64_t>>;

Neighbours neighbours(const Graph& graph, bool both_ways) {
    Neighbours lists(graph.vertices);
    for (const auto& [i, j] : graph.edges) {
        lists[i].insert(j);
        if (both_ways) lists[j].insert(i);
    }
    return lists;
}

std::uint64_t count_triangles(const Graph& graph) {
    const Neighbours lists = neighbours(graph, true);
    std::uint64_t count = 0;
    for (std::uint64_t a = 0; a < graph.vertices; ++a)
        for (const std::uint64_t b : lists[a])
            for (const std::uint64_t c : lists[b])
                if (a < b && b < c && lists[a].count(c) == 1) ++count;
    return count;
}

Entries<std::int32_t> search(const Graph& graph, bool both_ways, const std::vector<std::uint64_t>& sources) {
    const Neighbours lists = neighbours(graph, both_ways);
    Entries<std::int32_t> result;
    for (std::uint64_t s = 0; s < sources.size(); ++s) {
        std::map<std::uint64_t, std::int32_t> level = {{sources[s], 0}};
        std::queue<std::uint64_t> next({sources[s]});
        for (; !next.empty(); next.pop())
            for (const std::uint64_t neighbour : lists[next.front()])
                if (level.try_emplace(neighbour, level[next.front()] + 1).second) next.push(neighbour);
        for (const auto& [vertex, distance] : level) result.push_back({s, vertex, distance});
    }
    return result;
}

/// The least vertex of each vertex's component.
std::vector<std::int64_t> components_of(const Graph& graph) {
    std::vector<std::int64_t> parent(graph.vertices);
    std::iota(parent.begin(), parent.end(), std::int64_t{0});
    const auto root = [&](std::uint64_t v) {
        auto r = static_cast<std::int64_t>(v);
        while (parent[static_cast<std::uint64_t>(r)] != r) r = parent[static_cast<std::uint64_t>(r)];
        return r;
    };
    for (const auto& [i, j] : graph.edges) {
        const std::int64_t a = root(i), b = root(j);
        parent[static_cast<std::uint64_t>(std::max(a, b))] = std::min(a, b);
    }
    std::vector<std::int64_t> labels;
    for (std::uint64_t v = 0; v < graph.vertices; ++v) labels.push_back(root(v));
    return labels;
}

/// The values of a full vector.
std::vector<std::int64_t> values_of(const Vector<std::int64_t>& vector) {
    CHECK(vector.nvals() == vector.size());
    return vector.to_dense();
}

Graph random_graph(Random& random) {
    Graph graph{"random", 1 + random.below(40), {}};
    const std::uint64_t edges = random.below(4 * graph.vertices);
    for (std::uint64_t e = 0; e < edges; ++e) {
        const std::uint64_t i = random.below(graph.vertices), j = random.below(graph.vertices);
        if (i != j) graph.edges.emplace_back(i, j);
    }
    return graph;
}

const char* const data = std::getenv("MERGUS_DATA");
[[maybe_unused]] const bool noticed =
    data != nullptr || add_notice("MERGUS_DATA is not set: triangles of real graphs are skipped");

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> list;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, '\t');) list.push_back(field);
    return list;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("triangles of graphs with known counts") {
    const std::vector<std::pair<Graph, std::uint64_t>> known = {{complete(1), 0},
                                                                {complete(3), 1},
                                                                {complete(4), 4},
                                                                {complete(20), 1140},
                                                                {cycle(3), 1},
                                                                {cycle(9), 0},
                                                                {path(12), 0},
                                                                {star(15), 0},
                                                                {wheel(3), 4},
                                                                {wheel(12), 12},
                                                                {grid(5, 7), 0},
                                                                {petersen(), 0},
                                                                {side_by_side(complete(5), cycle(3)), 11},
                                                                {{"no edges", 6, {}}, 0},
                                                                {{"no vertices", 0, {}}, 0}};
    on_each_backend([&](const Context& context) {
        for (const auto& [graph, triangles] : known) {
            CAPTURE(graph.name);
            CHECK(count_triangles(graph) == triangles);
            CHECK(triangle_count(adjacency<bool>(context, graph)) == triangles);
            CHECK(triangle_count(adjacency<double>(context, graph)) == triangles);
        }
        // Loops do not count.
        Graph looped = complete(4);
        looped.edges.emplace_back(2, 2);
        CHECK(triangle_count(adjacency<std::int8_t>(context, looped)) == 4);
    });
}

TEST_CASE("levels in graphs with known levels") {
    on_each_backend([](const Context& context) {
        const auto levels = [&](const Graph& graph, const std::vector<std::uint64_t>& sources) {
            return read<std::int32_t>(bfs_levels(adjacency<float>(context, graph), sources));
        };
        CHECK(levels(path(4), {1}) == Entries<std::int32_t>{{0, 0, 1}, {0, 1, 0}, {0, 2, 1}, {0, 3, 2}});
        CHECK(levels(star(3), {0, 2}) ==
              Entries<std::int32_t>{
                  {0, 0, 0}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 0, 1}, {1, 1, 2}, {1, 2, 0}, {1, 3, 2}});
        CHECK(levels(side_by_side(path(2), path(2)), {3}) == Entries<std::int32_t>{{0, 2, 1}, {0, 3, 0}});
        CHECK(levels(path(3), {}).empty());
        CHECK(levels({"alone", 1, {}}, {0, 0}) == Entries<std::int32_t>{{0, 0, 0}, {1, 0, 0}});
        for (const auto& entry : levels(complete(12), {4})) CHECK(entry.value == (entry.col == 4 ? 0 : 1));
        for (const auto& entry : levels(petersen(), {0, 7})) CHECK(entry.value <= 2); // its diameter
        for (const auto& entry : levels(grid(6, 5), {0}))
            CHECK(entry.value == static_cast<std::int32_t>(entry.col / 5 + entry.col % 5));
        for (const auto& entry : levels(cycle(11), {3})) {
            const std::uint64_t around = (entry.col + 11 - 3) % 11;
            CHECK(entry.value == static_cast<std::int32_t>(std::min(around, 11 - around)));
        }
        // Edges are followed in their own direction only.
        const Matrix<bool> one_way = adjacency<bool>(context, path(4), false);
        const std::array<std::uint64_t, 1> second = {1};
        CHECK(read<std::int32_t>(bfs_levels(one_way, second)) ==
              Entries<std::int32_t>{{0, 1, 0}, {0, 2, 1}, {0, 3, 2}});
    });
}

TEST_CASE("random graphs against plain code") {
    on_each_backend([](const Context& context) {
        Random random(21);
        const int count = is_slow(std::string(context.backend())) ? 5 : 60;
        for (int round = 0; round < count; ++round) {
            const Graph graph = random_graph(random);
            CAPTURE(round);
            CHECK(triangle_count(adjacency<std::uint8_t>(context, graph)) == count_triangles(graph));
            std::vector<std::uint64_t> sources;
            for (std::uint64_t s = random.below(4); s > 0; --s)
                sources.push_back(random.below(graph.vertices));
            for (const bool both_ways : {true, false}) {
                const Matrix<std::int16_t> A = adjacency<std::int16_t>(context, graph, both_ways);
                CHECK(read<std::int32_t>(bfs_levels(A, sources)) == search(graph, both_ways, sources));
            }
            const Matrix<bool> both = undirected(adjacency<std::int16_t>(context, graph, false));
            CHECK(read<bool>(both).size() == read<bool>(adjacency<bool>(context, graph)).size());
            CHECK(triangle_count(both) == count_triangles(graph));
        }
    });
}

TEST_CASE("connected components of graphs with known components") {
    using Labels = std::vector<std::int64_t>;
    on_each_backend([](const Context& context) {
        const auto labels = [&](const Graph& graph, bool both_ways) {
            return values_of(connected_components(adjacency<std::int32_t>(context, graph, both_ways)));
        };
        for (const bool both_ways : {true, false}) {
            CHECK(labels({"no vertices", 0, {}}, both_ways).empty());
            CHECK(labels({"no edges", 4, {}}, both_ways) == Labels{0, 1, 2, 3});
            CHECK(labels(path(30), both_ways) == Labels(30, 0));
            CHECK(labels(star(40), both_ways) == Labels(41, 0));
            CHECK(labels({"a star, its centre last", 5, {{4, 0}, {4, 1}, {4, 2}, {4, 3}}}, both_ways) ==
                  Labels(5, 0));
            CHECK(labels(side_by_side(cycle(3), path(2)), both_ways) == Labels{0, 0, 0, 3, 3});
            CHECK(labels({"pairs, interleaved", 6, {{0, 3}, {4, 1}, {5, 2}}}, both_ways) ==
                  Labels{0, 1, 2, 0, 1, 2});
            CHECK(labels({"loops", 3, {{1, 1}, {2, 2}, {2, 1}}}, both_ways) == Labels{0, 1, 1});
        }
    });
}

TEST_CASE("connected components of random graphs against union-find") {
    on_each_backend([](const Context& context) {
        Random random(5);
        const int count = is_slow(std::string(context.backend())) ? 25 : 200;
        for (int round = 0; round < count; ++round) {
            Graph graph{"random", 1 + random.below(120), {}};
            for (std::uint64_t e = random.below(2 * graph.vertices); e > 0; --e)
                graph.edges.emplace_back(random.below(graph.vertices), random.below(graph.vertices));
            CAPTURE(round);
            const std::vector<std::int64_t> expected = components_of(graph);
            for (const bool both_ways : {true, false})
                CHECK(values_of(connected_components(adjacency<float>(context, graph, both_ways))) ==
                      expected);
        }
        // A path through vertices in mixed order, and a hub whose row several blocks share.
        Graph scattered{"scattered path", 1009, {}};
        for (std::uint64_t i = 1; i < 1009; ++i)
            scattered.edges.emplace_back(i * 617 % 1009, (i - 1) * 617 % 1009);
        Graph hub = star(6000);
        for (Edge& edge : hub.edges) edge = {6000 - edge.first, 6000 - edge.second};
        for (const Graph& graph : {scattered, hub})
            for (const bool both_ways : {true, false})
                CHECK(values_of(connected_components(adjacency<bool>(context, graph, both_ways))) ==
                      std::vector<std::int64_t>(graph.vertices, 0));
    });
}

TEST_CASE("undirected drops loops and adds the other direction") {
    on_each_backend([](const Context& context) {
        const Matrix<double> A =
            make<double>(context, 3, 3, {{0, 1, 0.0}, {1, 1, 2.0}, {2, 1, 3.0}, {1, 2, 4.0}});
        CHECK(read<bool>(undirected(A)) ==
              Entries<bool>{{0, 1, true}, {1, 0, true}, {1, 2, true}, {2, 1, true}});
    });
}

TEST_CASE("algorithms reject non-square matrices and sources out of range") {
    on_each_backend([](const Context& context) {
        const Matrix<bool> wide(context, 2, 3), square(context, 2, 2);
        const std::array<std::uint64_t, 1> none = {2};
        CHECK(code_of([&] { (void)triangle_count(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)undirected(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)connected_components(wide); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)bfs_levels(wide, none); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)bfs_levels(square, none); }) == Code::invalid_index);
    });
}

TEST_CASE("triangles of the real graphs in MERGUS_DATA" * doctest::skip(data == nullptr)) {
    const std::filesystem::path folder = data;
    std::ifstream index(folder / "INDEX.tsv");
    REQUIRE(index.good());
    std::string line;
    std::getline(index, line);
    std::map<std::string, std::size_t> column;
    for (const std::string& name : fields(line)) column.emplace(name, column.size());
    REQUIRE(column.count("triangles") == 1);
    std::size_t compared = 0;
    while (std::getline(index, line)) {
        const std::vector<std::string> row = fields(line);
        if (row.size() <= column["triangles"]) continue;
        const std::string& triangles = row[column["triangles"]];
        const bool square = row[column["nrows"]] == row[column["ncols"]];
        if (!square || triangles.empty() || triangles.find_first_not_of("0123456789") != std::string::npos)
            continue;
        const std::string& file = row[column["file"]];
        CAPTURE(file);
        ReadOptions options;
        options.duplicates = Duplicates::keep_one;
        const Csr csr = to_csr(read_matrix_market(folder / file, options));
        for (const std::string& backend : backends_under_test()) {
            if (is_slow(backend)) continue; // an emulated device would need days
            const Context context(backend);
            CHECK(triangle_count(undirected(AnyMatrix::from_csr(context, csr))) == std::stoull(triangles));
            ++compared;
        }
    }
    CHECK(compared > 0);
    MESSAGE(compared << " triangle counts of real graphs compared");
}

TEST_SUITE_END();
