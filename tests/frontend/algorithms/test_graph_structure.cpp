/// \file test_graph_structure.cpp
/// Support of edges, transitivity, cores and trusses, colours, mixing of degrees, similarities: random graphs
/// against sequential code, known results, and arguments that must be refused.
#include "graph_algorithms_testing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Pair = std::pair<Vertex, Vertex>;

std::set<Vertex> common(const std::set<Vertex>& a, const std::set<Vertex>& b) {
    std::set<Vertex> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.begin()));
    return both;
}

double plain_score(const std::vector<std::set<Vertex>>& neighbours, const Pair& pair, Similarity score) {
    const auto& a = neighbours[pair.first];
    const auto& b = neighbours[pair.second];
    const auto both = common(a, b);
    const auto c = static_cast<double>(both.size()), x = static_cast<double>(a.size()),
               y = static_cast<double>(b.size());
    double sum = 0;
    for (const Vertex k : both) {
        const auto degree = static_cast<double>(neighbours[k].size());
        sum += 1 / (score == Similarity::adamic_adar ? std::log(degree) : degree);
    }
    switch (score) {
    case Similarity::common_neighbours:
        return c;
    case Similarity::jaccard:
        return c == 0 ? 0 : c / (x + y - c);
    case Similarity::overlap:
        return c == 0 ? 0 : c / std::min(x, y);
    case Similarity::cosine:
        return c == 0 ? 0 : c / std::sqrt(x * y);
    case Similarity::adamic_adar:
    case Similarity::resource_allocation:
        return sum;
    case Similarity::preferential_attachment:
        return x * y;
    }
    return 0;
}

/// The correlation over all entries, as defined; NaN without variance.
double plain_assortativity(const WeightedGraph& graph) {
    std::vector<double> out(graph.vertices, 0), in(graph.vertices, 0);
    for (const auto& [edge, weight] : graph.edges) {
        out[edge.first] += 1;
        in[edge.second] += 1;
    }
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    const auto m = static_cast<double>(graph.edges.size());
    for (const auto& [edge, weight] : graph.edges) {
        const double a = out[edge.first], b = in[edge.second];
        x += a / m;
        y += b / m;
        xx += a * a / m;
        yy += b * b / m;
        xy += a * b / m;
    }
    const double variances = (xx - x * x) * (yy - y * y);
    return variances < 1e-9 ? std::nan("") : (xy - x * y) / std::sqrt(variances);
}

std::vector<double> plain_rich_club(const WeightedGraph& graph) {
    const auto neighbours = graph.neighbours();
    std::vector<double> shares;
    for (std::size_t k = 0;; ++k) {
        double members = 0, joined = 0;
        for (Vertex v = 0; v < graph.vertices; ++v) {
            if (neighbours[v].size() <= k) continue;
            members += 1;
            for (const Vertex w : neighbours[v])
                if (neighbours[w].size() > k) joined += 1;
        }
        if (members < 2) return shares;
        shares.push_back(joined / (members * (members - 1)));
    }
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("support of edges, transitivity, cores and trusses") {
    on_random_graphs(100, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto neighbours = graph.neighbours();
        std::map<Pair, std::int64_t> support, trusses;
        double closed = 0, pairs = 0;
        for (Vertex v = 0; v < graph.vertices; ++v) {
            for (const Vertex w : neighbours[v]) {
                const auto count = static_cast<std::int64_t>(common(neighbours[v], neighbours[w]).size());
                if (count > 0) support[{v, w}] = count;
                closed += static_cast<double>(count);
                trusses[{v, w}] = 2;
            }
            pairs += static_cast<double>(neighbours[v].size() * (neighbours[v].size() - 1));
        }
        CHECK(entries_of(edge_support(A)) == support);
        CHECK(transitivity(A) == doctest::Approx(pairs == 0 ? 0 : closed / pairs));
        const auto core_of = plain::core_numbers(graph);
        for (const std::int64_t k : {0, 2, 3}) {
            std::map<Pair, bool> core;
            for (const auto& [edge, weight] : graph.edges)
                if (edge.first != edge.second && core_of[edge.first] >= k && core_of[edge.second] >= k)
                    core[edge] = true;
            CHECK(entries_of(k_core(A, k)) == core);
        }
        for (std::int64_t k = 3;; ++k) {
            const auto truss = plain::k_truss(graph, k);
            if (truss.empty()) break;
            for (const auto& [edge, triangles] : truss) trusses[edge] = k;
        }
        CHECK(entries_of(truss_numbers(A)) == trusses);
    });
    on_each_backend([](const Context& context) {
        CHECK(transitivity(matrix_of(context, complete(5))) == 1);
        CHECK(transitivity(Matrix<bool>(context, 0, 0)) == 0);
        CHECK(truss_numbers(Matrix<bool>(context, 3, 3)).nvals() == 0);
        CHECK(code_of([&] { (void)k_core(matrix_of(context, path(3)), -1); }) == Code::invalid_value);
    });
}

