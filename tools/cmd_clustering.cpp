/// \file cmd_clustering.cpp
/// mergus clustering: triangles and clustering coefficients of vertices.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    bool squares = false;
    std::uint64_t top = 10;
};

double mean(const Vector<double>& values) {
    return values.size() == 0 ? 0 : reduce(plus_monoid<double>, values) / static_cast<double>(values.size());
}

void run_squares(GraphRun& run, std::uint64_t top) {
    const auto coefficients = run.timed("squares", [](const AnyMatrix& A) { return square_clustering(A); });
    run.record()["average_coefficient"] = mean(coefficients);
    run.record()["highest"] = largest(VertexValues<double>(coefficients), top, "coefficient", run.names());
    run.finish(coefficients);
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    if (options.squares) return run_squares(run, options.top);
    const auto coefficients =
        run.timed("clustering", [](const AnyMatrix& A) { return clustering_coefficients(A); });
    const auto corners = triangles(run.graph());
    run.record()["triangles"] = reduce(plus_monoid<std::int64_t>, corners) / 3;
    run.record()["average_coefficient"] = mean(coefficients);
    run.record()["most_triangles"] =
        largest(VertexValues<std::int64_t>(corners), options.top, "triangles", run.names());
    run.finish(coefficients);
}

} // namespace

void add_clustering(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("clustering", "Triangles and clustering coefficients of the vertices");
    command.add_flag(
        "--squares", options->squares,
        "Find the coefficients of squares, the share of possible squares at a vertex that exist");
    add_number(command, "--top", options->top,
               "Print the N vertices in most triangles, or of highest coefficient of squares (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected, "the coefficients, a vector");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus clustering social.txt.gz\n"
                   "  mergus clustering actors.csv --squares\n"
                   "  mergus clustering rmat:scale=12 --json -o coefficients.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
