/// \file test_iterations.cpp
/// PageRank of several seeds, and the eigenvector, Katz and HITS centralities: fixed points on random graphs,
/// computed in full matrices, known results, and arguments that must be refused.
#include "graph_algorithms_testing.hpp"

#include <cmath>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Values = std::vector<double>;

/// A x, or A' x.
Values product(const WeightedGraph& graph, const Values& x, bool transposed) {
    Values y(graph.vertices, 0);
    for (const auto& [edge, weight] : graph.edges) {
        const auto [i, j] = edge;
        y[transposed ? j : i] += weight * x[transposed ? i : j];
    }
    return y;
}

double sum(const Values& x) {
    double total = 0;
    for (const double value : x) total += value;
    return total;
}

void scale(Values& x, double factor) {
    for (double& value : x) value *= factor;
}

double norm(const Values& x) {
    double total = 0;
    for (const double value : x) total += value * value;
    return std::sqrt(total);
}

/// A walk that returns to the seed, a fixed number of steps.
Values plain_personalized(const WeightedGraph& graph, Vertex seed, double damping, int steps) {
    Values degree(graph.vertices, 0), rank(graph.vertices, 0);
    for (const auto& [edge, weight] : graph.edges) degree[edge.first] += 1;
    rank[seed] = 1;
    for (int step = 0; step < steps; ++step) {
        Values next(graph.vertices, 0);
        for (Vertex v = 0; v < graph.vertices; ++v)
            next[seed] += rank[v] * (degree[v] == 0 ? 1 : 1 - damping);
        for (const auto& [edge, weight] : graph.edges)
            next[edge.second] += damping * rank[edge.first] / degree[edge.first];
        rank = next;
    }
    return rank;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("personalized PageRank") {
    on_random_graphs(90, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const std::vector<Vertex> seeds = {0, graph.vertices - 1};
        const auto found =
            personalized_pagerank(A, seeds, {.damping = 0.7, .tolerance = 0, .max_iterations = 4});
        for (Vertex s = 0; s < seeds.size(); ++s) {
            const Values row = extract(found.rank, s, all).to_dense(0);
            // It ends earlier if nothing changes any more.
            check_close(row, plain_personalized(graph, seeds[s], 0.7, 4));
            CHECK(sum(row) == doctest::Approx(1));
        }
    });
    on_each_backend([](const Context& context) {
        const auto A = matrix_of(context, path(3));
        CHECK(personalized_pagerank(A, {0, 1, 2}, {.tolerance = 1e-9, .max_iterations = 500}).converged);
        CHECK(personalized_pagerank(A, IndexList{}).converged);
        const auto alone = personalized_pagerank(Matrix<bool>(context, 3, 3), {1});
        CHECK(alone.converged);
        CHECK(entries_of(alone.rank) == std::map<std::pair<Vertex, Vertex>, double>{{{0, 1}, 1}});
        CHECK(personalized_pagerank(A, {0}, {.max_iterations = 0}).converged == false);
        CHECK(code_of([&] { (void)personalized_pagerank(A, {3}); }) == Code::invalid_index);
        CHECK(code_of([&] { (void)personalized_pagerank(A, {0}, {.damping = 1}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)personalized_pagerank(A, {0}, {.tolerance = -1}); }) ==
              Code::invalid_value);
    });
}

TEST_CASE("eigenvector, Katz, hubs and authorities: a few steps") {
    on_random_graphs(91, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const auto n = static_cast<double>(graph.vertices);
        Values x(graph.vertices, 1 / std::sqrt(n)), k(graph.vertices, 0), hubs(graph.vertices, 1 / n),
            authorities;
        for (int step = 0; step < 3; ++step) {
            const Values more = product(graph, x, true);
            for (Vertex v = 0; v < graph.vertices; ++v) x[v] += more[v];
            scale(x, 1 / norm(x));
            k = product(graph, k, true);
            for (double& value : k) value = 0.02 * value + 0.5;
            authorities = product(graph, hubs, true);
            if (sum(authorities) != 0) scale(authorities, 1 / sum(authorities));
            hubs = product(graph, authorities, false);
            if (sum(hubs) != 0) scale(hubs, 1 / sum(hubs));
        }
        check_close(dense(eigenvector_centrality(A, {.tolerance = 0, .max_iterations = 3}).values), x);
        const KatzOptions katz{
            .alpha = 0.02, .beta = 0.5, .normalized = false, .tolerance = 0, .max_iterations = 3};
        check_close(dense(katz_centrality(A, katz).values), k);
        const Hits found = hits(A, {.tolerance = 0, .max_iterations = 3});
        check_close(dense(found.hubs), hubs);
        check_close(dense(found.authorities), authorities);
    });
}

TEST_CASE("eigenvector, Katz, hubs and authorities: known results") {
    on_each_backend([](const Context& context) {
        const auto A = matrix_of(context, star(4));
        const auto eigen = eigenvector_centrality(A, {.tolerance = 1e-12, .max_iterations = 1000});
        CHECK(eigen.converged);
        CHECK(eigen.residual <= 1e-12);
        const double half = std::sqrt(0.5), leaf = half / 2;
        check_close(dense(eigen.values), {half, leaf, leaf, leaf, leaf});
        // x = 0.1 · 4 y + 1, y = 0.1 x + 1
        const auto katz = katz_centrality(A, {.normalized = false, .tolerance = 1e-13});
        CHECK(katz.converged);
        check_close(dense(katz.values), {1.4 / 0.96, 1.1 / 0.96, 1.1 / 0.96, 1.1 / 0.96, 1.1 / 0.96});
        const auto unit = dense(katz_centrality(A, {.tolerance = 1e-13}).values);
        CHECK(norm(unit) == doctest::Approx(1));
        const auto pages = make<double>(context, 3, 3, {{0, 2, 1}, {1, 2, 1}});
        const Hits found = hits(pages);
        CHECK(found.converged);
        check_close(dense(found.hubs), {0.5, 0.5, 0});
        check_close(dense(found.authorities), {0, 0, 1});
        CHECK(dense(hits(Matrix<bool>(context, 2, 2)).hubs) == Values{0, 0});
        const Matrix<bool> empty(context, 0, 0);
        CHECK((eigenvector_centrality(empty).converged && katz_centrality(empty).converged &&
               hits(empty).converged));
        for (const double wrong : {-1.0, std::nan("")}) {
            CHECK(code_of([&] { (void)eigenvector_centrality(A, {.tolerance = wrong}); }) ==
                  Code::invalid_value);
            CHECK(code_of([&] { (void)katz_centrality(A, {.tolerance = wrong}); }) == Code::invalid_value);
            CHECK(code_of([&] { (void)hits(A, {.tolerance = wrong}); }) == Code::invalid_value);
        }
        CHECK(code_of([&] { (void)katz_centrality(A, {.alpha = std::nan("")}); }) == Code::invalid_value);
        CHECK_FALSE(eigenvector_centrality(A, {.max_iterations = 1}).converged);
    });
}

TEST_SUITE_END();
