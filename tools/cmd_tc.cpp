/// \file cmd_tc.cpp
/// mergus tc: counts the triangles of a graph.
#include "command.hpp"
#include "graph_io.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string graph;
};

void run(const Options& options) {
    Session session(options.common);
    const Stopwatch load;
    const Matrix<bool> graph = undirected(load_graph(session, options.graph, options.input));
    session.context().wait();
    const double load_seconds = load.seconds();

    const Stopwatch count;
    const std::uint64_t triangles = triangle_count(graph);
    const double count_seconds = count.seconds();

    session.print({{"graph", options.graph},
                   {"backend", session.context().backend()},
                   {"vertices", graph.nrows()},
                   {"undirected_edges", graph.nvals() / 2},
                   {"triangles", triangles},
                   {"load_seconds", load_seconds},
                   {"count_seconds", count_seconds}});
}

} // namespace

void add_tc(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("tc", "Count the triangles of a graph");
    command.add_option("GRAPH", options->graph, input_help).required();
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus tc graph.mtx.gz\n"
                   "  mergus tc rmat:scale=14,ef=16,seed=1 --json\n"
                   "  mergus tc soc-network.txt --backend suitesparse --threads 8\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
