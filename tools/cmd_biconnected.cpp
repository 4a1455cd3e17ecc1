/// \file cmd_biconnected.cpp
/// mergus biconnected: biconnected components, articulation points and bridges.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t top = 10;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const BiconnectedComponents found =
        run.timed("biconnected", [](const AnyMatrix& A) { return biconnected_components(A); });
    std::vector<std::uint64_t> points, rows, cols;
    std::vector<bool> values;
    select(ops::valueeq<bool>, found.articulation_points, true).extract_tuples(points, values);
    select(ops::triu, found.bridges, 1).extract_tuples(rows, cols, values);
    run.record()["components"] = found.count;
    run.record()["articulation_points"] = points.size();
    run.record()["bridges"] = rows.size();
    run.record()["first_articulation_points"] = vertex_table(points, options.top, run.names());
    Record& bridges = run.record()["first_bridges"] = Record::array();
    for (std::size_t e = 0; e < std::min<std::size_t>(options.top, rows.size()); ++e)
        bridges.push_back(pair_row(rows[e], cols[e], run.names()));
    run.finish(found.components);
}

} // namespace

void add_biconnected(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("biconnected", "Find biconnected components, articulation points and bridges");
    add_number(command, "--top", options->top,
               "Print the first N articulation points and bridges (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected,
                      "the component of each edge, from 0 on, a matrix");
    command.footer(
        "Two edges are in one component if a cycle without repeated vertices has both. Without one of its\n"
        "articulation points, or of its bridges, a component of the graph falls apart. Edges are taken as\n"
        "undirected, and loops are dropped.\n"
        "\nExamples:\n"
        "  mergus biconnected network.csv\n"
        "  mergus biconnected roads.mtx --json -o components.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
