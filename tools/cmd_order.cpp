/// \file cmd_order.cpp
/// mergus order: a topological order of a directed graph.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t top = 10;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::directed);
    const VertexValues<std::int64_t> levels(
        run.timed("order", [](const AnyMatrix& A) { return topological_levels(A); }));
    std::vector<std::uint64_t> order = levels.vertices;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return levels.values[a] < levels.values[b]; });
    const auto sizes = histogram(levels.values);
    run.record()["levels"] = sizes.size();
    Record& table = run.record()["sizes"] = Record::array();
    for (const auto& [level, vertices] : sizes) table.push_back({{"level", level}, {"vertices", vertices}});
    Record& first = run.record()["first"] = vertex_table(order, options.top, run.names());
    for (Record& row : first) row["level"] = levels.values[row["vertex"].get<std::uint64_t>()];
    std::string lines;
    if (!options.graph.output.empty())
        for (const std::uint64_t v : order) append_line(lines, {&v, 1}, run.names());
    run.finish_lines(lines);
}

} // namespace

void add_order(const Command& program) {
    auto options = std::make_shared<Options>();
    options->graph.lines = true;
    const Command command =
        program.add_subcommand("order", "Order the vertices so that every edge leads to a later one");
    add_number(command, "--top", options->top, "Print the first N vertices (default: 10)");
    add_graph_options(command, options->graph, Edges::directed, "the vertices in this order, a line each");
    command.footer(
        "The level of a vertex is the most edges of a path to it; vertices are ordered by level, then by\n"
        "number. It is an error if the graph has a cycle; scc finds the vertices of cycles.\n"
        "\nExamples:\n"
        "  mergus order tasks.csv -o order.txt\n"
        "  mergus order tasks.csv --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
