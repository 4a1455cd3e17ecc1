/// \file test_bfs_device.cpp
/// The device's searches: their methods, full queues, kept transposes, and memory.
#include "bfs_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::searches;

TEST_SUITE_BEGIN("bfs");

TEST_CASE("a level that fills the blocks' lists") {
    // 4000 vertices of one level with an out-edge each: more than the lists of three blocks hold, fewer than
    // the queue does. Directed, so the first search pushes.
    const std::uint64_t leaves = 4000;
    Graph tree("two levels", 32000);
    for (std::uint64_t v = 1; v <= leaves; ++v) {
        tree.arc(0, v);
        tree.arc(v, leaves + v);
    }
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "queue");
        const Context context(backend);
        const auto A = Matrix<bool>::from_csr(context, tree.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{0})) == search(tree, {0}).levels);
    }
}

TEST_CASE("a directed graph is pulled along its kept transpose") {
    const Graph graph = random_graph("directed", 3000, 40000, false, 10);
    const Graph other = random_graph("another", 3000, 40000, false, 11);
    const Sources sources = spread(8, graph.size());
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "-sweep");
        const Context context(backend);
        auto A = Matrix<bool>::from_csr(context, graph.csr());
        const auto before = context.counters().allocated_bytes;
        for (int time = 0; time < 3; ++time) {
            CHECK(read<std::int32_t>(bfs_levels(A, Sources{17})) == search(graph, {17}).levels);
            const auto kept = context.counters().allocated_bytes - before;
            if (time == 0) CHECK(kept == 0);
            if (time == 2) CHECK(kept >= A.nvals() * 4);
        }
        CHECK(read<std::int64_t>(bfs_parents(A, Sources{17})) == search(graph, {17}).parents);
        CHECK(read<std::int32_t>(bfs_levels(A, sources)) == search(graph, sources).levels);
        A = Matrix<bool>::from_csr(context, other.csr());
        CHECK(read<std::int32_t>(bfs_levels(A, Sources{17})) == search(other, {17}).levels);
    }
}

TEST_CASE("graphs of more levels than a sweep takes, and others") {
    Graph path("path and a single vertex", 701);
    for (std::uint64_t v = 1; v < 700; ++v) path.edge(v - 1, v);
    const Graph flat = random_graph("flat", 200, 700, true, 12);
    const Sources three = {0, 350, 700}; // a search that gave up comes before one that would not
    on_devices([&](const Context& context) {
        const auto A = Matrix<bool>::from_csr(context, path.csr());
        const auto B = Matrix<bool>::from_csr(context, flat.csr());
        for (int time = 0; time < 2; ++time) { // a search that gave up leaves nothing behind
            CHECK(read<std::int32_t>(bfs_levels(A, three)) == search(path, three).levels);
            CHECK(read<std::int32_t>(bfs_levels(B, Sources{5})) == search(flat, {5}).levels);
        }
    });
}

TEST_CASE("the setting that forces a method") {
    for (const std::string& backend : devices_under_test()) {
        const Method wrong(method_variable, "queues");
        CHECK_THROWS_AS(Context{backend}, Error);
    }
}

TEST_CASE("deep graphs") {
    Graph path("path", 5000);
    for (std::uint64_t v = 1; v < 5000; ++v) path.edge(v - 1, v);
    // Levels of one vertex, then of many, then of one again.
    Graph lens("lens", 1600);
    for (std::uint64_t v = 1; v < 300; ++v) lens.edge(v - 1, v);
    for (std::uint64_t v = 300; v < 1300; ++v) {
        lens.edge(299, v);
        lens.edge(v, 1300);
    }
    for (std::uint64_t v = 1301; v < 1600; ++v) lens.edge(v - 1, v);
    on_devices([&](const Context& context) {
        check(context, path, {0});
        check(context, path, {4999, 17});
        check(context, lens, {0});
        check(context, lens, {1599});
        const auto A = Matrix<bool>::from_csr(context, lens.csr());
        const Sources many = spread(8, 1600);
        CHECK(read<std::int32_t>(bfs_levels(A, many)) == search(lens, many).levels);
    });
}

