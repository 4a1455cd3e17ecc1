/// \file cmd_sssp.cpp
/// mergus sssp: lengths of shortest paths from a vertex along weighted edges.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string source = "0";
};

void run(const Options& options) {
    GraphRun run(options.graph, Edges::lengths);
    const std::uint64_t source = vertex_named(run.names(), options.source, "--source");
    const auto lengths = run.timed("sssp", [&](const AnyMatrix& A) { return shortest_paths(A, source); });
    const VertexValues<double> found(lengths);
    const auto farthest = std::max_element(found.values.begin(), found.values.end());
    run.record()["source"] = source;
    run.record()["reached"] = found.values.size();
    const std::uint64_t last = found.vertices[static_cast<std::size_t>(farthest - found.values.begin())];
    run.record()["farthest_vertex"] = last;
    if (run.names().kind() != NameKind::numbers) run.record()["farthest_name"] = run.names().name(last);
    run.record()["greatest_distance"] = *farthest;
    run.finish(lengths);
}

} // namespace

void add_sssp(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("sssp", "Shortest paths from a vertex along weighted edges");
    command
        .add_option("--source", options->source,
                    "Start at this vertex: a name, or a number from 0 (default: 0)")
        .type_name("VERTEX");
    add_graph_options(command, options->graph, Edges::lengths, "the distances, a vector");
    command.footer("Weights are the values of the file, 1 in a file without values; they may be negative, "
                   "but a cycle of\n"
                   "negative length that the source reaches is an error. Edges have a direction: add "
                   "--symmetrize if the\n"
                   "file lists each undirected edge once. \"reached\" includes the source.\n"
                   "\nExamples:\n"
                   "  mergus sssp roads.mtx --source 17\n"
                   "  mergus sssp roads.mtx.gz --symmetrize --json -o distances.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