TEST_CASE("colours") {
    on_random_graphs(101, false, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto colours = dense(coloring(A, 5));
        const auto neighbours = graph.neighbours();
        for (Vertex v = 0; v < graph.vertices; ++v) {
            // Every colour before the own one is that of a neighbour.
            std::set<std::int64_t> around;
            for (const Vertex w : neighbours[v]) around.insert(colours[w]);
            CHECK(around.count(colours[v]) == 0);
            for (std::int64_t c = 0; c < colours[v]; ++c) CHECK(around.count(c) == 1);
        }
        CHECK(dense(coloring(A, 5)) == colours);
    });
    on_each_backend([](const Context& context) {
        CHECK(reduce(max_monoid<std::int64_t>, coloring(matrix_of(context, complete(6)))) == 5);
        CHECK(dense(coloring(Matrix<bool>(context, 2, 2))) == std::vector<std::int64_t>{0, 0});
        CHECK(coloring(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("assortativity and the rich club") {
    on_random_graphs(102, true, [](const Context& context, const WeightedGraph& graph) {
        const double expected = plain_assortativity(graph), found = assortativity(matrix_of(context, graph));
        CHECK(std::isnan(found) == std::isnan(expected));
        if (!std::isnan(expected)) CHECK(found == doctest::Approx(expected).epsilon(1e-6));
    });
    on_random_graphs(103, false, [](const Context& context, const WeightedGraph& graph) {
        const auto expected = plain_rich_club(graph);
        const auto neighbours = graph.neighbours();
        const bool edgeless =
            std::all_of(neighbours.begin(), neighbours.end(), [](const auto& list) { return list.empty(); });
        check_close(dense(rich_club(matrix_of(context, graph))), edgeless ? std::vector<double>{} : expected);
    });
    on_each_backend([](const Context& context) {
        CHECK(assortativity(matrix_of(context, star(5))) == doctest::Approx(-1));
        CHECK(std::isnan(assortativity(matrix_of(context, complete(4)))));
        CHECK(std::isnan(assortativity(Matrix<bool>(context, 0, 0))));
        check_close(dense(rich_club(matrix_of(context, star(5)))), {10.0 / 30});
        CHECK(rich_club(Matrix<bool>(context, 0, 0)).size() == 0);
    });
}

TEST_CASE("similarity of pairs") {
    on_random_graphs(104, false, [](const Context& context, const WeightedGraph& graph) {
        Random random(graph.edges.size());
        WeightedGraph pairs{graph.vertices, {}};
        for (Vertex p = 0; p < 2 * graph.vertices; ++p) {
            const Vertex i = random.below(graph.vertices), j = random.below(graph.vertices);
            if (i != j) pairs.edges[{i, j}] = 0;
        }
        const auto A = matrix_of(context, graph), P = matrix_of(context, pairs);
        const auto neighbours = graph.neighbours();
        for (const Similarity score :
             {Similarity::common_neighbours, Similarity::jaccard, Similarity::overlap, Similarity::cosine,
              Similarity::adamic_adar, Similarity::resource_allocation,
              Similarity::preferential_attachment}) {
            const auto found = entries_of(similarity(A, P, score));
            CHECK(found.size() == pairs.edges.size());
            for (const auto& [pair, value] : found)
                CHECK(value == doctest::Approx(plain_score(neighbours, pair, score)));
        }
        CHECK(code_of([&] { (void)similarity(A, Matrix<bool>(context, 1, 99), Similarity::cosine); }) ==
              Code::dimension_mismatch);
    });
}

TEST_CASE("the most similar rows") {
    on_each_backend([](const Context& context) {
        Random random(105);
        for (int round = 0; round < rounds(context) / 2; ++round) {
            const Vertex rows = random.below(25), columns = 1 + random.below(12), k = random.below(5);
            std::vector<std::vector<double>> values(rows, std::vector<double>(columns, 0));
            Entries<double> entries;
            for (Vertex i = 0; i < rows; ++i)
                for (Vertex j = 0; j < columns; ++j)
                    if (random.chance(0.4)) {
                        values[i][j] = static_cast<double>(random.between(-2, 4));
                        entries.push_back({i, j, values[i][j]});
                    }
            const auto found = most_similar(make<double>(context, rows, columns, entries), k);
            const auto scores = entries_of(found.score);
            const auto places = entries_of(found.row);
            CHECK(scores.size() == places.size());
            for (Vertex i = 0; i < rows; ++i) {
                std::vector<double> expected;
                const auto cosine = [&](Vertex j) {
                    double xx = 0, yy = 0, xy = 0;
                    for (Vertex c = 0; c < columns; ++c) {
                        xx += values[i][c] * values[i][c];
                        yy += values[j][c] * values[j][c];
                        xy += values[i][c] * values[j][c];
                    }
                    return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
                };
                for (Vertex j = 0; j < rows; ++j)
                    if (j != i && cosine(j) > 1e-12) expected.push_back(cosine(j));
                std::sort(expected.rbegin(), expected.rend());
                if (expected.size() > k) expected.resize(k);
                for (Vertex e = 0; e < expected.size(); ++e) {
                    REQUIRE(scores.count({i, e}) == 1);
                    CHECK(scores.at({i, e}) == doctest::Approx(expected[e]));
                    const auto j = static_cast<Vertex>(places.at({i, e}));
                    CHECK(j != i);
                    CHECK(cosine(j) == doctest::Approx(expected[e]));
                }
                CHECK(scores.count({i, k}) == 0);
            }
        }
        CHECK(code_of([&] { (void)most_similar(Matrix<bool>(context, 2, 2), max_dimension + 1); }) ==
              Code::invalid_value);
    });
}

TEST_SUITE_END();
