/// \file cmd_pagerank.cpp
/// mergus pagerank: the ranks of vertices by the links to them.
#include "graph_run.hpp"

#include <limits>
#include <memory>
#include <utility>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::vector<std::string> sources; ///< of a personalized PageRank
    PageRankOptions how;
    std::uint64_t top = 10;
};

/// From the sources alike: the mean of the ranks from each of them, with 0 where no walk comes.
PageRank from_sources(const AnyMatrix& A, const std::vector<std::uint64_t>& sources,
                      const PageRankOptions& how) {
    const PersonalizedPageRank each = personalized_pagerank(A, sources, how);
    const auto sums = reduce_rows(plus_monoid<double>, transpose(each.rank));
    Vector<double> rank(A.context(), A.nrows());
    assign(rank, 0.0);
    assign(rank, apply<double>(ops::div<double>, sums, static_cast<double>(sources.size())),
           {.mask = structure(sums)});
    return {std::move(rank), each.iterations, each.residual, each.converged};
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::directed);
    const auto sources = vertices_named(run.names(), options.sources, "--source");
    const PageRank found = run.timed("pagerank", [&](const AnyMatrix& A) {
        return sources.empty() ? pagerank(A, options.how) : from_sources(A, sources, options.how);
    });
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
    add_number(command, "--top", options->top, "Print the N vertices of highest rank (default: 10)");
    Checkpoints& checkpoints = options->how.checkpoints;
    add_sources(command, options->sources, "Rank by walks that return to this vertex, in place of any")
        .excludes(add_checkpoints(command, checkpoints, "iteration"));
    add_graph_options(command, options->graph, Edges::directed, "the ranks, a vector");
    command.footer("The ranks have the sum 1. The rank of a vertex without outgoing edges is spread evenly, "
                   "or over the\nsources.\n"
                   "\nExamples:\n"
                   "  mergus pagerank friends.csv --source ann --source bob\n"
                   "  mergus pagerank web.txt.gz --top 20\n"
                   "  mergus pagerank rmat:scale=14 --tolerance 1e-9 --json -o ranks.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
