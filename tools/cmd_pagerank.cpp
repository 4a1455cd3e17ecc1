/// \file cmd_pagerank.cpp
/// mergus pagerank: the ranks of vertices by the links to them.
#include "graph_run.hpp"

#include <limits>
#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    PageRankOptions how;
    std::uint64_t top = 10;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::directed);
    const PageRank found =
        run.timed("pagerank", [&](const AnyMatrix& A) { return pagerank(A, options.how); });
    run.record()["iterations"] = found.iterations;
    run.record()["residual"] = found.residual;
    run.record()["converged"] = found.converged;
    run.record()["highest"] = largest(VertexValues<double>(found.rank), options.top, "rank", run.names());
    run.finish(found.rank);
}

} // namespace

void add_pagerank(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("pagerank", "Rank vertices by the links to them");
    command.add_option("--damping", options->how.damping, "Damping factor, from 0 to below 1 (default: 0.85)")
        .check(real_number(0, 1, Open::upper));
    command
        .add_option("--tolerance", options->how.tolerance,
                    "Stop when the sum of all changes is at most this (default: 1e-6)")
        .check(real_number(0, std::numeric_limits<double>::infinity()));
    command.add_option("--iterations", options->how.max_iterations, "Stop after N iterations (default: 100)")
        .type_name("N")
        .check(whole_number(0));
    command.add_option("--top", options->top, "Print the N vertices of highest rank (default: 10)")
        .type_name("N")
        .check(whole_number(0));
    add_checkpoints(command, options->how.checkpoints, "iteration");
    add_graph_options(command, options->graph, Edges::directed, "the ranks, a vector");
    command.footer("The ranks have the sum 1. The rank of a vertex without outgoing edges is spread evenly.\n"
                   "\nExamples:\n"
                   "  mergus pagerank web.txt.gz --top 20\n"
                   "  mergus pagerank rmat:scale=14 --tolerance 1e-9 --json -o ranks.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
