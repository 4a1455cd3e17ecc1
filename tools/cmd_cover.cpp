/// \file cmd_cover.cpp
/// mergus cover: vertices that cover all edges, or dominate all vertices.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string method = "vertex";
    std::uint64_t seed = 0;
    std::uint64_t top = 10;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const auto found = run.timed("cover", [&](const AnyMatrix& A) {
        return (options.method == "vertex" ? vertex_cover : dominating_set)(A, options.seed);
    });
    run.record()["method"] = options.method;
    run.record()["members"] = found.nvals();
    run.record()["first"] = vertex_table(VertexValues<bool>(found).vertices, options.top, run.names());
    run.finish(found);
}

} // namespace

void add_cover(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("cover", "Find few vertices that cover all edges, or all vertices");
    command
        .add_option("--method", options->method,
                    "vertex: a vertex cover; dominating: a dominating set (default: vertex)")
        .one_of({"vertex", "dominating"});
    add_number(command, "--seed", options->seed, "Of the choice (default: 0)");
    add_number(command, "--top", options->top, "Print the first N members (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected, "the members, a vector");
    command.footer(
        "Each edge has an end in a vertex cover. Each vertex is in a dominating set or adjacent to one of "
        "its\nmembers. Both are heuristics: there may be smaller sets. Edges are taken as undirected, and "
        "loops are\ndropped.\n"
        "\nExamples:\n"
        "  mergus cover streets.csv\n"
        "  mergus cover streets.csv --method dominating --json -o stations.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
