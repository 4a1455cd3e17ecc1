/// \file cmd_graphlets.cpp
/// mergus graphlets: in how many small subgraphs a vertex is, by its place in them.
#include "graph_run.hpp"

#include <array>
#include <memory>
#include <utility>

namespace mergus::tools {

namespace {

/// The places of a vertex, as graphlet_degrees() numbers them.
constexpr std::array<const char*, 15> places = {
    "edge",           "wedge, end",       "wedge, middle", "triangle",       "path, end",
    "path, inner",    "star, leaf",       "star, centre",  "cycle",          "paw, tail",
    "paw, two edges", "paw, three edges", "diamond, two",  "diamond, three", "clique"};

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::undirected);
    const auto degrees = run.timed("graphlets", [](const AnyMatrix& A) { return graphlet_degrees(A); });
    Record& table = run.record()["orbits"] = Record::array();
    for (std::size_t orbit = 0; orbit < places.size(); ++orbit) {
        const VertexValues<std::int64_t> counts(extract(degrees, all, orbit));
        Record row = {{"orbit", orbit}, {"place", places[orbit]}};
        const double sum = std::accumulate(counts.values.begin(), counts.values.end(), 0.0);
        constexpr double exact = 9007199254740992; // 2^53; each count fits int64, their sum may not
        row["sum"] = sum < exact ? Record(static_cast<std::int64_t>(sum)) : Record(sum);
        const Record most = largest(counts, 1, "count", run.names());
        row["most"] = most.empty() ? Record(0) : most[0]["count"];
        row["at"] = most.empty() || row["most"] == 0 ? Record()
                    : most[0].contains("name")       ? most[0]["name"]
                                                     : most[0]["vertex"];
        table.push_back(std::move(row));
    }
    run.finish(degrees);
}

} // namespace

void add_graphlets(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command = program.add_subcommand(
        "graphlets", "Count the subgraphs of two to four vertices that each vertex is in");
    add_graph_options(command, *options, Edges::undirected,
                      "the graphlet degrees, a matrix of vertices x 15 orbits");
    command.footer(
        "Subgraphs are induced; motifs counts them in the whole graph. An orbit is a place in one of them: "
        "a\npaw is a triangle with a tail, a diamond two triangles with a common edge. \"at\" is the vertex "
        "of "
        "the\nmost. Edges are taken as undirected, and loops are dropped.\n"
        "\nExamples:\n"
        "  mergus graphlets friends.csv -o degrees.csv\n"
        "  mergus graphlets rmat:scale=10 --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
