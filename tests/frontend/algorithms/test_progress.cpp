/// \file test_progress.cpp
/// The callbacks of graph algorithms: what they see, in which order, and how they end an algorithm.
#include "conformance/random.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Steps = std::vector<AlgorithmStep>;

struct Interruption : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An algorithm with a loop, and the unit of its steps. With a backend's own implementation it is "run".
struct Algorithm {
    std::string name, unit;
    std::function<void(const Matrix<double>&)> call;
};

const std::vector<std::uint64_t> many_sources(70, 1);

const std::vector<Algorithm> algorithms = {
    {"bfs_levels", "level", [](const auto& A) { bfs_levels(A, std::vector{0}); }},
    {"bfs_parents", "level",
     [](const auto& A) {
         bfs_parents(A, std::vector{0, 3});
     }},
    {"shortest_paths", "round", [](const auto& A) { shortest_paths(A, 0); }},
    {"pagerank", "iteration", [](const auto& A) { pagerank(A); }},
    {"betweenness", "batch", [](const auto& A) { betweenness(A, many_sources); }},
    {"k_truss", "round", [](const auto& A) { k_truss(A, 4); }},
    {"core_numbers", "round", [](const auto& A) { core_numbers(A); }},
    {"maximal_independent_set", "round", [](const auto& A) { maximal_independent_set(A); }},
    {"connected_components", "round", [](const auto& A) { connected_components(A); }},
    {"neighbourhoods", "level", [](const auto& A) { neighbourhoods(A, {0}, 3); }},
    {"shortest_path_lengths", "batch", [](const auto& A) { shortest_path_lengths(A, many_sources); }},
    {"widest_paths", "round", [](const auto& A) { widest_paths(A, 0); }},
    {"eccentricities", "search", [](const auto& A) { eccentricities(A); }},
    {"diameter", "search", [](const auto& A) { diameter(A); }},
    {"edge_betweenness", "batch", [](const auto& A) { edge_betweenness(A, many_sources); }},
    {"closeness", "batch", [](const auto& A) { closeness(A, many_sources); }},
    {"harmonic", "batch", [](const auto& A) { harmonic(A, many_sources); }},
    {"personalized_pagerank", "iteration",
     [](const auto& A) {
         personalized_pagerank(A, {0, 1});
     }},
    {"eigenvector_centrality", "iteration", [](const auto& A) { eigenvector_centrality(A); }},
    {"katz_centrality", "iteration", [](const auto& A) { katz_centrality(A); }},
    {"hits", "iteration", [](const auto& A) { hits(A); }},
    {"truss_numbers", "truss", [](const auto& A) { truss_numbers(A); }},
    {"coloring", "color", [](const auto& A) { coloring(A); }},
    {"most_similar", "block", [](const auto& A) { most_similar(A, 3); }},
    {"maximum_matching", "phase", [](const auto& A) { maximum_matching(A); }},
    {"maximum_flow", "phase", [](const auto& A) { maximum_flow(A, 0, 3); }},
    {"random_walks", "step",
     [](const auto& A) {
         random_walks(A, {0, 1}, 3);
     }},
    {"simrank", "iteration", [](const auto& A) { simrank(A); }},
    {"strongly_connected_components", "round", [](const auto& A) { strongly_connected_components(A); }},
    {"minimum_spanning_forest", "round", [](const auto& A) { minimum_spanning_forest(A); }},
    {"topological_levels", "level",
     [](const auto& A) { topological_levels(select<double>(ops::triu, A, 1)); }},
    {"label_propagation", "iteration", [](const auto& A) { label_propagation(A); }},
    {"louvain", "sweep", [](const auto& A) { louvain(A); }},
    {"leiden", "sweep", [](const auto& A) { leiden(A); }},
    {"markov_clustering", "iteration", [](const auto& A) { markov_clustering(A); }}};

