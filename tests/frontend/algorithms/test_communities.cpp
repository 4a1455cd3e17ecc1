/// \file test_communities.cpp
/// Communities: modularity against its definition, the methods of Louvain and Leiden and label propagation on
/// graphs with known communities, the guarantees that they give on random graphs, and arguments that must be
/// refused.
#include "graph_algorithms_testing.hpp"

#include <cmath>
#include <limits>
#include <set>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Labels = std::vector<std::int64_t>;

/// The sum over all pairs of one community, as defined.
double plain_modularity(const WeightedGraph& graph, const Labels& labels, double resolution) {
    std::vector<double> out(graph.vertices), in(graph.vertices);
    double total = 0, quality = 0;
    for (const auto& [edge, weight] : graph.edges) {
        out[edge.first] += weight;
        in[edge.second] += weight;
        total += weight;
    }
    if (total == 0) return 0;
    for (Vertex i = 0; i < graph.vertices; ++i)
        for (Vertex j = 0; j < graph.vertices; ++j) {
            if (labels[i] != labels[j]) continue;
            const auto edge = graph.edges.find({i, j});
            quality += (edge == graph.edges.end() ? 0 : edge->second) / total -
                       resolution * out[i] * in[j] / (total * total);
        }
    return quality;
}

/// The sum over all pairs i ≠ j of one community, and loops.
double plain_cpm(const WeightedGraph& graph, const Labels& labels, double resolution) {
    double quality = 0;
    for (const auto& [edge, weight] : graph.edges)
        if (labels[edge.first] == labels[edge.second]) quality += weight;
    for (Vertex i = 0; i < graph.vertices; ++i)
        for (Vertex j = 0; j < graph.vertices; ++j)
            if (i != j && labels[i] == labels[j]) quality -= resolution;
    return quality;
}

/// Labels are the least vertices of their communities, each of which is connected.
void check_labels(const WeightedGraph& graph, const Labels& labels) {
    WeightedGraph inner{graph.vertices, {}};
    for (const auto& [edge, weight] : graph.edges)
        if (labels[edge.first] == labels[edge.second]) inner.edges[edge] = weight;
    CHECK(plain::components(inner) == labels);
}

/// `count` cliques of `size` vertices in a ring, neighbours joined by one edge.
WeightedGraph ring_of_cliques(Vertex count, Vertex size) {
    WeightedGraph graph{count * size, {}};
    for (Vertex c = 0; c < count; ++c) {
        for (const auto& [edge, weight] : complete(size).edges)
            graph.edges[{c * size + edge.first, c * size + edge.second}] = weight;
        const Vertex i = c * size, j = (c + 1) % count * size + 1;
        graph.edges[{i, j}] = graph.edges[{j, i}] = 1;
    }
    return graph;
}

