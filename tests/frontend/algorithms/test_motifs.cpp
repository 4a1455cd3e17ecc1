/// \file test_motifs.cpp
/// Motifs of three and four vertices and clustering by squares: random graphs against the sets of vertices
/// one by one, and graphs whose counts are known.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Counts = std::array<std::uint64_t, 8>;

Counts as_counts(const Motifs& found) {
    return {found.wedges, found.triangles,        found.paths,    found.stars,
            found.cycles, found.tailed_triangles, found.diamonds, found.cliques};
}

/// By the number of edges and the greatest degree within each set.
Counts plain_motifs(const WeightedGraph& graph) {
    const auto neighbours = graph.neighbours();
    Counts counts{};
    const auto count = [&](const std::vector<Vertex>& set) {
        std::size_t edges = 0, greatest = 0, least = 4;
        for (const Vertex v : set) {
            std::size_t degree = 0;
            for (const Vertex w : set) degree += neighbours[v].count(w);
            edges += degree;
            greatest = std::max(greatest, degree);
            least = std::min(least, degree);
        }
        edges /= 2;
        if (least == 0) return;
        if (set.size() == 3 && edges >= 2) ++counts[edges == 2 ? 0 : 1];
        if (set.size() == 4 && edges == 3) ++counts[greatest == 2 ? 2 : 3]; // two pairs have two edges
        if (set.size() == 4 && edges == 4) ++counts[greatest == 2 ? 4 : 5];
        if (set.size() == 4 && edges >= 5) ++counts[edges == 5 ? 6 : 7];
    };
    for (Vertex a = 0; a < graph.vertices; ++a)
        for (Vertex b = a + 1; b < graph.vertices; ++b)
            for (Vertex c = b + 1; c < graph.vertices; ++c) {
                count({a, b, c});
                for (Vertex d = c + 1; d < graph.vertices; ++d) count({a, b, c, d});
            }
    return counts;
}

/// By the degree of a vertex within each set, and that of its neighbours.
std::map<std::pair<Vertex, Vertex>, std::int64_t> plain_graphlet_degrees(const WeightedGraph& graph) {
    const auto neighbours = graph.neighbours();
    std::map<std::pair<Vertex, Vertex>, std::int64_t> counts;
    for (Vertex v = 0; v < graph.vertices; ++v)
        for (Vertex o = 0; o < 15; ++o) counts[{v, o}] = 0;
    const auto count = [&](const std::vector<Vertex>& set) {
        std::vector<Vertex> degree, joined = {set[0]};
        Vertex edges = 0;
        for (const Vertex v : set) {
            degree.push_back(0);
            for (const Vertex w : set) degree.back() += neighbours[v].count(w);
            edges += degree.back();
        }
        edges /= 2;
        for (std::size_t k = 0; k < joined.size(); ++k)
            for (const Vertex w : set)
                if (neighbours[joined[k]].count(w) == 1 && std::count(joined.begin(), joined.end(), w) == 0)
                    joined.push_back(w);
        if (joined.size() != set.size()) return;
        const Vertex greatest = *std::max_element(degree.begin(), degree.end());
        for (std::size_t k = 0; k < set.size(); ++k) {
            const Vertex d = degree[k];
            Vertex orbit = 0;
            if (set.size() == 3) orbit = edges == 3 ? 3 : d;
            if (set.size() == 4 && edges == 3) orbit = greatest == 2 ? 3 + d : d == 1 ? 6 : 7;
            if (set.size() == 4 && edges == 4) orbit = greatest == 2 ? 8 : 8 + d;
            if (set.size() == 4 && edges == 5) orbit = 10 + d;
            if (set.size() == 4 && edges == 6) orbit = 14;
            ++counts[{set[k], orbit}];
        }
    };
    for (Vertex a = 0; a < graph.vertices; ++a)
        for (Vertex b = a + 1; b < graph.vertices; ++b) {
            count({a, b});
            for (Vertex c = b + 1; c < graph.vertices; ++c) {
                count({a, b, c});
                for (Vertex d = c + 1; d < graph.vertices; ++d) count({a, b, c, d});
            }
        }
    return counts;
}

