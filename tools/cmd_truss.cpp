/// \file cmd_truss.cpp
/// mergus truss: the k-truss of a graph.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t k = 3;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const auto found = run.timed(
        "truss", [&](const AnyMatrix& A) { return k_truss(A, static_cast<std::int64_t>(options.k)); });
    run.record()["k"] = options.k;
    run.record()["truss_vertices"] = reduce_rows(plus_monoid<std::int64_t>, found).nvals();
    run.record()["truss_edges"] = found.nvals() / 2;
    constexpr std::uint64_t shown = 10;
    run.record()["most_triangles"] = largest_pairs(found, shown, "triangles", run.names());
    run.finish(found);
}

} // namespace

void add_truss(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("truss", "Find the k-truss of a graph");
    command.add_option("-k", options->k, "Each edge is in at least K - 2 triangles (default: 3)")
        .type_name("K")
        .check(whole_number(3, std::uint64_t{1} << 62));
    add_graph_options(command, options->graph, Edges::undirected,
                      "the truss, with the triangles of each edge");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus truss social.txt.gz -k 5\n"
                   "  mergus truss rmat:scale=12 -k 4 -o truss.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