/// Memory and copies of bfs_levels with all methods, from one or more sources.
void check_memory(const Graph& graph, const Sources& counts) {
    CAPTURE(graph.name);
    for (const auto& [backend, method] : backends_and_methods()) {
        if (!backend.starts_with("cuda")) continue;
        CAPTURE(backend);
        CAPTURE(method);
        const Method forced(method_variable, method.c_str());
        const Context context(backend);
        const auto A = Matrix<bool>::from_csr(context, graph.csr());
        for (const std::uint64_t count : counts) {
            const Sources sources = spread(count, graph.size());
            static_cast<void>(bfs_levels(A, sources)); // compiles, and finds that the pattern is symmetric
            const Counters before = context.counters(true);
            const Matrix<std::int32_t> levels = bfs_levels(A, sources);
            const Counters after = context.counters();
            CHECK(after.bytes_to_host - before.bytes_to_host <= 256);
            // Twice the levels and the columns of the result and of a frontier.
            const std::uint64_t bytes = count * graph.size() * 8;
            constexpr std::uint64_t of_blocks = 4096; // words of each resident block
            CHECK(after.high_water_bytes - before.allocated_bytes <=
                  2 * (bytes + bytes / 2) + (backend == "cuda" ? of_blocks : 0));
            CHECK(read<std::int32_t>(levels) == search(graph, sources).levels);
        }
    }
}

TEST_CASE("memory and copies to the host") {
    check_memory(random_graph("undirected", 20000, 100000, true, 9), {1, 8, 64});
    // From 16 to more than 100 entries a row, and some rows that are long even then.
    for (const std::uint64_t average : {24, 40, 56, 130}) {
        const std::uint64_t n = 3000, hubs = 5;
        const std::string name = std::to_string(average) + " entries a row";
        Graph dense = random_graph(name, n, n * (average - 2 * hubs) / 2, true, 10);
        for (std::uint64_t hub = 0; hub < hubs; ++hub)
            for (std::uint64_t v = 0; v < n; ++v) dense.edge(hub * 71, v);
        check_memory(dense, {1, 8});
    }
}

TEST_CASE("few vertices with long rows have more spans than a queue") {
    // 200 vertices of one level with four spans each, in a queue for 514. The last edge of each leads to a
    // vertex that only it reaches. The queue of the level is incomplete, and is made from bits in rounds.
    const std::uint64_t n = 1800, heads = 200, first = 500, common = 1001;
    Graph graph("long rows in rounds", n);
    for (std::uint64_t v = 1; v <= heads; ++v) {
        graph.arc(0, v);
        for (std::uint64_t k = 0; k < common; ++k) graph.arc(v, first + k);
        graph.arc(v, first + common + v);
    }
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "queue");
        const Context context(backend);
        check(context, graph, {0});
    }
}

TEST_CASE("long rows that are pulled to their last edge") {
    // The source has the largest number, so it is the last neighbour of the long rows beside it.
    const std::uint64_t width = 1500, leaves = 400, source = width + 10 * leaves;
    Graph graph("last of many neighbours", source + 1);
    for (std::uint64_t v = 0; v < width; ++v) graph.edge(source, v);
    for (std::uint64_t hub = 0; hub < 10; ++hub)
        for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) graph.edge(hub, width + hub * leaves + leaf);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "-sweep");
        const Context context(backend);
        check(context, graph, {source});
        check(context, graph, Sources(8, source));
    }
}

TEST_CASE("a queue made from bits after a pull has all vertices") {
    // Each vertex of the levels 1 and 2 has a neighbour of its own in the next level: one that is missing in
    // a queue leaves vertices unreached.
    const std::uint64_t width = 3000;
    Graph tree("brush", 1 + 3 * width);
    for (std::uint64_t v = 1; v <= width; ++v) {
        tree.edge(0, v);
        tree.edge(v, width + v);
        tree.edge(width + v, 2 * width + v);
    }
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "-sweep");
        const Context context(backend);
        check(context, tree, {0});
        check(context, tree, Sources(8, 0));
    }
}

TEST_CASE("parents of vertices that many find at once") {
    // The bit of a vertex is set before its level. A vertex that finds the bit set and no level yet still
    // has to offer itself as parent.
    const std::uint64_t heads = 24, leaves = 3000;
    Graph graph("two layers", 1 + heads + leaves);
    Random random(21);
    for (std::uint64_t v = 1; v <= heads; ++v) {
        graph.arc(0, v);
        for (std::uint64_t leaf = 0; leaf < leaves; ++leaf)
            if (random.below(2) == 0) graph.arc(v, 1 + heads + leaf);
    }
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Method forced(method_variable, "queue");
        const Context context(backend);
        for (int time = 0; time < 3; ++time) { // the first search of a directed graph pushes
            const auto A = Matrix<bool>::from_csr(context, graph.csr());
            CHECK(read<std::int64_t>(bfs_parents(A, Sources{0})) == search(graph, {0}).parents);
        }
    }
}

TEST_SUITE_END();
