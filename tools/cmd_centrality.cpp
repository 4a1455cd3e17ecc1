/// \file cmd_centrality.cpp
/// mergus centrality: closeness, harmonic, eigenvector, Katz, hubs, authorities and k-path centrality.
#include "graph_run.hpp"

#include <memory>
#include <utility>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string method = "closeness";
    bool weighted = false;
    std::uint64_t k = 4;
    std::uint64_t seed = 0;
    std::uint64_t top = 10;
};

template <class Iterated>
void describe(const Iterated& found, Record& details) {
    details["iterations"] = found.iterations;
    details["residual"] = found.residual;
    details["converged"] = found.converged;
}

Vector<double> find(const AnyMatrix& A, const Options& options, Record& details) {
    if (options.method == "k-path") {
        KPathCentrality found = k_path_centrality(A, options.k, {.seed = options.seed});
        details["paths"] = found.paths;
        return std::move(found.values);
    }
    if (options.method == "closeness" || options.method == "harmonic") {
        std::vector<std::uint64_t> all_vertices(A.nrows());
        std::iota(all_vertices.begin(), all_vertices.end(), std::uint64_t{0});
        return (options.method == "closeness" ? closeness : harmonic)(A, all_vertices,
                                                                      {.weighted = options.weighted});
    }
    if (options.method == "hubs" || options.method == "authorities") {
        Hits found = hits(A);
        describe(found, details);
        return std::move(options.method == "hubs" ? found.hubs : found.authorities);
    }
    IteratedCentrality found = options.method == "katz" ? katz_centrality(A) : eigenvector_centrality(A);
    describe(found, details);
    return std::move(found.values);
}

void run(const Options& options) {
    if (options.weighted && options.method != "closeness" && options.method != "harmonic")
        throw UsageError("--weighted: only of closeness and harmonic");
    GraphRun run(options.graph, options.weighted ? Edges::lengths : Edges::directed);
    Record details;
    const auto values =
        run.timed("centrality", [&](const AnyMatrix& A) { return find(A, options, details); });
    run.record()["method"] = options.method;
    for (const auto& [name, value] : details.items()) run.record()[name] = value;
    run.record()["highest"] = largest(VertexValues<double>(values), options.top, "centrality", run.names());
    run.finish(values);
}

} // namespace

void add_centrality(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("centrality", "Rank vertices by a centrality");
    command.add_option("--method", options->method, "(default: closeness)")
        .one_of({"closeness", "harmonic", "eigenvector", "katz", "hubs", "authorities", "k-path"});
    command.add_flag("--weighted", options->weighted,
                     "closeness and harmonic: distances along weights, which must not be negative");
    add_number(command, "--k", options->k, "Edges of a path of k-path, at most (default: 4)", 1);
    add_number(command, "--seed", options->seed, "Of the paths of k-path (default: 0)");
    add_number(command, "--top", options->top, "Print the N vertices of greatest value (default: 10)");
    add_graph_options(command, options->graph, Edges::directed, "the values, a vector");
    command.footer("Every edge counts alike without --weighted. katz multiplies by 0.1 for each further "
                   "edge, which must be below "
                   "1 / the\ngreatest eigenvalue.\n"
                   "\nExamples:\n"
                   "  mergus centrality social.txt --symmetrize --top 20\n"
                   "  mergus centrality web.csv --method authorities --json -o authorities.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
