/// \file cmd_mst.cpp
/// mergus mst: a minimum spanning forest.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::lengths);
    const auto forest = run.timed("mst", [](const AnyMatrix& A) { return minimum_spanning_forest(A); });
    const std::uint64_t edges = forest.nvals() / 2;
    run.record()["edges"] = edges;
    run.record()["trees"] = forest.nrows() - edges;
    run.record()["total_weight"] = reduce(plus_monoid<double>, select(ops::triu, forest, 1));
    run.finish(forest);
}

} // namespace

void add_mst(const Command& program) {
    auto options = std::make_shared<GraphOptions>();
    const Command command = program.add_subcommand("mst", "Find a minimum spanning forest");
    add_graph_options(command, *options, Edges::lengths, "the forest, a symmetric matrix");
    command.footer("Weights are the values of the file, 1 in a file without values. Edges are taken in both "
                   "directions, of two\n"
                   "opposite ones the lesser weight. A vertex alone is a tree.\n"
                   "\nExamples:\n"
                   "  mergus mst roads.mtx.gz\n"
                   "  mergus mst roads.txt --json -o forest.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
