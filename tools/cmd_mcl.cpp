/// \file cmd_mcl.cpp
/// mergus mcl: Markov clustering.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    MarkovClusteringOptions how;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::weighted);
    const MarkovClustering found =
        run.timed("mcl", [&](const AnyMatrix& A) { return markov_clustering(A, options.how); });
    run.record()["iterations"] = found.iterations;
    run.record()["converged"] = found.converged;
    describe_clusters(VertexValues<std::int64_t>(found.clusters).values, "clusters", run.record());
    run.finish(found.clusters);
}

} // namespace

void add_mcl(CLI::App& program) {
    auto options = std::make_shared<Options>();
    CLI::App* command = program.add_subcommand("mcl", "Find clusters by Markov clustering");
    add_graph_options(*command, options->graph, Edges::weighted,
                      "the least vertex of each cluster, a vector");
    command->add_option("--inflation", options->how.inflation, "Larger: smaller clusters (default: 2)")
        ->check(real_number(1.000001, 1000));
    command
        ->add_option("--threshold", options->how.threshold, "Drop probabilities up to this (default: 1e-4)")
        ->check(real_number(0, 0.999999));
    command->add_option("--iterations", options->how.max_iterations, "Stop after N iterations (default: 100)")
        ->type_name("N")
        ->check(whole_number(0));
    command->footer("Weights are the values of the file, which must be positive.\n"
                    "\nExamples:\n"
                    "  mergus mcl proteins.mtx --inflation 1.8\n"
                    "  mergus mcl graph.txt --json -o clusters.mtx\n");
    command->callback([options] { run(*options); });
}

} // namespace mergus::tools
