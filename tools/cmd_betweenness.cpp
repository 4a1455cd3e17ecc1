/// \file cmd_betweenness.cpp
/// mergus betweenness: how many shortest paths pass through each vertex, or along each edge.
#include "graph_run.hpp"

#include <memory>
#include <optional>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    BetweennessOptions how{.estimate = true};
    std::uint64_t sources = 32;
    bool edges = false;
    std::optional<double> error; ///< of an approximation
    std::uint64_t top = 10;
};

void run_approximation(GraphRun& run, const Options& options) {
    const ApproximateBetweenness found = run.timed("betweenness", [&](const AnyMatrix& A) {
        return approximate_betweenness(A, {.error = *options.error});
    });
    run.record()["sources"] = found.sources;
    run.record()["exact"] = found.sources == run.graph().nrows();
    run.record()["normalized"] = true;
    run.record()["highest"] =
        largest(VertexValues<double>(found.values), options.top, "betweenness", run.names());
    run.finish(found.values);
}

void run(const Options& given) {
    Options options = given;
    options.graph.symmetrize = options.graph.symmetrize || options.how.undirected;
    GraphRun run(options.graph, options.how.weighted ? Edges::lengths : Edges::directed);
    if (options.error) return run_approximation(run, options);
    // Evenly spread over the vertices: floor(n · s / count).
    const std::uint64_t n = run.graph().nrows(), count = std::min(options.sources, n);
    std::vector<std::uint64_t> sources(count);
    for (std::uint64_t s = 0; s < count; ++s) sources[s] = n / count * s + n % count * s / count;
    run.record()["sources"] = count;
    run.record()["exact"] = count == n;
    run.record()["pairs"] = options.how.undirected ? "unordered" : "ordered";
    run.record()["normalized"] = options.how.normalized;
    if (options.edges) {
        const auto found = run.timed(
            "betweenness", [&](const AnyMatrix& A) { return edge_betweenness(A, sources, options.how); });
        run.record()["highest"] =
            (options.how.undirected ? largest_pairs<double> : largest_entries<double>)(found, options.top,
                                                                                       "betweenness",
                                                                                       run.names());
        return run.finish(found);
    }
    const auto found =
        run.timed("betweenness", [&](const AnyMatrix& A) { return betweenness(A, sources, options.how); });
    run.record()["highest"] = largest(VertexValues<double>(found), options.top, "betweenness", run.names());
    run.finish(found);
}

} // namespace

void add_betweenness(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("betweenness", "Count the shortest paths that pass through each vertex");
    const Argument sources =
        add_number(command, "--sources", options->sources,
                   "Estimate from the paths that begin at N vertices, spread evenly over the numbers "
                   "(default: 32); as many as vertices: exact",
                   1);
    command.add_flag("--undirected", options->how.undirected,
                     "As --symmetrize, and count the two directions of a pair of vertices once");
    command.add_flag("--normalized", options->how.normalized,
                     "Divide by the number of pairs of other vertices, for edges of all pairs: shares from 0 "
                     "to 1");
    const Argument weighted =
        command.add_flag("--weighted", options->how.weighted,
                         "Take paths along weights, which must be positive, one source at a time");
    const Argument edges =
        command.add_flag("--edges", options->edges, "Rank edges, not vertices").excludes(weighted);
    command
        .add_option("--error", options->error,
                    "Estimate shares from as many random sources as give this error, with 95 % probability")
        .type_name("E")
        .check(real_number(0, 1, Open::lower))
        .excludes(sources)
        .excludes(weighted)
        .excludes(edges);
    add_number(command, "--top", options->top,
               "Print the N vertices or edges of highest centrality (default: 10)");
    add_graph_options(command, options->graph, Edges::directed,
                      "the centralities, a vector, or a matrix of those of edges");
    command.footer(
        "The betweenness of v is the sum over all pairs (s, t) of other vertices of the share of the "
        "shortest\n"
        "paths from s to t that pass through v. From k of n vertices as sources, the sum is multiplied by "
        "n/k.\n"
        "Pairs are ordered, so that a path of an undirected graph counts in both directions, unless\n"
        "--undirected is given. The number of pairs is (n - 1)(n - 2), or half of it with --undirected.\n"
        "\nExamples:\n"
        "  mergus betweenness social.txt --undirected --normalized --sources 256\n"
        "  mergus betweenness rmat:scale=10 --sources 1024 -o centrality.mtx\n"
        "  mergus betweenness friends.csv --undirected --edges --sources 1000000\n"
        "  mergus betweenness social.txt --error 0.01\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
