/// \file cmd_motifs.cpp
/// mergus motifs: counts the connected induced subgraphs of three and four vertices.
#include "command.hpp"
#include "graph_io.hpp"
#include "progress.hpp"

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

    ProgressBar bar("motifs");
    const ProgressScope scope(options.common.explain ? ProgressCallback() : bar.steps());
    const Stopwatch count;
    const Motifs found = motifs(graph);
    const double count_seconds = count.seconds();

    session.print({{"graph", options.graph},
                   {"backend", session.context().backend()},
                   {"vertices", graph.nrows()},
                   {"undirected_edges", graph.nvals() / 2},
                   {"wedges", found.wedges},
                   {"triangles", found.triangles},
                   {"paths", found.paths},
                   {"stars", found.stars},
                   {"cycles", found.cycles},
                   {"tailed_triangles", found.tailed_triangles},
                   {"diamonds", found.diamonds},
                   {"cliques", found.cliques},
                   {"load_seconds", load_seconds},
                   {"count_seconds", count_seconds}});
}

} // namespace

void add_motifs(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("motifs", "Count the induced subgraphs of three and four vertices");
    command.add_option("GRAPH", options->graph, input_help).required();
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer("wedges and triangles have three vertices; paths, stars, cycles, tailed triangles, "
                   "diamonds and\ncliques have four. Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus motifs graph.mtx.gz\n"
                   "  mergus motifs rmat:scale=10 --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
