/// \file cmd_truss.cpp
/// mergus truss: the k-truss of a graph, or the truss number of each edge.
#include "graph_run.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t k = 3;
    bool numbers = false;
};

constexpr std::uint64_t shown = 10; // edges

/// The edges of each k-truss that are in no larger one.
void run_numbers(GraphRun& run) {
    const auto found = run.timed("truss", [](const AnyMatrix& A) { return truss_numbers(A); });
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> numbers;
    found.extract_tuples(rows, cols, numbers);
    std::map<std::int64_t, std::uint64_t> edges;
    for (const std::int64_t k : numbers) ++edges[k];
    Record sizes = Record::array();
    for (const auto& [k, entries] : edges) sizes.push_back({{"k", k}, {"edges", entries / 2}});
    run.record()["largest_k"] = edges.empty() ? 0 : edges.rbegin()->first;
    run.record()["edges_of_number"] = std::move(sizes);
    run.record()["highest"] = largest_pairs(found, shown, "truss_number", run.names());
    run.finish(found);
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    if (options.numbers) return run_numbers(run);
    const auto found = run.timed(
        "truss", [&](const AnyMatrix& A) { return k_truss(A, static_cast<std::int64_t>(options.k)); });
    run.record()["k"] = options.k;
    run.record()["truss_vertices"] = reduce_rows(plus_monoid<std::int64_t>, found).nvals();
    run.record()["truss_edges"] = found.nvals() / 2;
    run.record()["most_triangles"] = largest_pairs(found, shown, "triangles", run.names());
    run.finish(found);
}

} // namespace

void add_truss(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("truss", "Find the k-truss of a graph");
    const auto k =
        command.add_option("-k", options->k, "Each edge is in at least K - 2 triangles (default: 3)")
            .type_name("K")
            .check(whole_number(3, std::uint64_t{1} << 62));
    command
        .add_flag("--numbers", options->numbers,
                  "Find for each edge the largest k whose truss has it, in place of one truss")
        .excludes(k);
    add_graph_options(command, options->graph, Edges::undirected,
                      "the truss, with the triangles of each edge, or the truss numbers");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus truss social.txt.gz -k 5\n"
                   "  mergus truss rmat:scale=12 -k 4 -o truss.mtx\n"
                   "  mergus truss rmat:scale=12 --numbers -o numbers.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
