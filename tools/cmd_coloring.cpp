/// \file cmd_coloring.cpp
/// mergus coloring: colours of vertices, different for adjacent ones.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t seed = 0;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const auto found = run.timed("coloring", [&](const AnyMatrix& A) { return coloring(A, options.seed); });
    const auto sizes = histogram(VertexValues<std::int64_t>(found).values);
    run.record()["colors"] = sizes.size();
    Record& table = run.record()["sizes"] = Record::array();
    for (const auto& [color, vertices] : sizes) table.push_back({{"color", color}, {"vertices", vertices}});
    run.finish(found);
}

} // namespace

void add_coloring(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("coloring", "Colour the vertices, adjacent ones differently");
    add_number(command, "--seed", options->seed, "Of the choices (default: 0)");
    add_graph_options(command, options->graph, Edges::undirected, "the colours, from 0 on, a vector");
    command.footer(
        "There may be a colouring of fewer colours. Edges are taken as undirected, and loops are dropped.\n"
        "\nExamples:\n"
        "  mergus coloring exams.csv -o slots.csv\n"
        "  mergus coloring rmat:scale=12 --seed 7 --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