std::vector<double> plain_square_clustering(const WeightedGraph& graph) {
    const auto neighbours = graph.neighbours();
    std::vector<double> shares;
    for (Vertex v = 0; v < graph.vertices; ++v) {
        double squares = 0, possible = 0;
        for (const Vertex u : neighbours[v])
            for (const Vertex w : neighbours[v]) {
                if (u >= w) continue;
                double common = 0;
                for (const Vertex x : neighbours[u]) common += x != v && neighbours[w].count(x) == 1 ? 1 : 0;
                const double joined = neighbours[u].count(w) == 1 ? 1 : 0;
                squares += common;
                possible += common + static_cast<double>(neighbours[u].size() + neighbours[w].size()) -
                            2 * (1 + common + joined);
            }
        shares.push_back(possible > 0 ? squares / possible : 0);
    }
    return shares;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("motifs of three and four vertices, and squares") {
    on_random_graphs(120, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        CHECK(as_counts(motifs(A)) == plain_motifs(graph));
        check_close(dense(square_clustering(A)), plain_square_clustering(graph));
        CHECK(entries_of(graphlet_degrees(A)) == plain_graphlet_degrees(graph));
    });
    on_each_backend([](const Context& context) {
        CHECK(as_counts(motifs(matrix_of(context, complete(6)))) == Counts{0, 20, 0, 0, 0, 0, 0, 15});
        CHECK(as_counts(motifs(matrix_of(context, path(6)))) == Counts{4, 0, 3, 0, 0, 0, 0, 0});
        CHECK(as_counts(motifs(matrix_of(context, star(7)))) == Counts{21, 0, 0, 35, 0, 0, 0, 0});
        // Two sides of three: each pair on either side makes a square with each of the other's.
        const auto two_sides =
            undirected(6, {{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}});
        CHECK(as_counts(motifs(matrix_of(context, two_sides))) == Counts{18, 0, 0, 6, 9, 0, 0, 0});
        CHECK(dense(square_clustering(matrix_of(context, two_sides))) == std::vector<double>(6, 1));
        for (const std::uint64_t n : {0, 1, 3}) {
            CHECK(as_counts(motifs(Matrix<bool>(context, n, n))) == Counts{});
            CHECK(dense(square_clustering(Matrix<bool>(context, n, n))) == std::vector<double>(n, 0));
            CHECK(graphlet_degrees(Matrix<bool>(context, n, n)).nvals() == 15 * n);
        }
        CHECK(code_of([&] { (void)motifs(Matrix<bool>(context, 2, 3)); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)square_clustering(Matrix<bool>(context, 2, 3)); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { (void)graphlet_degrees(Matrix<bool>(context, 2, 3)); }) ==
              Code::dimension_mismatch);
    });
}

TEST_CASE("motifs of a graph with hubs: several blocks, and counts above 2^64") {
    on_each_backend([](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        const auto A =
            undirected(Matrix<bool>::from_csr(context, generate::rmat({.scale = 10, .edge_factor = 24})));
        const auto found = motifs(A);
        const auto corners = dense(triangles(A));
        const auto degree = dense(degrees(A));
        // Each triangle with each other neighbour of its corners, by what the four vertices induce.
        std::uint64_t tailed = 0, claws = 0;
        for (std::size_t v = 0; v < degree.size(); ++v) {
            const auto d = static_cast<std::uint64_t>(degree[v]);
            if (d >= 2) tailed += static_cast<std::uint64_t>(corners[v]) * (d - 2);
            if (d >= 3) claws += d * (d - 1) * (d - 2) / 6;
        }
        CHECK(found.triangles == triangle_count(A));
        // Each motif by the vertices at one of its orbits.
        const auto orbits = dense(reduce_columns(plus_monoid<std::int64_t>, graphlet_degrees(A)));
        const auto total = [&](std::size_t orbit, std::int64_t of_each) {
            CHECK(orbits[orbit] % of_each == 0);
            return static_cast<std::uint64_t>(orbits[orbit] / of_each);
        };
        CHECK(as_counts(found) == Counts{total(2, 1), total(3, 3), total(5, 2), total(7, 1), total(8, 4),
                                         total(11, 1), total(13, 2), total(14, 4)});
        CHECK(as_counts(found) == Counts{total(1, 2), total(3, 3), total(4, 2), total(6, 3), total(8, 4),
                                         total(9, 1), total(12, 2), total(14, 4)});
        CHECK(2 * total(11, 1) == total(10, 1));
        CHECK(found.tailed_triangles + 4 * found.diamonds + 12 * found.cliques == tailed);
        CHECK(found.stars + found.tailed_triangles + 2 * found.diamonds + 4 * found.cliques == claws);
        // A star of d leaves has about d³ / 6 stars of three: above 2^64. The sums are checked on the host.
        if (context.backend() != "suitesparse") return;
        const std::uint64_t leaves = 4900000;
        Matrix<bool> hub(context, leaves + 1, leaves + 1);
        assign(hub, true, {0}, all);
        CHECK(code_of([&] { (void)motifs(undirected(hub)); }) == Code::invalid_value);
    });
}

