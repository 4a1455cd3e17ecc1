/// \file cmd_cores.cpp
/// mergus cores: the core numbers of vertices.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

void run(const GraphOptions& options) {
    GraphRun run(options, Edges::undirected);
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
    auto options = std::make_shared<GraphOptions>();
    const Command command = program.add_subcommand("cores", "Find the core number of each vertex");
    add_graph_options(command, *options, Edges::undirected, "the core numbers, a vector");
    command.footer("Edges are taken as undirected, and loops are dropped.\n"
                   "\nExamples:\n"
                   "  mergus cores social.txt.gz\n"
                   "  mergus cores rmat:scale=12 --json -o cores.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
