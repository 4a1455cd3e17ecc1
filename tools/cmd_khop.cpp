/// \file cmd_khop.cpp
/// mergus khop: the vertices within k edges of some vertices, and the graph that they are.
#include "graph_run.hpp"

#include <limits>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::vector<std::string> sources;
    std::uint64_t k = 1;
    bool subgraph = false;
    std::uint64_t top = 10;
};

/// The edges between the vertices that have a distance, with their values.
AnyMatrix subgraph_of(const AnyMatrix& A, const Vector<std::int32_t>& distance) {
    const auto D = diag(distance);
    const auto pattern = mxm(any_pair<bool>, D, mxm(any_pair<bool>, A, D));
    AnyMatrix edges(A.context(), A.type(), A.nrows(), A.ncols());
    assign(edges, A, {.mask = structure(pattern)});
    return edges;
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::similarities);
    const auto sources = vertices_named(run.names(), options.sources, "--source");
    const auto distance = run.timed("khop", [&](const AnyMatrix& A) {
        const auto levels = neighbourhoods(A, sources, static_cast<std::int64_t>(options.k));
        return reduce_rows(min_monoid<std::int32_t>, transpose(levels));
    });
    const VertexValues<std::int32_t> found(distance);
    run.record()["reached"] = found.vertices.size();
    Record& levels = run.record()["levels"] = Record::array();
    for (const auto& [level, vertices] : histogram(found.values))
        levels.push_back({{"level", level}, {"vertices", vertices}});
    VertexValues<std::int32_t> nearness = found;
    for (std::int32_t& value : nearness.values) value = -value;
    Record nearest = largest(nearness, options.top, "distance", run.names());
    for (Record& row : nearest) row["distance"] = -row["distance"].get<std::int32_t>();
    run.record()["nearest"] = std::move(nearest);
    if (!options.subgraph) return run.finish(distance);
    const AnyMatrix edges = subgraph_of(run.graph(), distance);
    run.record()["subgraph_entries"] = edges.nvals();
    run.finish(edges);
}

} // namespace

void add_khop(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("khop", "Find the vertices within k edges of a vertex, and their edges");
    add_sources(command, options->sources, "Begin here").required();
    command.add_option("-k,--k", options->k, "Edges from a source, at most (default: 1)")
        .type_name("N")
        .check(whole_number(0, std::numeric_limits<std::int32_t>::max()));
    command.add_flag("--subgraph", options->subgraph,
                     "Write the edges between these vertices, in place of their distances");
    add_number(command, "--top", options->top, "Print the N nearest vertices (default: 10)");
    add_graph_options(command, options->graph, Edges::similarities,
                      "the distance of each vertex from the nearest source, a vector, or the subgraph");
    command.footer("Edges have a direction: add --symmetrize if the file lists each undirected edge once.\n"
                   "\nExamples:\n"
                   "  mergus khop friends.csv --symmetrize --source ann -k 2\n"
                   "  mergus khop web.mtx --source 3 --source 17 -k 2 --subgraph -o near.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
