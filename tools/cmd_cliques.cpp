/// \file cmd_cliques.cpp
/// mergus cliques: the maximal cliques of a graph.
#include "graph_run.hpp"

#include <functional>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    MaximalCliquesOptions how;
    std::uint64_t top = 10;
};

using Cliques = std::vector<std::vector<std::uint64_t>>;

/// The vertices of each clique.
Cliques members_of(const Matrix<bool>& found) {
    std::vector<std::uint64_t> rows, cols;
    std::vector<bool> values;
    found.extract_tuples(rows, cols, values);
    Cliques cliques(found.nrows());
    for (std::size_t e = 0; e < rows.size(); ++e) cliques[rows[e]].push_back(cols[e]);
    return cliques;
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const MaximalCliques found =
        run.timed("cliques", [&](const AnyMatrix& A) { return maximal_cliques(A, options.how); });
    Cliques cliques = members_of(found.members);
    std::string lines;
    if (!options.graph.output.empty())
        for (const auto& clique : cliques) append_line(lines, clique, run.names());
    std::stable_sort(cliques.begin(), cliques.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::map<std::size_t, std::uint64_t, std::greater<>> sizes;
    for (const auto& clique : cliques) ++sizes[clique.size()];
    run.record()["cliques"] = cliques.size();
    run.record()["complete"] = found.complete;
    run.record()["largest_clique"] = cliques.empty() ? 0 : cliques.front().size();
    Record& counts = run.record()["sizes"] = Record::array();
    for (const auto& [vertices, count] : sizes)
        counts.push_back({{"vertices", vertices}, {"cliques", count}});
    Record& table = run.record()["largest"] = Record::array();
    for (const auto& clique : cliques) {
        if (table.size() == options.top) break;
        table.push_back({{"vertices", clique.size()}, {"members", vertex_list(clique, run.names())}});
    }
    run.finish_lines(lines);
}

} // namespace

void add_cliques(const Command& program) {
    auto options = std::make_shared<Options>();
    options->graph.lines = true;
    const Command command = program.add_subcommand("cliques", "List the maximal cliques of a graph");
    add_number(command, "--limit", options->how.limit, "Stop after N cliques (default: 1000000)");
    add_number(command, "--least", options->how.least, "Only cliques of N vertices or more (default: 1)");
    add_number(command, "--top", options->top, "Print the N largest cliques (default: 10)");
    add_graph_options(command, options->graph, Edges::undirected, "the cliques, a line of names each");
    command.footer(
        "A clique is a set of vertices that are all adjacent; none can be added to a maximal one. There may\n"
        "be exponentially many. \"complete\" says whether all were found before the limit. Edges are taken "
        "as\nundirected, and loops are dropped.\n"
        "\nExamples:\n"
        "  mergus cliques friends.csv --least 3\n"
        "  mergus cliques rmat:scale=10 --limit 100000 --json -o cliques.txt\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
