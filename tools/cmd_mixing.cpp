/// \file cmd_mixing.cpp
/// mergus mixing: how degrees of adjacent vertices go together.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::undirected);
    run.record()["assortativity"] =
        run.timed("assortativity", [](const AnyMatrix& A) { return assortativity(A); });
    run.record()["transitivity"] =
        run.timed("transitivity", [](const AnyMatrix& A) { return transitivity(A); });
    const VertexValues<double> club(run.timed("rich_club", [](const AnyMatrix& A) { return rich_club(A); }));
    Record& table = run.record()["rich_club"] = Record::array();
    for (std::size_t k = 0; k < club.values.size(); ++k)
        table.push_back({{"degree_above", k}, {"share_of_pairs", club.values[k]}});
    run.finish();
}

} // namespace

void add_mixing(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command =
        program.add_subcommand("mixing", "Degree assortativity, transitivity and rich club of a graph");
    add_graph_options(command, *options, Edges::undirected, "");
    command.footer(
        "assortativity is the correlation of the degrees at the ends of edges, transitivity the share of "
        "the\n"
        "pairs of edges with a common vertex that are in a triangle. The rich club has for each degree the\n"
        "share of the pairs of vertices above it that are adjacent. Edges are taken as undirected, and "
        "loops\n"
        "are dropped.\n"
        "\nExamples:\n"
        "  mergus mixing friends.csv\n"
        "  mergus mixing rmat:scale=12 --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
