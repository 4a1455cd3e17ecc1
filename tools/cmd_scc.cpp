/// \file cmd_scc.cpp
/// mergus scc: the strongly connected components of a directed graph.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::directed);
    const auto labels = run.timed("scc", [](const AnyMatrix& A) { return strongly_connected_components(A); });
    describe_clusters(VertexValues<std::int64_t>(labels).values, "components", "components_of_one_vertex",
                      run.names(), run.record());
    run.finish(labels);
}

} // namespace

void add_scc(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command =
        program.add_subcommand("scc", "Find the strongly connected components of a directed graph");
    add_graph_options(command, *options, Edges::directed, "the least vertex of each component, a vector");
    command.footer("Two vertices are in one component if each can be reached from the other.\n"
                   "\nExamples:\n"
                   "  mergus scc web.txt.gz\n"
                   "  mergus scc er:rows=10000,degree=3 --json -o labels.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
