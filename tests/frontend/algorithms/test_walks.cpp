/// \file test_walks.cpp
/// Random walks: every step is an edge, choices are even or follow the weights; and SimRank, against
/// sequential code.
#include "graph_algorithms_testing.hpp"

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// The definition, a fixed number of times.
std::vector<std::vector<double>> plain_simrank(const WeightedGraph& graph, double decay, int iterations) {
    std::vector<std::vector<Vertex>> before(graph.vertices);
    for (const auto& [edge, weight] : graph.edges) before[edge.second].push_back(edge.first);
    std::vector<std::vector<double>> scores(graph.vertices, std::vector<double>(graph.vertices, 0));
    for (Vertex v = 0; v < graph.vertices; ++v) scores[v][v] = 1;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        auto next = scores;
        for (Vertex i = 0; i < graph.vertices; ++i)
            for (Vertex j = 0; j < graph.vertices; ++j) {
                if (i == j) continue;
                double sum = 0;
                for (const Vertex a : before[i])
                    for (const Vertex b : before[j]) sum += scores[a][b];
                const auto pairs = static_cast<double>(before[i].size() * before[j].size());
                next[i][j] = pairs == 0 ? 0 : decay * sum / pairs;
            }
        scores = next;
    }
    return scores;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("random walks follow edges, and end where there is none") {
    on_random_graphs(120, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        std::vector<Vertex> starts;
        for (Vertex v = 0; v < graph.vertices; ++v) starts.insert(starts.end(), 2, v);
        std::vector<bool> leaves(graph.vertices, false);
        for (const auto& [edge, weight] : graph.edges) leaves[edge.first] = true;
        for (const bool weighted : {false, true}) {
            const auto walks = random_walks(A, starts, 6, {.weighted = weighted, .seed = 4});
            CHECK(walks.nrows() == starts.size());
            CHECK(walks.ncols() == 7);
            const auto found = entries_of(walks);
            for (Vertex w = 0; w < starts.size(); ++w) {
                CHECK(found.at({w, 0}) == static_cast<std::int64_t>(starts[w]));
                for (Vertex t = 1; t < 7; ++t) {
                    const auto last = found.find({w, t - 1});
                    const bool goes = last != found.end() && leaves[static_cast<Vertex>(last->second)];
                    REQUIRE(found.count({w, t}) == (goes ? 1 : 0));
                    if (goes)
                        CHECK(graph.has(static_cast<Vertex>(last->second),
                                        static_cast<Vertex>(found.at({w, t}))));
                }
            }
            CHECK(entries_of(random_walks(A, starts, 6, {.weighted = weighted, .seed = 4})) == found);
            // The method of backends without kernels makes the same choices.
            const Context host("suitesparse");
            const auto on_host = matrix_of(host, graph);
            CHECK(entries_of(random_walks(on_host, starts, 6, {.weighted = weighted, .seed = 4})) == found);
            const RandomWalkOptions second_order{.weighted = weighted, .seed = 4, .p = 0.25, .q = 3};
            CHECK(entries_of(random_walks(on_host, starts, 6, second_order)) ==
                  entries_of(random_walks(A, starts, 6, second_order)));
        }
    });
}

TEST_CASE("random walks choose evenly, or by weight") {
    on_each_backend([](const Context& context) {
        const std::size_t count = is_slow(std::string(context.backend())) ? 2000 : 40000;
        const auto A = make<double>(context, 4, 4, {{0, 1, 1}, {0, 2, 2}, {0, 3, 5}});
        const std::vector<Vertex> starts(count, 0);
        const auto share = [&](bool weighted, std::int64_t vertex) {
            const auto walks = random_walks(A, starts, 2, {.weighted = weighted, .seed = 9});
            CHECK(walks.nvals() == 2 * count); // no second step
            double hits = 0;
            for (const auto& [place, v] : entries_of(walks)) hits += place.second == 1 && v == vertex ? 1 : 0;
            return hits / static_cast<double>(count);
        };
        const double error =
            4 * 0.5 / std::sqrt(static_cast<double>(count)); // four standard deviations, at most
        for (const std::int64_t v : {1, 2, 3}) {
            CHECK(std::abs(share(false, v) - 1.0 / 3) < error);
            CHECK(std::abs(share(true, v) - (v == 1 ? 1.0 : v == 2 ? 2.0 : 5.0) / 8) < error);
        }
        CHECK(entries_of(random_walks(A, {0}, 0)).size() == 1);
        CHECK(random_walks(A, IndexList{}, 3).ncols() == 4);
        CHECK(code_of([&] { (void)random_walks(A, {4}, 1); }) == Code::invalid_index);
        CHECK(code_of([&] { (void)random_walks(A, {0}, -1); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)random_walks(Matrix<bool>(context, 2, 3), {0}, 1); }) ==
              Code::dimension_mismatch);
        for (const double wrong : {0.0, -1.0, std::nan("")}) {
            const auto bad = make<double>(context, 2, 2, {{0, 1, wrong}});
            CHECK(code_of([&] { (void)random_walks(bad, {0}, 1, {.weighted = true}); }) ==
                  Code::invalid_value);
            CHECK(random_walks(bad, {0}, 1).nvals() == 2);
        }
    });
}

