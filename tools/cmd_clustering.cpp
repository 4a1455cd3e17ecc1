/// \file cmd_clustering.cpp
/// mergus clustering: triangles and clustering coefficients of vertices.
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
    const auto coefficients =
        run.timed("clustering", [](const AnyMatrix& A) { return clustering_coefficients(A); });
    const auto corners = triangles(run.graph());
    const auto vertices = static_cast<double>(run.graph().nrows());
    run.record()["triangles"] = reduce(plus_monoid<std::int64_t>, corners) / 3;
    run.record()["average_coefficient"] =
        vertices == 0 ? 0 : reduce(plus_monoid<double>, coefficients) / vertices;
    run.record()["most_triangles"] =
        largest(VertexValues<std::int64_t>(corners), options.top, "triangles", run.names());
    run.finish(coefficients);
}

} // namespace

void add_clustering(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("clustering", "Triangles and clustering coefficients of the vertices");
    command.add_option("--top", options->top, "Print the N vertices in most triangles (default: 10)")
        .type_name("N")
        .check(whole_number(0));
    add_graph_options(command, options->graph, Edges::undirected, "the coefficients, a vector");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus clustering social.txt.gz\n"
                   "  mergus clustering rmat:scale=12 --json -o coefficients.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