/// A complete graph of 5 vertices with a tail of 7 and an isolated vertex.
Matrix<double> kite(const Context& context) {
    Entries<double> entries;
    const auto edge = [&](std::uint64_t i, std::uint64_t j) {
        entries.push_back({i, j, 1});
        entries.push_back({j, i, 1});
    };
    for (std::uint64_t i = 0; i < 5; ++i)
        for (std::uint64_t j = 0; j < i; ++j) edge(i, j);
    for (std::uint64_t i = 5; i < 12; ++i) edge(i - 1, i);
    return make<double>(context, 13, 13, entries);
}

bool is_device(const Context& context) {
    return std::string(context.backend()).starts_with("cuda");
}

Steps steps_of(const std::function<void()>& call) {
    Steps steps;
    const ProgressScope scope([&steps](const AlgorithmStep& step) {
        steps.push_back(step);
        return true;
    });
    call();
    return steps;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("progress: every algorithm with a loop reports its steps in order") {
    on_each_backend([](const Context& context) {
        const auto A = kite(context);
        for (const Algorithm& algorithm : algorithms) {
            CAPTURE(algorithm.name);
            const Steps steps = steps_of([&] { algorithm.call(A); });
            REQUIRE(steps.size() >= 2);
            const bool own = steps.back().unit == "run";
            if (own) CHECK(steps.size() == 2);
            for (std::size_t s = 0; s < steps.size(); ++s) {
                CHECK(steps[s].algorithm == algorithm.name); // also where it calls another one
                CHECK(steps[s].step == s);
                CHECK(steps[s].unit == (own ? "run" : algorithm.unit));
                if (steps[s].total != 0) CHECK(steps[s].done <= steps[s].total);
                if (s > 0 && steps[s].counted != "entries left") CHECK(steps[s].done >= steps[s - 1].done);
            }
        }
    });
}

TEST_CASE("progress: counts and residuals") {
    on_each_backend([](const Context& context) {
        const auto A = kite(context);
        const Steps search = steps_of([&] { bfs_levels(A, std::vector{0, 0}); });
        CHECK(search.front().done == 0);
        CHECK(search.back().done == 24); // not the isolated vertex
        CHECK(search.back().total == 26);

        const Steps batches = steps_of([&] { betweenness(A, many_sources); });
        CHECK(batches[0].total == 70);
        CHECK(batches.back().done == 70);
        if (is_device(context)) { // which has a method of its own, with larger batches
            CHECK(batches.size() == 2);
        } else {
            REQUIRE(batches.size() == 4);
            CHECK(batches[1].done == 32);
            CHECK(batches[2].done == 64);
        }

        const Steps paths = steps_of([&] { shortest_paths(A, 11); });
        CHECK(paths.front().done == 1);
        CHECK(paths.back().done == 12);

        const Steps cores = steps_of([&] { core_numbers(A); });
        CHECK(cores.front().done == 0);
        CHECK(cores[1].done == 1); // the isolated vertex
        CHECK(cores.back().done == 13);

        const Steps truss = steps_of([&] { k_truss(A, 4); });
        CHECK(truss.front().done == 34);
        CHECK(truss.back().done == 20);

        const Steps members = steps_of([&] { maximal_independent_set(A); });
        CHECK(members.front().done == 0);
        CHECK(members.back().done == 13);

        PageRank found;
        const Steps ranks = steps_of([&] { found = pagerank(A); });
        REQUIRE(ranks.size() == found.iterations + 1);
        CHECK(!ranks.front().residual);
        CHECK(ranks[1].residual.value() > ranks.back().tolerance);
        CHECK(ranks.back().residual.value() == found.residual);
        CHECK(ranks.back().tolerance == 1e-6);
        CHECK(ranks.back().total == 100);

        MarkovClustering clusters;
        const Steps walks = steps_of([&] { clusters = markov_clustering(A); });
        REQUIRE(walks.size() == clusters.iterations + 1);
        CHECK(walks.back().residual.value() <= walks.back().tolerance);
    });
}

TEST_CASE("progress: a stop is an error, or the result so far where that says how far it came") {
    on_each_backend([](const Context& context) {
        const auto A = kite(context);
        for (const Algorithm& algorithm : algorithms)
            for (const std::uint64_t last : {0U, 1U}) {
                CAPTURE(algorithm.name);
                CAPTURE(last);
                std::uint64_t calls = 0;
                const bool partial = algorithm.unit == "iteration";
                {
                    const ProgressScope scope([&](const AlgorithmStep& step) {
                        ++calls;
                        return step.step < last;
                    });
                    CHECK(code_of([&] { algorithm.call(A); }) == (partial ? Code::success : Code::stopped));
                }
                CHECK(calls == last + 1);
                CHECK(code_of([&] { algorithm.call(A); }) == Code::success);
            }
        const auto until = [](std::uint64_t last) {
            return [last](const AlgorithmStep& step) { return step.step < last; };
        };
        const ProgressScope scope(until(3));
        const PageRank early = pagerank(A);
        CHECK(!early.converged);
        CHECK(early.iterations == 3);
        CHECK(isequal(early.rank, pagerank(A, {.max_iterations = 3}).rank));
        CHECK(markov_clustering(A).iterations == 3);
        CHECK(!markov_clustering(A).converged);
        try {
            core_numbers(A);
            CHECK(false);
        } catch (const Error& error) {
            CHECK(std::string(error.what()) ==
                  "STOPPED: core_numbers: stopped by the progress callback after 3 rounds");
        }
    });
}

TEST_CASE("progress: exceptions of the callback pass through, and everything stays usable") {
    on_each_backend([](const Context& context) {
        const auto A = kite(context);
        for (const Algorithm& algorithm : algorithms) {
            CAPTURE(algorithm.name);
            {
                const ProgressScope scope([](const AlgorithmStep& step) -> bool {
                    if (step.step == 1) throw Interruption("enough");
                    return true;
                });
                CHECK_THROWS_AS(algorithm.call(A), Interruption);
                CHECK_THROWS_AS(algorithm.call(A), Interruption); // the scope is as before
            }
            CHECK_NOTHROW(algorithm.call(A));
        }
        CHECK(triangle_count(A) == 10);
    });
}

TEST_CASE("progress: scopes nest, and algorithms inside a callback are silent") {
    on_each_backend([](const Context& context) {
        const auto A = kite(context);
        std::map<std::string, int> calls;
        const auto count = [&calls](const char* scope) {
            return [&calls, scope](const AlgorithmStep& step) {
                ++calls[scope + (" " + std::string(step.algorithm))];
                return true;
            };
        };
        const ProgressScope outer(count("outer"));
        {
            const ProgressScope inner(count("inner"));
            betweenness(A, std::vector{0});
        }
        {
            const ProgressScope off{ProgressCallback()};
            betweenness(A, std::vector{0});
        }
        betweenness(A, many_sources);
        CHECK(calls == std::map<std::string, int>{{"inner betweenness", 2},
                                                  {"outer betweenness", is_device(context) ? 2 : 4}});

        const ProgressScope calling([&](const AlgorithmStep&) {
            ++calls["calling"];
            core_numbers(A);
            return true;
        });
        betweenness(A, std::vector{0});
        CHECK(calls.at("calling") == 2);
    });
}

TEST_CASE("progress: graphs without vertices, edges or sources") {
    on_each_backend([](const Context& context) {
        for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{4}}) {
            CAPTURE(n);
            const Matrix<double> A(context, n, n);
            for (const Algorithm& algorithm : algorithms) {
                CAPTURE(algorithm.name);
                if (n == 0 && algorithm.name != "core_numbers" && algorithm.name != "k_truss") continue;
                CHECK(!steps_of([&] { algorithm.call(A); }).empty());
            }
            CHECK(steps_of([&] { bfs_levels(A, std::vector<std::uint64_t>()); }).empty());
            CHECK(steps_of([&] { betweenness(A, std::vector<std::uint64_t>()); }).size() == 1);
        }
    });
}

TEST_SUITE_END();
