/// \file cmd_components.cpp
/// mergus components: the connected components of a graph.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::undirected);
    const auto labels = run.timed("components", [](const AnyMatrix& A) { return connected_components(A); });
    describe_clusters(VertexValues<std::int64_t>(labels).values, "components", "isolated_vertices",
                      run.names(), run.record());
    run.finish(labels);
}

} // namespace

void add_components(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command = program.add_subcommand("components", "Find the connected components of a graph");
    add_graph_options(command, *options, Edges::undirected, "the least vertex of each component, a vector");
    command.footer("Edges are taken as undirected. An isolated vertex is a component of its own.\n"
                   "\nExamples:\n"
                   "  mergus components graph.mtx.gz\n"
                   "  mergus components rmat:scale=16 --json -o labels.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
