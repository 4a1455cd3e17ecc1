/// \file test_cliques_covers.cpp
/// Maximal cliques, vertex covers and dominating sets: random graphs against their definitions, and graphs
/// whose results are known.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <set>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Set = std::set<Vertex>;

/// Vertex after vertex: the cliques so far stay, without those that the vertex can be added to; the largest
/// of the others' parts around the vertex are new.
std::set<Set> plain_cliques(const WeightedGraph& graph) {
    const auto neighbours = graph.neighbours();
    std::set<Set> cliques;
    for (Vertex v = 0; v < graph.vertices; ++v) {
        std::set<Set> kept, grown = {Set{v}};
        for (const Set& clique : cliques) {
            Set around = {v};
            for (const Vertex w : clique)
                if (neighbours[v].count(w) == 1) around.insert(w);
            if (around.size() == clique.size() + 1)
                grown.insert(around);
            else {
                kept.insert(clique);
                grown.insert(around);
            }
        }
        for (const Set& candidate : grown)
            if (std::none_of(grown.begin(), grown.end(), [&](const Set& other) {
                    return other.size() > candidate.size() &&
                           std::includes(other.begin(), other.end(), candidate.begin(), candidate.end());
                }))
                kept.insert(candidate);
        cliques = kept;
    }
    return cliques;
}

/// The rows. Fails if two are equal.
std::set<Set> sets_of(const Matrix<bool>& members) {
    std::vector<Set> rows(members.nrows());
    for (const auto& [place, value] : entries_of(members)) rows[place.first].insert(place.second);
    const std::set<Set> sets(rows.begin(), rows.end());
    CHECK(sets.size() == rows.size());
    return sets;
}

std::vector<bool> members_of(const Vector<bool>& set) {
    std::vector<std::uint64_t> vertices;
    std::vector<bool> values, members(set.size(), false);
    set.extract_tuples(vertices, values);
    for (std::size_t e = 0; e < vertices.size(); ++e) {
        CHECK(values[e]);
        members[vertices[e]] = true;
    }
    return members;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("maximal cliques") {
    on_random_graphs(140, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto expected = plain_cliques(graph);
        const MaximalCliques found = maximal_cliques(A);
        CHECK(found.complete);
        CHECK(sets_of(found.members) == expected);
        std::set<Set> large;
        for (const Set& clique : expected)
            if (clique.size() >= 3) large.insert(clique);
        CHECK(sets_of(maximal_cliques(A, {.least = 3}).members) == large);
        CHECK(maximal_cliques(A, {.limit = expected.size()}).complete);
        const MaximalCliques some = maximal_cliques(A, {.limit = expected.size() - 1});
        CHECK_FALSE(some.complete);
        CHECK(some.members.nrows() == expected.size() - 1);
    });
    on_each_backend([](const Context& context) {
        CHECK(maximal_cliques(Matrix<bool>(context, 0, 0)).members.nrows() == 0);
        CHECK(sets_of(maximal_cliques(Matrix<bool>(context, 2, 2)).members) == std::set<Set>{{0}, {1}});
        CHECK(code_of([&] { (void)maximal_cliques(Matrix<bool>(context, 2, 3)); }) ==
              Code::dimension_mismatch);
        // All pairs but those of a vertex and the next one: 3^8 cliques.
        WeightedGraph graph = complete(24);
        for (Vertex v = 0; v < 24; v += 3)
            for (const auto& [i, j] : {std::pair{v, v + 1}, {v, v + 2}, {v + 1, v + 2}}) {
                graph.edges.erase({i, j});
                graph.edges.erase({j, i});
            }
        CHECK(maximal_cliques(matrix_of(context, graph)).members.nrows() == 6561);
        CHECK(maximal_cliques(matrix_of(context, graph), {.least = 9}).members.nrows() == 0);
        { // A callback can stop the search of one vertex, which has 3^7 of the cliques.
            bool within = false;
            const ProgressScope scope([&](const AlgorithmStep& step) {
                within = step.step != 0 && step.done == 0;
                return !within;
            });
            CHECK(code_of([&] { (void)maximal_cliques(matrix_of(context, graph)); }) == Code::stopped);
            CHECK(within);
        }
        // Many before a hub, and a deep search.
        const Vertex n = is_slow(std::string(context.backend())) ? 50 : 300;
        CHECK(maximal_cliques(matrix_of(context, star(n))).members.nrows() == n);
        CHECK(maximal_cliques(matrix_of(context, complete(n))).members.nvals() == n);
    });
}

