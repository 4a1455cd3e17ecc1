/// \file cmd_counts.cpp
/// mergus tc, mergus motifs: count the small subgraphs of a graph.
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

/// A command with GRAPH that prints counts of it. \param count from the undirected graph to a record
template <class Count>
void add_counts(const Command& program, const std::string& name, const std::string& description,
                const std::string& footer, Count count) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand(name, description);
    command.add_option("GRAPH", options->graph, input_help).required();
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer(footer);
    command.callback([options, name, count] {
        Session session(options->common);
        const Stopwatch load;
        const Matrix<bool> graph = undirected(load_graph(session, options->graph, options->input));
        session.context().wait();
        Record record = {{"graph", options->graph},
                         {"backend", session.context().backend()},
                         {"vertices", graph.nrows()},
                         {"undirected_edges", graph.nvals() / 2}};
        const double load_seconds = load.seconds();

        ProgressBar bar(name);
        const ProgressScope scope(options->common.explain ? ProgressCallback() : bar.steps());
        const Stopwatch watch;
        record.update(count(graph));
        const double count_seconds = watch.seconds();
        record["load_seconds"] = load_seconds;
        record["count_seconds"] = count_seconds;
        session.print(record);
    });
}

} // namespace

void add_tc(const Command& program) {
    add_counts(program, "tc", "Count the triangles of a graph",
               "Edges are taken as undirected, and loops are dropped.\n"
               "\nExamples:\n"
               "  mergus tc graph.mtx.gz\n"
               "  mergus tc rmat:scale=14,ef=16,seed=1 --json\n"
               "  mergus tc soc-network.txt --backend suitesparse --threads 8\n",
               [](const Matrix<bool>& graph) {
                   return Record{{"triangles", triangle_count(graph)}};
               });
}

void add_motifs(const Command& program) {
    add_counts(program, "motifs", "Count the induced subgraphs of three and four vertices",
               "wedges and triangles have three vertices; paths, stars, cycles, tailed triangles, "
               "diamonds and\ncliques have four. Edges are taken as undirected, and loops are dropped.\n"
               "\nExamples:\n"
               "  mergus motifs graph.mtx.gz\n"
               "  mergus motifs rmat:scale=10 --json\n",
               [](const Matrix<bool>& graph) {
                   const Motifs found = motifs(graph);
                   return Record{{"wedges", found.wedges},     {"triangles", found.triangles},
                                 {"paths", found.paths},       {"stars", found.stars},
                                 {"cycles", found.cycles},     {"tailed_triangles", found.tailed_triangles},
                                 {"diamonds", found.diamonds}, {"cliques", found.cliques}};
               });
}

} // namespace mergus::tools
