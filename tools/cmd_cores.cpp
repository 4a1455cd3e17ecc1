/// \file cmd_cores.cpp
/// mergus cores: the core numbers of vertices.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::uint64_t k = 0; ///< of the core to find; 0: all core numbers
};

void run_core(GraphRun& run, std::uint64_t k) {
    const auto core =
        run.timed("core", [&](const AnyMatrix& A) { return k_core(A, static_cast<std::int64_t>(k)); });
    run.record()["k"] = k;
    run.record()["core_vertices"] = reduce_rows(plus_monoid<std::int64_t>, core).nvals();
    run.record()["core_edges"] = core.nvals() / 2;
    run.finish(core);
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::undirected);
    if (options.k != 0) return run_core(run, options.k);
    const auto found = run.timed("cores", [](const AnyMatrix& A) { return core_numbers(A); });
    const VertexValues<std::int64_t> values(found);
    const auto counts = histogram(values.values);
    run.record()["highest_core"] = counts.empty() ? 0 : counts.rbegin()->first;
    Record& table = run.record()["cores"] = Record::array();
    for (const auto& [core, vertices] : counts) table.push_back({{"core", core}, {"vertices", vertices}});
    constexpr std::uint64_t shown = 10;
    run.record()["highest"] = largest(values, shown, "core", run.names());
    run.finish(found);
}

} // namespace

void add_cores(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("cores", "Find the core number of each vertex");
    command
        .add_option("-k", options->k,
                    "Find the edges of the K-core, in place of the core number of each vertex")
        .type_name("K")
        .check(whole_number(1, std::uint64_t{1} << 62));
    add_graph_options(command, options->graph, Edges::undirected,
                      "the core numbers, a vector, or the K-core, a matrix");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus cores social.txt.gz\n"
                   "  mergus cores rmat:scale=12 --json -o cores.mtx\n"
                   "  mergus cores friends.csv -k 3 -o core.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
