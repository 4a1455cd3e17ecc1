/// \file cmd_mcl.cpp
/// mergus mcl: Markov clustering.
#include "../backend/frontend/support/diagnostics.hpp"
#include "graph_run.hpp"

#include <limits>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    MarkovClusteringOptions how;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::similarities);
    const bool symmetric = isequal(run.graph(), transpose(run.graph()));
    if (!symmetric && !options.graph.common.json)
        core::print_stderr("mergus: warning: {}: the matrix is not symmetric, so the clusters depend on the "
                           "directions of the edges; --symmetrize takes them in both\n",
                           options.graph.graph);
    run.record()["symmetric"] = symmetric;
    const MarkovClustering found =
        run.timed("mcl", [&](const AnyMatrix& A) { return markov_clustering(A, options.how); });
    run.record()["iterations"] = found.iterations;
    run.record()["converged"] = found.converged;
    describe_clusters(VertexValues<std::int64_t>(found.clusters).values, "clusters", "clusters_of_one_vertex",
                      run.names(), run.record());
    run.finish(found.clusters);
}

} // namespace

void add_mcl(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("mcl", "Find clusters by Markov clustering");
    command
        .add_option("--inflation", options->how.inflation, "Larger: smaller clusters; above 1 (default: 2)")
        .check(real_number(1, std::numeric_limits<double>::infinity(), Open::lower));
    command
        .add_option("--threshold", options->how.threshold,
                    "Drop probabilities up to this, below 1 (default: 1e-4)")
        .check(real_number(0, 1, Open::upper));
    command.add_option("--iterations", options->how.max_iterations, "Stop after N iterations (default: 100)")
        .type_name("N")
        .check(whole_number(0));
    add_checkpoints(command, options->how.checkpoints, "iteration");
    add_graph_options(command, options->graph, Edges::similarities,
                      "the least vertex of each cluster, a vector");
    command.footer(
        "Weights are the values of the file, which must be positive; 1 in a file without values. The "
        "matrix\nshould be symmetric: add --symmetrize if the file lists each undirected edge once.\n"
        "\nExamples:\n"
        "  mergus mcl proteins.mtx --inflation 1.8\n"
        "  mergus mcl graph.txt --symmetrize --json -o clusters.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
