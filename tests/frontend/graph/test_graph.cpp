/// \file test_graph.cpp
/// Graph: edges of files as people have them, what is derived, results with names.
#include "testing/matrices.hpp"
#include "testing/scratch_directory.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/graph.hpp>
#include <mergus/ops.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// a→b, a→b, b→a, b→b, c→a with weights 1, 4, 2, 8, 16.
NamedEdges five_edges() {
    const std::string_view names[] = {"a", "b", "c"};
    NamedEdges list;
    list.edges = {3, 3, Field::integer, {0, 0, 1, 1, 2}, {1, 1, 0, 1, 0}, {1, 4, 2, 8, 16}, {}};
    list.names = VertexNames::from_strings(names);
    return list;
}

template <class T>
Entries<T> entries_of(const Context& context, const GraphOptions& options) {
    const Graph graph = Graph::from_edges(context, five_edges(), options);
    CHECK(graph.adjacency().type() == type_of<T>());
    return read<T>(graph.adjacency());
}

std::string message(const auto& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_SUITE_BEGIN("graph");

TEST_CASE("several edges between two vertices, loops and types") {
    on_each_backend([](const Context& context) {
        using E = Entries<std::int64_t>;
        using Multi = Multiple;
        const auto directed = [&](Multi multiple) {
            return entries_of<std::int64_t>(context, {.multiple = multiple});
        };
        CHECK(directed(Multi::sum) == E{{0, 1, 5}, {1, 0, 2}, {1, 1, 8}, {2, 0, 16}});
        CHECK(directed(Multi::min) == E{{0, 1, 1}, {1, 0, 2}, {1, 1, 8}, {2, 0, 16}});
        CHECK(directed(Multi::max) == E{{0, 1, 4}, {1, 0, 2}, {1, 1, 8}, {2, 0, 16}});
        CHECK(directed(Multi::first) == E{{0, 1, 1}, {1, 0, 2}, {1, 1, 8}, {2, 0, 16}});
        CHECK(directed(Multi::last) == E{{0, 1, 4}, {1, 0, 2}, {1, 1, 8}, {2, 0, 16}});
        CHECK(directed(Multi::count) == E{{0, 1, 2}, {1, 0, 1}, {1, 1, 1}, {2, 0, 1}});
        const auto undirected = [&](Multi multiple) {
            return entries_of<std::int64_t>(context,
                                            {.directed = false, .multiple = multiple, .loops = false});
        };
        CHECK(undirected(Multi::sum) == E{{0, 1, 7}, {0, 2, 16}, {1, 0, 7}, {2, 0, 16}});
        CHECK(undirected(Multi::min) == E{{0, 1, 1}, {0, 2, 16}, {1, 0, 1}, {2, 0, 16}});
        CHECK(undirected(Multi::last) == E{{0, 1, 2}, {0, 2, 16}, {1, 0, 2}, {2, 0, 16}});
        CHECK(undirected(Multi::count) == E{{0, 1, 3}, {0, 2, 1}, {1, 0, 3}, {2, 0, 1}});
        CHECK(entries_of<float>(context, {.multiple = Multi::max, .type = type_of<float>()}).size() == 4);
        CHECK(entries_of<bool>(context, {.type = type_of<bool>()}).size() == 4);
    });
}

TEST_CASE("what is derived, and names") {
    on_each_backend([](const Context& context) {
        const Graph graph = Graph::from_edges(context, five_edges());
        CHECK((graph.directed() && graph.vertices() == 3 && graph.edges() == 4 && graph.loops() == 1));
        CHECK(graph.out_degrees().to_dense() == std::vector<std::int64_t>{1, 2, 1});
        CHECK(graph.in_degrees().to_dense() == std::vector<std::int64_t>{2, 2, 0});
        CHECK(isequal(graph.transposed(), transpose(graph.adjacency())));
        CHECK(&graph.transposed() == &Graph(graph).transposed()); // kept
        CHECK(read<bool>(graph.symmetric()).size() == 4);
        CHECK(graph.vertex("c") == 2);
        CHECK(graph.name(1) == "b");
        CHECK(message([&] { (void)graph.vertex("d"); }) == "INVALID_VALUE: Graph: there is no vertex 'd'");
        CHECK(message([&] { (void)graph.name(3); }) == "INVALID_INDEX: Graph: vertex 3 of 3");

        const Graph both = Graph::from_edges(context, five_edges(), {.directed = false});
        CHECK((!both.directed() && both.edges() == 3 && both.loops() == 1));
        CHECK(&both.transposed() == &both.adjacency());
        CHECK(&both.in_degrees() == &both.out_degrees());
        CHECK(both.out_degrees().to_dense() == std::vector<std::int64_t>{2, 2, 1});
    });
}

TEST_CASE("what is derived is made once, whichever thread needs it first") {
    on_each_backend([](const Context& context) {
        const Graph graph = Graph::from_edges(context, five_edges());
        std::vector<const void*> seen(4);
        std::vector<std::thread> threads;
        for (const void*& one : seen)
            threads.emplace_back([&graph, &one] {
                one = &graph.symmetric();
                if (graph.in_degrees().nvals() != 3 || graph.edges() != 4) one = nullptr;
            });
        for (std::thread& thread : threads) thread.join();
        for (const void* one : seen) CHECK(one == &graph.symmetric());
    });
}

TEST_CASE("graphs that are none") {
    on_each_backend([](const Context& context) {
        CHECK(message([&] {
                  Graph(AnyMatrix(context, type_of<bool>(), 2, 3));
              }).starts_with("DIMENSION_MISMATCH: Graph: the adjacency matrix is 2 x 3"));
        CHECK(message([&] {
                  Graph(make<int>(context, 2, 2, {{0, 1, 1}}), false);
              }) == "INVALID_VALUE: Graph: the matrix of an undirected graph must be symmetric");
        CHECK(message([&] { Graph(AnyMatrix(context, type_of<bool>(), 2, 2), true, five_edges().names); }) ==
              "DIMENSION_MISMATCH: Graph: 3 names for 2 vertices");
        CHECK(message([] { (void)Graph().vertices(); }) == "UNINITIALIZED_OBJECT: Graph: there is no graph");
        NamedEdges empty;
        const Graph nothing = Graph::from_edges(context, empty, {.directed = false});
        CHECK((nothing.vertices() == 0 && nothing.edges() == 0 && nothing.symmetric().nvals() == 0));
        CHECK(message([&] {
                  Graph::from_edges(context, five_edges(),
                                    {.multiple = Multiple::max, .type = type_of<complex<double>>()});
              }).starts_with("DOMAIN_MISMATCH"));
    });
}

TEST_CASE("from a file to a result with names") {
    const ScratchDirectory scratch;
    std::ofstream(scratch.path() / "g.csv") << "from,to\nann,bob\nbob,cid\ndan,eve\ncid,ann\n";
    on_each_backend([&](const Context& context) {
        const Graph graph = read_graph(context, scratch.path() / "g.csv", {.directed = false});
        CHECK((graph.edges() == 4 && graph.adjacency().type() == type_of<bool>()));
        write_csv(scratch.path() / "c.csv", connected_components(graph.adjacency()), graph.names());
        std::ifstream in(scratch.path() / "c.csv");
        CHECK(std::string(std::istreambuf_iterator<char>(in), {}) ==
              "vertex,value\nann,0\nbob,0\ncid,0\ndan,3\neve,3\n");
        const auto first = top(graph.out_degrees(), 2, graph.names());
        REQUIRE(first.size() == 2);
        CHECK((first[0].name == "ann" && first[0].value == 2 && first[1].name == "bob"));
        CHECK(top(graph.out_degrees(), 99, graph.names()).size() == 5);
    });
}

TEST_CASE("the greatest entries of a long vector") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = is_slow(std::string(context.backend())) ? 70'000 : 300'000;
        std::vector<double> values(n);
        for (std::uint64_t v = 0; v < n; ++v) values[v] = 1 / static_cast<double>(v * 7919 % n + 1);
        values[5] = std::numeric_limits<double>::quiet_NaN();
        const auto reals = Vector<double>::from_dense(context, values);
        values[5] = -1;
        std::vector<std::uint64_t> order(n);
        std::iota(order.begin(), order.end(), std::uint64_t{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
        const auto found = top(reals, 1000, {});
        REQUIRE(found.size() == 1000);
        for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k].vertex == order[k]);
        // Equal values: the first vertices.
        const auto equal = top(Vector<int>::from_dense(context, std::vector<int>(n, 7)), 3, {});
        CHECK((equal.size() == 3 && equal[2].vertex == 2 && equal[2].value == 7));
        CHECK(top(reals, 0, {}).empty());
    });
}

TEST_SUITE_END();
