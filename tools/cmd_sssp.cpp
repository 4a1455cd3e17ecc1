/// \file cmd_sssp.cpp
/// mergus sssp: lengths of shortest paths from a vertex along weighted edges.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string source = "0";
    std::string target; ///< empty: none
};

/// The vertices of the path to the target with their distances, as a table.
Record path_of(const ShortestPathTree& tree, std::uint64_t target, const VertexNames& names) {
    Record table = Record::array();
    for (const std::uint64_t v : path_to(tree.parent, target)) {
        Record step{{"vertex", v}, {"distance", *tree.distance.extract_element(v)}};
        if (names.kind() != NameKind::numbers) step["name"] = names.name(v);
        table.push_back(step);
    }
    return table;
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::lengths);
    const std::uint64_t source = vertex_named(run.names(), options.source, "--source");
    const bool has_target = !options.target.empty();
    const std::uint64_t target = has_target ? vertex_named(run.names(), options.target, "--target") : 0;
    const ShortestPathTree tree = run.timed("sssp", [&](const AnyMatrix& A) {
        return has_target ? shortest_path_tree(A, source) : ShortestPathTree{shortest_paths(A, source), {}};
    });
    const Vector<double>& lengths = tree.distance;
    const VertexValues<double> found(lengths);
    const auto farthest = std::max_element(found.values.begin(), found.values.end());
    run.record()["source"] = source;
    run.record()["reached"] = found.values.size();
    const std::uint64_t last = found.vertices[static_cast<std::size_t>(farthest - found.values.begin())];
    run.record()["farthest_vertex"] = last;
    if (run.names().kind() != NameKind::numbers) run.record()["farthest_name"] = run.names().name(last);
    run.record()["greatest_distance"] = *farthest;
    if (has_target) {
        run.record()["target"] = target;
        run.record()["path"] = path_of(tree, target, run.names());
    }
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
    command.add_option("--target", options->target, "Print the path to this vertex").type_name("VERTEX");
    add_graph_options(command, options->graph, Edges::lengths, "the distances, a vector");
    command.footer("Weights are the values of the file, 1 in a file without values; they may be negative, "
                   "but a cycle of\n"
                   "negative length that the source reaches is an error. Edges have a direction: add "
                   "--symmetrize if the\n"
                   "file lists each undirected edge once. \"reached\" includes the source.\n"
                   "\nExamples:\n"
                   "  mergus sssp roads.mtx --source 17 --target 4\n"
                   "  mergus sssp roads.mtx.gz --symmetrize --json -o distances.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