TEST_CASE("random walks among far more vertices than edges") {
    on_each_backend([](const Context& context) {
        constexpr Vertex n = Vertex{1} << 40;
        const auto A = make<double>(context, n, n, {{5, n - 1, 1.0}, {n - 1, 7, 1.0}});
        CHECK(entries_of(random_walks(A, {5, 7}, 3)) ==
              std::map<std::pair<Vertex, Vertex>, std::int64_t>{
                  {{0, 0}, 5}, {{0, 1}, static_cast<std::int64_t>(n - 1)}, {{0, 2}, 7}, {{1, 0}, 7}});
    });
}

TEST_CASE("SimRank") {
    on_random_graphs(121, true, [](const Context& context, const WeightedGraph& graph) {
        const auto found =
            simrank(matrix_of(context, graph), {.decay = 0.8, .tolerance = 0, .max_iterations = 4});
        const auto expected = plain_simrank(graph, 0.8, 4);
        const auto scores = entries_of(found.scores);
        for (Vertex i = 0; i < graph.vertices; ++i)
            for (Vertex j = 0; j < graph.vertices; ++j) {
                const auto score = scores.find({i, j});
                CHECK((score == scores.end() ? 0 : score->second) == doctest::Approx(expected[i][j]));
            }
    });
    on_each_backend([](const Context& context) {
        // Two vertices that one vertex leads to.
        const auto A = make<double>(context, 3, 3, {{0, 1, 0}, {0, 2, 1}});
        const SimRank found = simrank(A);
        CHECK(found.converged);
        CHECK(found.iterations == 2);
        CHECK(found.scores.nvals() == 5);
        CHECK(*found.scores.extract_element(1, 2) == doctest::Approx(0.9));
        CHECK(simrank(Matrix<bool>(context, 0, 0)).converged);
        CHECK(simrank(A, {.max_iterations = 1}).converged == false);
        for (const double wrong : {0.0, 1.0, std::nan("")})
            CHECK(code_of([&] { (void)simrank(A, {.decay = wrong}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)simrank(A, {.tolerance = -1}); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)simrank(Matrix<bool>(context, 2, 3)); }) == Code::dimension_mismatch);
    });
}

TEST_CASE("random walks with the parameters of node2vec") {
    on_each_backend([](const Context& context) {
        // From 0 to 1, then back to 0 (1 / p), to 2, which 0 has an edge to (1), or to 3 (1 / q); weights 1,
        // 1 and 2.
        const auto A =
            make<double>(context, 4, 4, {{0, 1, 1.0}, {0, 2, 1e-12}, {1, 0, 1.0}, {1, 2, 1.0}, {1, 3, 2.0}});
        const std::size_t count = is_slow(std::string(context.backend())) ? 2000 : 40000;
        const double p = 4, q = 0.5;
        for (const bool weighted : {true, false}) {
            const auto walks = random_walks(A, std::vector<Vertex>(count, 0), 2,
                                            {.weighted = weighted, .seed = 11, .p = p, .q = q});
            std::map<std::int64_t, double> ends;
            double total = 0;
            const auto found = entries_of(walks);
            for (Vertex w = 0; w < count; ++w)
                if (found.at({w, 1}) == 1) {
                    ends[found.at({w, 2})] += 1;
                    total += 1;
                }
            const double back = 1 / p, far = (weighted ? 2 : 1) / q, sum = back + 1 + far;
            const double tolerance = 4 / std::sqrt(total); // of some standard deviations
            CHECK(std::abs(ends[0] / total - back / sum) < tolerance);
            CHECK(std::abs(ends[2] / total - 1 / sum) < tolerance);
            CHECK(std::abs(ends[3] / total - far / sum) < tolerance);
        }
        // Weights near the limits of fp64: only those of one vertex are compared.
        for (const double scale : {1e308, 1e-310}) {
            CAPTURE(scale);
            const auto extreme =
                make<double>(context, 4, 4, {{0, 1, 1.0}, {1, 2, scale}, {1, 3, scale}, {2, 0, 1e308}});
            for (const bool second_order : {false, true}) {
                const auto walks = random_walks(extreme, std::vector<Vertex>(400, 0), 2,
                                                {.weighted = true, .seed = 1, .q = second_order ? 0.5 : 1});
                double to_last = 0;
                for (const auto& [place, v] : entries_of(walks)) to_last += place.second == 2 && v == 3;
                CHECK(std::abs(to_last / 400 - 0.5) < 0.1);
            }
        }
        for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
            CHECK(code_of([&] { (void)random_walks(A, {0}, 2, {.p = wrong}); }) == Code::invalid_value);
            CHECK(code_of([&] { (void)random_walks(A, {0}, 2, {.q = wrong}); }) == Code::invalid_value);
        }
    });
    on_random_graphs(122, true, [](const Context& context, const WeightedGraph& graph) {
        // Walks end where those of the first order do, and follow edges.
        std::vector<Vertex> starts;
        for (Vertex v = 0; v < graph.vertices; ++v) starts.push_back(v);
        const auto found =
            entries_of(random_walks(matrix_of(context, graph), starts, 5, {.seed = 2, .p = 0.5, .q = 3}));
        const auto neighbours = graph.neighbours();
        for (const auto& [place, vertex] : found) {
            const auto next = found.find({place.first, place.second + 1});
            const auto v = static_cast<Vertex>(vertex);
            if (next != found.end()) CHECK(graph.has(v, static_cast<Vertex>(next->second)));
            const bool ends = neighbours[v].empty() && !graph.has(v, v);
            CHECK((next == found.end()) == (ends || place.second == 5));
        }
    });
}

