/// \file cmd_mis.cpp
/// mergus mis: a maximal independent set.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t seed = 0;
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    const auto found =
        run.timed("mis", [&](const AnyMatrix& A) { return maximal_independent_set(A, options.seed); });
    run.record()["members"] = found.nvals();
    run.finish(found);
}

} // namespace

void add_mis(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("mis", "Find a maximal set of vertices without edges between them");
    command.add_option("--seed", options->seed, "Seed of the choice (default: 0)")
        .type_name("N")
        .check(whole_number(0));
    add_graph_options(command, options->graph, Edges::undirected, "the members, a vector");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus mis graph.mtx --seed 7\n"
                   "  mergus mis rmat:scale=12 --json -o members.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
