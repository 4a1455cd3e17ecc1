/// \file test_graph_methods.cpp
/// Extensions of the device for graph algorithms, on graphs of several blocks: the results of the CPU, which
/// has the generic methods.
#include "conformance/random.hpp"
#include "testing/device_testing.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using conformance::Random;

namespace {

struct Graph {
    std::string name;
    Csr csr;
};

/// Weights from 1 to `most`: few of them make many ties.
Csr weighted(Csr graph, std::uint64_t most) {
    Random random(most);
    graph.field = Field::integer;
    graph.reals.clear();
    graph.integers.clear();
    for (std::size_t e = 0; e < graph.cols.size(); ++e)
        graph.integers.push_back(static_cast<std::int64_t>(1 + random.below(most)));
    return graph;
}

/// Cycles of three vertices in a row, each with an edge to the next cycle, in a random order of vertices.
Csr cycles_in_a_row(std::uint64_t count, std::uint64_t seed) {
    const std::uint64_t n = 3 * count;
    Random random(seed);
    std::vector<std::uint64_t> place(n);
    for (std::uint64_t v = 0; v < n; ++v) {
        place[v] = v;
        std::swap(place[v], place[random.below(v + 1)]);
    }
    std::vector<std::vector<std::uint64_t>> out(n);
    for (std::uint64_t v = 0; v < n; ++v) {
        out[place[v]].push_back(place[v % 3 == 2 ? v - 2 : v + 1]);
        if (v + 3 < n && v % 3 == 0) out[place[v]].push_back(place[v + 4]);
    }
    Csr csr;
    csr.nrows = csr.ncols = n;
    csr.field = Field::pattern;
    for (auto& list : out) {
        std::sort(list.begin(), list.end());
        csr.cols.insert(csr.cols.end(), list.begin(), list.end());
        csr.row_ptr.push_back(csr.cols.size());
    }
    return csr;
}

std::vector<Graph> graphs() {
    const Csr skewed = generate::from_spec("rmat:scale=10,ef=6");
    std::vector<Graph> list;
    list.push_back({"skewed, one weight", skewed});
    list.push_back({"skewed, few weights", weighted(skewed, 4)});
    list.push_back({"directed", weighted(generate::er(4000, 4000, 1.5, 3), 1000)});
    list.push_back({"many components", generate::er(70'000, 70'000, 0.8, 4)}); // keys of 34 bits
    list.push_back({"cycles in a row", cycles_in_a_row(1000, 5)});
    return list;
}

/// Stages of a vertex that leads to `width` others, which lead to the first of the next stage: width^stages
/// shortest paths. Entries of both directions, with a loop at each first vertex.
Csr stages(std::uint64_t count, std::uint64_t width) {
    Csr csr;
    csr.nrows = csr.ncols = count * (width + 1) + 1;
    csr.field = Field::pattern;
    for (std::uint64_t v = 0; v < csr.nrows; ++v) {
        const std::uint64_t stage = v / (width + 1), first = stage * (width + 1);
        if (v == first) {
            for (std::uint64_t k = 0; k < width && stage > 0; ++k) csr.cols.push_back(v - width + k);
            csr.cols.push_back(v);
            for (std::uint64_t k = 0; k < width && stage < count; ++k) csr.cols.push_back(v + 1 + k);
        } else {
            csr.cols.push_back(first);
            csr.cols.push_back(first + width + 1);
        }
        csr.row_ptr.push_back(csr.cols.size());
    }
    return csr;
}

/// Every step-th vertex.
std::vector<std::uint64_t> some_vertices(std::uint64_t n, std::uint64_t step) {
    std::vector<std::uint64_t> vertices;
    for (std::uint64_t v = 0; v < n; v += step) vertices.push_back(v);
    return vertices;
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("strong components and spanning forests on devices") {
    const Context cpu("suitesparse");
    for (const Graph& graph : graphs()) {
        CAPTURE(graph.name);
        const auto expected = AnyMatrix::from_csr(cpu, graph.csr);
        const auto labels = strongly_connected_components(expected).to_dense();
        const auto forest = read<double>(minimum_spanning_forest(expected));
        on_devices([&](const Context& context) {
            const auto A = AnyMatrix::from_csr(context, graph.csr);
            CHECK(strongly_connected_components(A).to_dense() == labels);
            CHECK(read<double>(minimum_spanning_forest(A)) == forest);
        });
    }
}

TEST_CASE("shortest paths on devices") {
    const Context cpu("suitesparse");
    std::vector<Graph> all = graphs();
    all.push_back({"a grid", weighted(generate::poisson2d5(60), 100)});
    all.push_back({"real weights, a large frontier", generate::er(3000, 3000, 12, 6)});
    all.push_back({"long rows", weighted(generate::powerlaw(4000, 4000, 4, 1.8, 7), 1'000'000)});
    Csr ring = generate::banded(3000, 1, 8); // deep
    for (std::size_t e = 0; e < ring.reals.size(); e += 7) ring.reals[e] = e % 2 == 0 ? 0 : 1e300;
    all.push_back({"zeros and large weights", ring});
    for (double& weight : ring.reals)
        if (weight > 1) weight = std::numeric_limits<double>::infinity();
    all.push_back({"infinite weights", ring});
    for (const Graph& graph : all) {
        CAPTURE(graph.name);
        const auto A = AnyMatrix::from_csr(cpu, graph.csr);
        for (const std::uint64_t source : {std::uint64_t{0}, A.nrows() / 2}) {
            CAPTURE(source);
            const auto expected = read<double>(Matrix<double>(diag(shortest_paths(A, source))));
            on_devices([&](const Context& context) {
                const auto own = AnyMatrix::from_csr(context, graph.csr);
                CHECK(read<double>(Matrix<double>(diag(shortest_paths(own, source)))) == expected);
            });
        }
    }
}

TEST_CASE("betweenness on devices") {
    const Context cpu("suitesparse");
    struct Search {
        Graph graph;
        std::vector<std::uint64_t> sources;
    };
    // Several copies of the graph are searched at once, one after the other, or both.
    std::vector<Search> searches;
    const auto add = [&](const char* name, Csr csr, std::uint64_t step) {
        const std::uint64_t n = csr.nrows;
        searches.push_back({{name, std::move(csr)}, some_vertices(n, step)});
    };
    add("skewed, all sources", generate::from_spec("rmat:scale=7,ef=6"), 1);
    add("skewed, long rows", generate::from_spec("rmat:scale=9,ef=20"), 20);
    add("directed, integer weights", weighted(generate::er(300, 300, 3, 3), 1000), 1);
    add("directed, long rows", generate::powerlaw(1000, 1000, 6, 1.8, 7), 40);
    add("many components", generate::er(700, 700, 0.8, 4), 2);
    add("a grid", generate::poisson2d5(20), 6);
    add("stages", stages(4, 200), 100);
    searches.back().sources.insert(searches.back().sources.end(), 20, 0); // twice counts twice
    for (const Search& search : searches) {
        CAPTURE(search.graph.name);
        const auto expected =
            betweenness(AnyMatrix::from_csr(cpu, search.graph.csr), search.sources).to_dense();
        on_devices([&](const Context& context) {
            const auto A = AnyMatrix::from_csr(context, search.graph.csr);
            const auto found = betweenness(A, search.sources).to_dense();
            REQUIRE(found.size() == expected.size());
            for (std::size_t v = 0; v < found.size(); ++v)
                CHECK(found[v] == doctest::Approx(expected[v]).epsilon(1e-11));
            CHECK(betweenness(A, search.sources).to_dense() == found); // the same bits
        });
    }
}

TEST_CASE("betweenness on devices: sums in the order of all devices take the generic method") {
    for (const std::string& backend : devices_under_test()) {
        const auto A = AnyMatrix::from_csr(Context(backend), stages(6, 4));
        const std::vector<std::uint64_t> source{0};
        const auto uses_extension = [&] {
            bool used = false;
            const ExplainScope scope(
                [&](const Explanation& call) { used = used || call.operation == "betweenness"; });
            static_cast<void>(betweenness(A, source));
            return used;
        };
        CHECK(uses_extension());
        const DeterministicScope deterministic;
        CHECK_FALSE(uses_extension());
    }
}

TEST_CASE("betweenness on devices: numbers of paths up to the largest of fp64") {
    on_devices([](const Context& context) {
        // 16^k paths pass through k stages. All from the first vertex pass through the first ones of stages.
        const std::vector<std::uint64_t> source{0};
        const auto values = betweenness(AnyMatrix::from_csr(context, stages(255, 16)), source).to_dense();
        const auto behind = [](std::uint64_t stage) { return static_cast<double>(17 * (255 - stage)); };
        for (std::uint64_t stage = 1; stage <= 255; ++stage)
            CHECK(values[17 * stage] == doctest::Approx(behind(stage)).epsilon(1e-11));
        const auto more = AnyMatrix::from_csr(context, stages(256, 16));
        refuses(Code::invalid_value, {"betweenness", "paths"}, [&] { (void)betweenness(more, source); });
    });
}

TEST_CASE("truss numbers on devices") {
    const Context cpu("suitesparse");
    std::vector<Graph> list;
    const auto add = [&](const char* name, const Csr& csr) { list.push_back({name, csr}); };
    add("skewed", generate::from_spec("rmat:scale=8,ef=12"));
    add("skewed, long rows", generate::from_spec("rmat:scale=10,ef=8"));
    add("planted", generate::planted_partition(300, 20, 9, 3, 11));
    add("few triangles", generate::poisson2d9(30));
    add("no triangles", generate::poisson2d5(30));
    add("isolated vertices", generate::from_spec("rmat:scale=9,ef=1"));
    add("a clique, with loops", generate::banded(40, 39, 3));
    add("a band, with loops", generate::banded(500, 9, 3)); // real weights, which are ignored
    for (const Graph& graph : list) {
        CAPTURE(graph.name);
        const auto expected = read<std::int64_t>(truss_numbers(AnyMatrix::from_csr(cpu, graph.csr)));
        on_devices([&](const Context& context) {
            const auto A = AnyMatrix::from_csr(context, graph.csr);
            CHECK(read<std::int64_t>(truss_numbers(A)) == expected);
        });
    }
}

TEST_CASE("communities on devices: as good as those of the CPU") {
    const Context cpu("suitesparse");
    Csr real = generate::er(150, 150, 6, 9); // directed, weights in (0, 1]
    // A vertex with more neighbours than a table has slots: its communities are summed in parts.
    Csr hub = generate::planted_partition(2400, 240, 4, 0.5, 10);
    const std::uint64_t first_row = hub.row_ptr[1];
    hub.cols.erase(hub.cols.begin(), hub.cols.begin() + static_cast<std::ptrdiff_t>(first_row));
    std::vector<std::uint64_t> all(hub.nrows - 1);
    std::iota(all.begin(), all.end(), std::uint64_t{1});
    hub.cols.insert(hub.cols.begin(), all.begin(), all.end());
    for (std::uint64_t v = 1; v <= hub.nrows; ++v) hub.row_ptr[v] += all.size() - first_row;
    const std::vector<Graph> list = {{"skewed", generate::from_spec("rmat:scale=7,ef=6")},
                                     {"planted", generate::planted_partition(150, 5, 8, 1, 11)},
                                     {"directed, real weights", std::move(real)},
                                     {"a hub", std::move(hub)}};
    const cuda::testing::Variable small_tables("MERGUS_EMULATION_SHARED", "60000");
    for (const Graph& graph : list) {
        CAPTURE(graph.name);
        const auto A = AnyMatrix::from_csr(cpu, graph.csr);
        for (const auto method : {&leiden, &louvain}) {
            if (A.nrows() > 1000 && method == &louvain) continue; // slow on the emulated device
            const std::uint64_t sweeps = A.nrows() > 1000 ? 1 : 32;
            const CommunityOptions options{.max_sweeps = sweeps, .max_passes = 1};
            const Communities expected = method(A, options);
            on_devices([&](const Context& context) {
                const auto own = AnyMatrix::from_csr(context, graph.csr);
                const Communities found = method(own, options);
                CHECK(found.quality >= 0.98 * expected.quality);
                CHECK(found.quality == doctest::Approx(modularity(own, found.labels)).epsilon(1e-9));
            });
        }
    }
}

TEST_CASE("communities on devices: contracted as by products") {
    // Whole weights, so that sums are exact: cliques of 20 in a ring, with loops, and vertices without edges.
    Tuples tuples;
    tuples.nrows = tuples.ncols = 200;
    tuples.field = Field::real;
    const auto add = [&](std::uint64_t i, std::uint64_t j, double weight) {
        tuples.rows.push_back(2 * i);
        tuples.cols.push_back(2 * j);
        tuples.reals.push_back(weight);
    };
    for (std::uint64_t v = 0; v < 100; ++v) {
        for (std::uint64_t w = v / 20 * 20; w < v / 20 * 20 + 20; ++w)
            add(v, w, static_cast<double>(1 + (v * w) % 3));
        if (v % 20 == 0) add(v, (v + 20) % 100, 5);
    }
    for (const double resolution : {0.5, 0.0}) {
        CAPTURE(resolution);
        const CommunityOptions options{
            .quality = CommunityQuality::cpm, .resolution = resolution, .max_passes = 1};
        on_devices([&](const Context& context) {
            const auto A = AnyMatrix::from_tuples(context, tuples);
            const Communities found = leiden(A, options);
            const DeterministicScope deterministic; // products
            const Communities expected = leiden(A, options);
            CHECK(found.labels.to_dense() == expected.labels.to_dense());
            CHECK(found.count == (resolution == 0 ? 101 : 105));
            CHECK(found.levels == expected.levels);
            CHECK(found.levels >= 2);
        });
    }
}

TEST_SUITE_END();
