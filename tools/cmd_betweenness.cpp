/// \file cmd_betweenness.cpp
/// mergus betweenness: how many shortest paths pass through each vertex.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    BetweennessOptions how{.estimate = true};
    std::uint64_t sources = 32;
    std::uint64_t top = 10;
};

void run(const Options& given) {
    Options options = given;
    options.graph.symmetrize = options.graph.symmetrize || options.how.undirected;
    GraphRun run(options.graph, Edges::directed);
    // Evenly spread over the vertices: floor(n · s / count).
    const std::uint64_t n = run.graph().nrows(), count = std::min(options.sources, n);
    std::vector<std::uint64_t> sources(count);
    for (std::uint64_t s = 0; s < count; ++s) sources[s] = n / count * s + n % count * s / count;
    const auto found =
        run.timed("betweenness", [&](const AnyMatrix& A) { return betweenness(A, sources, options.how); });
    run.record()["sources"] = count;
    run.record()["exact"] = count == n;
    run.record()["pairs"] = options.how.undirected ? "unordered" : "ordered";
    run.record()["normalized"] = options.how.normalized;
    run.record()["highest"] = largest(VertexValues<double>(found), options.top, "betweenness", run.names());
    run.finish(found);
}

} // namespace

void add_betweenness(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("betweenness", "Count the shortest paths that pass through each vertex");
    command
        .add_option("--sources", options->sources,
                    "Estimate from the paths that begin at N vertices, spread evenly over the numbers "
                    "(default: 32); as many as vertices: exact")
        .type_name("N")
        .check(whole_number(1));
    command.add_flag("--undirected", options->how.undirected,
                     "As --symmetrize, and count the two directions of a pair of vertices once");
    command.add_flag("--normalized", options->how.normalized,
                     "Divide by the number of pairs of other vertices: shares from 0 to 1");
    command.add_option("--top", options->top, "Print the N vertices of highest centrality (default: 10)")
        .type_name("N")
        .check(whole_number(0));
    add_graph_options(command, options->graph, Edges::directed, "the centralities, a vector");
    command.footer(
        "The betweenness of v is the sum over all pairs (s, t) of other vertices of the share of the "
        "shortest\n"
        "paths from s to t that pass through v. From k of n vertices as sources, the sum is multiplied by "
        "n/k.\n"
        "Pairs are ordered, so that a path of an undirected graph counts in both directions, unless\n"
        "--undirected is given. The number of pairs is (n - 1)(n - 2), or half of it with --undirected.\n"
        "\nExamples:\n"
        "  mergus betweenness social.txt --undirected --normalized --sources 256\n"
        "  mergus betweenness rmat:scale=10 --sources 1024 -o centrality.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