TEST_CASE("vertex covers and dominating sets") {
    on_random_graphs(141, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto neighbours = graph.neighbours();
        const auto cover = members_of(vertex_cover(A, 3)), dominating = members_of(dominating_set(A, 3));
        CHECK(members_of(vertex_cover(A, 3)) == cover);
        CHECK(members_of(dominating_set(A, 3)) == dominating);
        // The method of backends without kernels makes the same choices.
        const Context host("suitesparse");
        CHECK(members_of(dominating_set(matrix_of(host, graph), 3)) == dominating);
        CHECK(members_of(vertex_cover(matrix_of(host, graph), 3)) == cover);
        for (Vertex v = 0; v < graph.vertices; ++v) {
            bool needed = false, dominated = dominating[v];
            for (const Vertex w : neighbours[v]) {
                CHECK((cover[v] || cover[w]));
                needed = needed || !cover[w];
                dominated = dominated || dominating[w];
            }
            CHECK(cover[v] == needed); // nothing can be left out
            CHECK(dominated);
        }
    });
    on_each_backend([](const Context& context) {
        const auto A = matrix_of(context, star(9));
        CHECK(members_of(vertex_cover(A))[0]);
        CHECK(vertex_cover(A).nvals() == 1);
        CHECK(dominating_set(A).nvals() == 1);
        CHECK(vertex_cover(matrix_of(context, complete(7)), 5).nvals() == 6);
        CHECK(dominating_set(matrix_of(context, complete(7)), 5).nvals() == 1);
        CHECK(dominating_set(Matrix<bool>(context, 4, 4)).nvals() == 4);
        CHECK(vertex_cover(Matrix<bool>(context, 4, 4)).nvals() == 0);
        // Of a pattern that is not symmetric some set, but there is an end.
        WeightedGraph directed{9, {}};
        for (const Vertex hub : {0, 1, 2}) {
            for (Vertex v = 3; v < 9; ++v) directed.edges[{hub, v}] = 1;
            for (const Vertex v : {2 * hub + 3, 2 * hub + 4}) directed.edges[{v, hub}] = 1;
        }
        CHECK(dominating_set(matrix_of(context, directed)).nvals() > 0);
        const WeightedGraph falling{4,
                                    {{{0, 1}, 1},
                                     {{0, 2}, 1},
                                     {{1, 2}, 1},
                                     {{1, 3}, 1},
                                     {{2, 1}, 1},
                                     {{2, 3}, 1},
                                     {{3, 0}, 1},
                                     {{3, 2}, 1}}};
        for (const std::uint64_t seed : {0, 1, 2, 3}) // a vertex may lose its last edge and stay outside
            CHECK(vertex_cover(matrix_of(context, falling), seed).nvals() <= 4);
        CHECK(dominating_set(Matrix<bool>(context, 0, 0)).size() == 0);
        CHECK(code_of([&] { (void)vertex_cover(Matrix<bool>(context, 2, 3)); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { (void)dominating_set(Matrix<bool>(context, 2, 3)); }) ==
              Code::dimension_mismatch);
        // Half of a cycle and a third of it are the least; greedy sets are not much larger.
        const Vertex n = is_slow(std::string(context.backend())) ? 60 : 3000;
        WeightedGraph ring = path(n);
        ring.edges[{0, n - 1}] = ring.edges[{n - 1, 0}] = 1;
        CHECK(vertex_cover(matrix_of(context, ring)).nvals() < n * 2 / 3);
        CHECK(dominating_set(matrix_of(context, ring)).nvals() < n / 2);
    });
}

TEST_SUITE_END();
