/// \file cmd_eccentricity.cpp
/// mergus eccentricity: how far the farthest vertex is, and the diameter.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    bool diameter = false; ///< nothing else
    std::uint64_t top = 10;
};

void run(const Options& options) {
    if (options.diameter && !options.graph.output.empty())
        throw UsageError("--diameter: there is no vector to write with -o");
    GraphRun run(options.graph, Edges::undirected);
    if (options.diameter) {
        run.record()["diameter"] = run.timed("diameter", [](const AnyMatrix& A) { return diameter(A); });
        return run.finish();
    }
    const auto found = run.timed("eccentricity", [](const AnyMatrix& A) { return eccentricities(A); });
    const VertexValues<std::int64_t> values(found);
    const auto counts = histogram(values.values);
    run.record()["diameter"] = counts.empty() ? 0 : counts.rbegin()->first;
    run.record()["least_eccentricity"] = counts.empty() ? 0 : counts.begin()->first;
    Record& table = run.record()["eccentricities"] = Record::array();
    for (const auto& [value, vertices] : counts)
        table.push_back({{"eccentricity", value}, {"vertices", vertices}});
    run.record()["highest"] = largest(values, options.top, "eccentricity", run.names());
    std::vector<std::uint64_t> centre;
    for (std::size_t e = 0; e < values.vertices.size(); ++e)
        if (values.values[e] == counts.begin()->first) centre.push_back(values.vertices[e]);
    run.record()["lowest"] = vertex_table(centre, options.top, run.names());
    run.finish(found);
}

} // namespace

void add_eccentricity(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("eccentricity", "Find the diameter, and the eccentricities of the vertices");
    command.add_flag("--diameter", options->diameter, "Find only the diameter, by fewer searches");
    add_number(command, "--top", options->top,
               "Print N vertices of highest and of lowest eccentricity (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected, "the eccentricities, a vector");
    command.footer("The eccentricity of a vertex is the number of edges to the farthest vertex of its "
                   "component, 0 of an\n"
                   "isolated vertex; the diameter is the highest one. Edges are taken as undirected.\n"
                   "\nExamples:\n"
                   "  mergus eccentricity friends.csv\n"
                   "  mergus eccentricity mesh.mtx --json -o eccentricities.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
