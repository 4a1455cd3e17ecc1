/// \file cmd_bipartite.cpp
/// mergus bipartite: the two sides of a graph, and a maximum matching between them.
#include "graph_run.hpp"

#include <memory>
#include <optional>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    bool matching = false;
    std::uint64_t top = 10;
};

/// The vertices of one side, as the entries of a vector.
Vector<bool> side_of(const Vector<bool>& sides, bool which) {
    return select(ops::valueeq<bool>, sides, which);
}

void run_matching(GraphRun& run, const Vector<bool>& sides, std::uint64_t top) {
    const auto partners = run.timed("matching", [&](const AnyMatrix& A) {
        const auto across = mxm(any_pair<bool>, diag(side_of(sides, false)),
                                mxm(any_pair<bool>, undirected(A), diag(side_of(sides, true))));
        return maximum_matching(across);
    });
    const VertexValues<std::int64_t> pairs(partners);
    run.record()["matched_pairs"] = pairs.vertices.size();
    Record& table = run.record()["matching"] = Record::array();
    std::vector<std::uint64_t> cols(pairs.values.begin(), pairs.values.end());
    for (std::size_t e = 0; e < std::min<std::size_t>(top, cols.size()); ++e)
        table.push_back(pair_row(pairs.vertices[e], cols[e], run.names()));
    const std::uint64_t n = run.graph().nrows();
    run.finish(Matrix<bool>::from_tuples(run.context(), n, n, pairs.vertices, cols,
                                         std::vector<bool>(cols.size(), true)));
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::directed);
    const std::optional<Vector<bool>> sides =
        run.timed("bipartite", [](const AnyMatrix& A) { return bipartite_sides(A); });
    run.record()["bipartite"] = sides.has_value();
    if (!sides && (options.matching || !options.graph.output.empty()))
        throw Error(Code::invalid_value, "bipartite: " + options.graph.graph +
                                             " has a cycle of odd length, so there are no two sides");
    if (!sides) return run.finish();
    for (const bool which : {false, true}) {
        const VertexValues<bool> side(side_of(*sides, which));
        const std::string name = which ? "second_side" : "first_side";
        run.record()["vertices_on_" + name] = side.vertices.size();
        run.record()[name] = vertex_table(side.vertices, options.top, run.names());
    }
    options.matching ? run_matching(run, *sides, options.top) : run.finish(*sides);
}

} // namespace

void add_bipartite(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand(
        "bipartite", "Divide the vertices into two sides with all edges between them, and match them");
    command.add_flag("--matching", options->matching,
                     "Find a maximum matching: as many edges as possible without a common vertex");
    add_number(command, "--top", options->top,
               "Print the first N vertices of each side and N pairs (default: 10)");
    add_graph_options(command, options->graph, Edges::directed,
                      "which vertices are on the second side, a vector, or the matched pairs, a matrix");
    command.footer(
        "Edges are taken in both directions. The first vertex of each component is on the first side.\n"
        "\nExamples:\n"
        "  mergus bipartite jobs.csv\n"
        "  mergus bipartite jobs.csv --matching -o pairs.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