TEST_CASE("pairs within a window of the walks") {
    on_random_graphs(123, true, [](const Context& context, const WeightedGraph& graph) {
        std::vector<Vertex> starts;
        for (Vertex v = 0; v < graph.vertices; ++v) starts.insert(starts.end(), 3, v);
        const auto walks = random_walks(matrix_of(context, graph), starts, 6, {.seed = 5});
        const auto places = entries_of(walks);
        for (const Vertex window : {0, 1, 3, 100}) {
            std::map<std::pair<Vertex, Vertex>, std::int64_t> expected;
            for (const auto& [a, u] : places)
                for (const auto& [b, v] : places) {
                    const Vertex apart = std::max(a.second, b.second) - std::min(a.second, b.second);
                    if (a.first == b.first && apart != 0 && apart <= window)
                        ++expected[{static_cast<Vertex>(u), static_cast<Vertex>(v)}];
                }
            CHECK(entries_of(walk_pairs(walks, graph.vertices, window)) == expected);
        }
    });
    on_each_backend([](const Context& context) {
        const auto walks = make<std::int64_t>(context, 1, 3, {{0, 0, 4}, {0, 2, 4}});
        CHECK(entries_of(walk_pairs(walks, 5, 2)).at({4, 4}) == 2);
        CHECK(walk_pairs(walks, 5, 1).nvals() == 0);
        CHECK(walk_pairs(Matrix<std::int64_t>(context, 0, 4), 5, 1).nvals() == 0);
        CHECK(code_of([&] { (void)walk_pairs(walks, 5, -1); }) == Code::invalid_value);
        CHECK(code_of([&] { (void)walk_pairs(walks, 4, 1); }) == Code::invalid_index);
        const auto negative = make<std::int64_t>(context, 1, 1, {{0, 0, -1}});
        CHECK(code_of([&] { (void)walk_pairs(negative, 4, 1); }) == Code::invalid_index);
        // Several blocks: walks of one vertex and a wide window.
        if (is_slow(std::string(context.backend()))) return;
        const Vertex many = 3000, length = 40;
        Entries<std::int64_t> entries;
        for (Vertex w = 0; w < many; ++w)
            for (Vertex t = 0; t < length; ++t) entries.push_back({w, t, static_cast<std::int64_t>(w % 7)});
        const auto found =
            entries_of(walk_pairs(make<std::int64_t>(context, many, length, entries), 7, length));
        CHECK(found.size() == 7);
        CHECK(found.at({6, 6}) == static_cast<std::int64_t>(many / 7 * length * (length - 1)));
        // One walk of 9 million pairs, which are not built at once.
        entries.clear();
        for (Vertex t = 0; t < many; ++t) entries.push_back({0, t, static_cast<std::int64_t>(t % 2)});
        std::uint64_t steps = 0, complete = 0;
        const ProgressScope scope([&](const AlgorithmStep& step) {
            complete += step.done == step.total;
            return ++steps != 0;
        });
        const auto of_one = entries_of(walk_pairs(make<std::int64_t>(context, 1, many, entries), 2, many));
        CHECK(steps >= 3);
        CHECK(complete == 1); // the last part of the walk
        const auto each = static_cast<std::int64_t>(many / 2);
        CHECK(of_one.at({0, 0}) == each * (each - 1));
        CHECK(of_one.at({0, 1}) == each * each);
    });
}

TEST_SUITE_END();