TEST_CASE("motifs and graphlets by several blocks, and of a hub") {
    on_each_backend([](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        const auto blocks_of = [](auto count) {
            std::uint64_t steps = 0;
            const ProgressScope scope([&](const AlgorithmStep&) { return ++steps != 0; });
            count();
            return steps - 1;
        };
        const auto over = [](std::uint64_t n, std::uint64_t k) { // n over k
            std::uint64_t result = 1;
            for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
            return result;
        };
        const auto check_orbits = [](const Matrix<bool>& A, const std::map<Vertex, std::uint64_t>& expected) {
            const auto found = entries_of(graphlet_degrees(A));
            for (const auto& [place, count] : found) {
                const auto orbit = expected.find(place.second);
                REQUIRE(static_cast<std::uint64_t>(count) == (orbit == expected.end() ? 0 : orbit->second));
            }
        };
        // Two sides of 300: 300³ multiplications, more than a block has.
        const std::uint64_t side = 300;
        Matrix<bool> half(context, 2 * side, 2 * side);
        std::vector<std::uint64_t> left(side), right(side);
        std::iota(left.begin(), left.end(), std::uint64_t{0});
        std::iota(right.begin(), right.end(), side);
        assign(half, true, left, right);
        const auto sides = undirected(half);
        CHECK(blocks_of([&] {
                  CHECK(as_counts(motifs(sides)) == Counts{2 * side * over(side, 2), 0, 0,
                                                           2 * side * over(side, 3),
                                                           over(side, 2) * over(side, 2), 0, 0, 0});
              }) == 2);
        check_orbits(sides, {{0, side},
                             {1, side * (side - 1)},
                             {2, over(side, 2)},
                             {6, side * over(side - 1, 2)},
                             {7, over(side, 3)},
                             {8, (side - 1) * over(side, 2)}});
        // A complete graph: two blocks of pairs, and two of edges.
        const std::uint64_t n = 340;
        Matrix<bool> everything(context, n, n);
        assign(everything, true);
        const auto all_pairs = undirected(everything);
        CHECK(blocks_of([&] {
                  CHECK(as_counts(motifs(all_pairs)) == Counts{0, over(n, 3), 0, 0, 0, 0, 0, over(n, 4)});
              }) == 4);
        check_orbits(all_pairs, {{0, n - 1}, {3, over(n - 1, 2)}, {14, over(n - 1, 3)}});
        // A hub, and a ring around it whose vertices are joined with the next two: of the edges of the hub
        // nothing as long as its row is read.
        const std::uint64_t ring = 6000;
        std::vector<std::uint64_t> rows, cols;
        for (std::uint64_t v = 0; v < ring; ++v)
            for (const std::uint64_t w : {(v + 1) % ring, (v + 2) % ring, ring}) {
                rows.push_back(v);
                cols.push_back(w);
            }
        const auto wheel = undirected(Matrix<bool>::from_tuples(context, ring + 1, ring + 1, rows, cols,
                                                                std::vector<bool>(rows.size(), true)));
        CHECK(blocks_of([&] {
                  const Motifs found = motifs(wheel);
                  CHECK(found.triangles == 3 * ring);
                  CHECK(found.cliques == ring);
              }) == 2);
    });
}

TEST_SUITE_END();
