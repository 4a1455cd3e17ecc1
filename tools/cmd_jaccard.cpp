/// \file cmd_jaccard.cpp
/// mergus jaccard: how similar adjacent vertices are.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::undirected);
    const auto found = run.timed("jaccard", [](const AnyMatrix& A) { return jaccard(A); });
    const auto pairs = static_cast<double>(found.nvals());
    run.record()["similar_pairs"] = found.nvals() / 2;
    run.record()["average_similarity"] = pairs == 0 ? 0 : reduce(plus_monoid<double>, found) / pairs;
    run.record()["highest_similarity"] = pairs == 0 ? 0 : reduce(max_monoid<double>, found);
    constexpr std::uint64_t shown = 10;
    run.record()["most_similar"] = largest_pairs(found, shown, "similarity", run.names());
    run.finish(found);
}

} // namespace

void add_jaccard(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command = program.add_subcommand("jaccard", "Similarity of adjacent vertices");
    add_graph_options(command, *options, Edges::undirected, "the similarities, a matrix");
    command.footer(
        "The similarity of two vertices is the number of their common neighbours over that of all\n"
        "neighbours of the two. Edges are taken as undirected, and loops are dropped.\n"
        "\nExamples:\n"
        "  mergus jaccard social.txt.gz -o similarity.mtx\n"
        "  mergus jaccard rmat:scale=12 --json\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