/// The karate club of Zachary (1977): friendships of 34 members.
WeightedGraph karate_club() {
    const std::vector<std::vector<Vertex>> friends = {
        {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31},
        {2, 3, 7, 13, 17, 19, 21, 30},
        {3, 7, 8, 9, 13, 27, 28, 32},
        {7, 12, 13},
        {6, 10},
        {6, 10, 16},
        {16},
        {},
        {30, 32, 33},
        {33},
        {},
        {},
        {},
        {33},
        {32, 33},
        {32, 33},
        {},
        {},
        {32, 33},
        {33},
        {32, 33},
        {},
        {32, 33},
        {25, 27, 29, 32, 33},
        {25, 27, 31},
        {31},
        {29, 33},
        {33},
        {31, 33},
        {32, 33},
        {32, 33},
        {32, 33},
        {33},
        {}};
    std::vector<std::pair<Vertex, Vertex>> edges;
    for (Vertex i = 0; i < friends.size(); ++i)
        for (const Vertex j : friends[i]) edges.emplace_back(i, j);
    return undirected(friends.size(), edges);
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("modularity") {
    on_random_graphs(60, true, [](const Context& context, const WeightedGraph& graph) {
        Random random(graph.edges.size());
        Labels labels(graph.vertices);
        for (auto& label : labels) label = static_cast<std::int64_t>(random.below(1 + graph.vertices / 3));
        const auto given = Vector<std::int64_t>::from_dense(context, labels);
        for (const double resolution : {1.0, 0.3})
            CHECK(modularity(matrix_of(context, graph), given, {.resolution = resolution}) ==
                  doctest::Approx(plain_modularity(graph, labels, resolution)).epsilon(1e-12));
    });
    on_each_backend([](const Context& context) {
        const auto A = matrix_of(context, karate_club());
        CHECK(A.nvals() == 156);
        const auto labels = [&](const Labels& list) {
            return Vector<std::int64_t>::from_dense(context, list);
        };
        CHECK(modularity(A, labels(Labels(34, 5))) == doctest::Approx(0));
        CHECK(modularity(Matrix<bool>(context, 0, 0), labels({})) == 0);
        CHECK(modularity(Matrix<bool>(context, 2, 2), labels({0, 1})) == 0);
        CHECK(code_of([&] { return modularity(A, labels({0, 1})); }) == Code::dimension_mismatch);
        CHECK(code_of([&] { return modularity(A, Vector<std::int64_t>(context, 34)); }) ==
              Code::dimension_mismatch);
        CHECK(code_of([&] { return modularity(A, labels(Labels(34, 34))); }) == Code::invalid_value);
        CHECK(code_of([&] { return modularity(A, labels(Labels(34, -1))); }) == Code::invalid_value);
        CHECK(code_of([&] { return modularity(A, labels(Labels(34, 0)), {.resolution = std::nan("")}); }) ==
              Code::invalid_value);
    });
}

TEST_CASE("conductance") {
    on_random_graphs(64, true, [](const Context& context, const WeightedGraph& graph) {
        Labels labels(graph.vertices);
        for (Vertex v = 0; v < graph.vertices; ++v)
            labels[v] = static_cast<std::int64_t>(v % 3 % graph.vertices);
        const auto found =
            conductance(matrix_of(context, graph), Vector<std::int64_t>::from_dense(context, labels));
        const std::set<std::int64_t> used(labels.begin(), labels.end());
        CHECK(found.nvals() == used.size());
        for (const std::int64_t label : used) {
            double cut = 0, inside = 0, outside = 0;
            for (const auto& [edge, weight] : graph.edges) {
                const bool from = labels[edge.first] == label, to = labels[edge.second] == label;
                (from ? inside : outside) += weight;
                if (from && !to) cut += weight;
            }
            const double lesser = std::min(inside, outside);
            CHECK(found.extract_element(label).value() == doctest::Approx(lesser == 0 ? 0 : cut / lesser));
        }
    });
    on_each_backend([](const Context& context) {
        const Matrix<bool> A(context, 2, 2);
        CHECK(code_of([&] { (void)conductance(A, Vector<std::int64_t>(context, 2)); }) ==
              Code::dimension_mismatch);
        const auto wrong = Vector<std::int64_t>::from_dense(context, Labels{0, 2});
        CHECK(code_of([&] { (void)conductance(A, wrong); }) == Code::invalid_value);
        CHECK(conductance(Matrix<bool>(context, 0, 0), Vector<std::int64_t>(context, 0)).size() == 0);
    });
}

TEST_CASE("Louvain and Leiden: known communities") {
    on_each_backend([](const Context& context) {
        // The best division of the karate club has a modularity of 0.41979 (Brandes et al. 2008).
        const auto A = matrix_of(context, karate_club());
        for (const auto method : {&louvain, &leiden}) {
            const Communities found = method(A, {.seed = 1});
            CHECK(found.count == 4);
            CHECK(found.quality == doctest::Approx(0.41979).epsilon(1e-4));
            check_labels(karate_club(), dense(found.labels));
            const auto cliques = method(matrix_of(context, ring_of_cliques(4, 5)), {});
            CHECK(dense(cliques.labels) ==
                  Labels{0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15, 15, 15, 15});
            // One community below the density of the graph, single vertices above every weight.
            CHECK(method(A, {.quality = CommunityQuality::cpm, .resolution = 0}).count == 1);
            CHECK(method(A, {.quality = CommunityQuality::cpm, .resolution = 1.5}).count == 34);
            CHECK(method(A, {.resolution = 0}).count == 1);
        }
    });
}

TEST_CASE("Louvain and Leiden: a few vertices do not only change places") {
    for (const auto& [vertices, communities] : {std::pair<Vertex, std::uint64_t>{2, 1}, {3, 1}, {4, 2}}) {
        CAPTURE(vertices);
        WeightedGraph path{vertices, {}};
        for (Vertex v = 0; v + 1 < vertices; ++v) path.edges[{v, v + 1}] = path.edges[{v + 1, v}] = 1;
        on_each_backend([&, communities = communities](const Context& context) {
            const auto A = matrix_of(context, path);
            for (std::uint64_t seed = 0; seed < 12; ++seed) {
                CAPTURE(seed);
                CHECK(louvain(A, {.seed = seed}).count == communities);
                CHECK(leiden(A, {.seed = seed}).count == communities);
            }
        });
    }
}

TEST_CASE("Louvain and Leiden: random graphs") {
    on_random_graphs(61, true, [](const Context& context, const WeightedGraph& graph) {
        const auto A = matrix_of(context, graph);
        const DeterministicScope deterministic;
        for (const auto method : {&louvain, &leiden}) {
            const Communities found = method(A, {.resolution = 0.9});
            const Labels labels = dense(found.labels);
            check_labels(graph, labels);
            CHECK(found.count == std::set(labels.begin(), labels.end()).size());
            CHECK(found.quality == doctest::Approx(plain_modularity(graph, labels, 0.9)).epsilon(1e-9));
            // No worse than single vertices, and than one community for each component.
            Labels single(graph.vertices);
            for (Vertex v = 0; v < graph.vertices; ++v) single[v] = static_cast<std::int64_t>(v);
            CHECK(found.quality >= plain_modularity(graph, single, 0.9) - 1e-9);
            CHECK(dense(method(A, {.resolution = 0.9}).labels) == labels);
            const Communities potts = method(A, {.quality = CommunityQuality::cpm, .resolution = 2});
            CHECK(potts.quality == doctest::Approx(plain_cpm(graph, dense(potts.labels), 2)).epsilon(1e-9));
            CHECK(potts.quality >= plain_cpm(graph, single, 2) - 1e-9);
        }
    });
}

TEST_CASE("Louvain and Leiden: one result of all backends, methods and numbers of threads") {
    // All gains are exact: weights are whole numbers, and so is what chance gives.
    const CommunityOptions options{.quality = CommunityQuality::cpm, .resolution = 0.5};
    for (const auto method : {&louvain, &leiden}) {
        std::vector<Labels> expected;
        on_each_backend([&](const Context& context) {
            Random random(65);
            for (int round = 0; round < rounds(context); ++round) {
                CAPTURE(round);
                const auto A = matrix_of(context, random_graph(random, round % 2 == 0));
                const Labels labels = dense(method(A, options).labels);
                if (expected.size() == static_cast<std::size_t>(round)) expected.push_back(labels);
                CHECK(labels == expected[static_cast<std::size_t>(round)]);
                const DeterministicScope deterministic;
                CHECK(dense(method(A, options).labels) == labels);
            }
        });
    }
    const Csr graph = generate::rmat({.scale = 12, .edge_factor = 4});
    const auto with_threads = [&](unsigned threads) {
        const Context context({.backend = "suitesparse", .threads = threads});
        return dense(leiden(undirected(Matrix<bool>::from_csr(context, graph))).labels);
    };
    CHECK(with_threads(1) == with_threads(4));
}

TEST_CASE("Louvain and Leiden: a planted division of a larger graph is found") {
    on_each_backend([](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        Random random(62);
        WeightedGraph graph{600, {}};
        for (Vertex i = 0; i < graph.vertices; ++i)
            for (Vertex j = 0; j < i; ++j)
                if (random.chance(i / 30 == j / 30 ? 0.4 : 0.005))
                    graph.edges[{i, j}] = graph.edges[{j, i}] = 1;
        Labels planted(graph.vertices);
        for (Vertex v = 0; v < graph.vertices; ++v) planted[v] = static_cast<std::int64_t>(v / 30 * 30);
        for (const auto method : {&louvain, &leiden}) {
            const Communities found = method(matrix_of(context, graph), {});
            CHECK(found.quality >= 0.99 * plain_modularity(graph, planted, 1));
        }
        CHECK(dense(leiden(matrix_of(context, graph), {}).labels) == planted);
    });
}

TEST_CASE("Louvain and Leiden: an R-MAT graph is divided as well as by NetworkX") {
    on_each_backend([](const Context& context) {
        if (is_slow(std::string(context.backend()))) return;
        const auto A = Matrix<bool>::from_csr(context, generate::rmat({.scale = 12}));
        const DeterministicScope deterministic;
        constexpr double of_networkx = 0.1146; // louvain_communities of NetworkX 3.6, seed 0
        CHECK(louvain(A).quality >= 0.99 * of_networkx);
        CHECK(leiden(A).quality >= 0.99 * of_networkx);
    });
}

TEST_CASE("communities: graphs without edges, and arguments that must be refused") {
    on_each_backend([](const Context& context) {
        for (const auto method : {&louvain, &leiden}) {
            CHECK(method(Matrix<bool>(context, 0, 0), {}).count == 0);
            CHECK(dense(method(Matrix<bool>(context, 3, 3), {}).labels) == Labels{0, 1, 2});
            const auto pair = matrix_of(context, undirected(2, {{0, 1}}));
            CHECK(dense(method(pair, {}).labels) == Labels{0, 0});
            CHECK(dense(method(make<double>(context, 1, 1, {{0, 0, 2.0}}), {}).labels) == Labels{0});
            for (const double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
                CHECK(code_of([&] { (void)method(pair, {.resolution = wrong}); }) == Code::invalid_value);
                const auto A = make<double>(context, 2, 2, {{0, 1, wrong}});
                CHECK(code_of([&] { (void)method(A, {}); }) == Code::invalid_value);
                CHECK(code_of([&] { (void)label_propagation(A); }) == Code::invalid_value);
            }
            CHECK(code_of([&] { (void)method(pair, {.tolerance = -1}); }) == Code::invalid_value);
        }
    });
}

TEST_CASE("label propagation") {
    on_random_graphs(63, true, [](const Context& context, const WeightedGraph& graph) {
        const LabelPropagation found = label_propagation(matrix_of(context, graph), {.seed = 3});
        CHECK(found.converged);
        const Labels labels = dense(found.labels);
        check_labels(graph, labels);
        CHECK(dense(label_propagation(matrix_of(context, graph), {.seed = 3}).labels) == labels);
    });
    on_each_backend([](const Context& context) {
        const auto cliques = matrix_of(context, ring_of_cliques(3, 6));
        const LabelPropagation found = label_propagation(cliques);
        CHECK(found.converged);
        CHECK(dense(found.labels) == Labels{0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 12, 12, 12, 12, 12, 12});
        CHECK(dense(label_propagation(Matrix<bool>(context, 3, 3)).labels) == Labels{0, 1, 2});
        CHECK(label_propagation(Matrix<bool>(context, 0, 0)).converged);
        const LabelPropagation none = label_propagation(cliques, {.max_iterations = 0});
        CHECK(none.iterations == 0);
        CHECK_FALSE(none.converged);
    });
}

TEST_SUITE_END();
