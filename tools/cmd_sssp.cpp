/// \file cmd_sssp.cpp
/// mergus sssp: lengths of shortest paths from a vertex along weighted edges.
#include "graph_run.hpp"

#include <memory>

namespace mergus::tools {

namespace {

constexpr std::uint64_t no_target = ~std::uint64_t{0};

struct Options {
    GraphOptions graph;
    std::uint64_t source = 0;
    std::uint64_t target = no_target;
};

/// The vertices of the path to the target with their distances, as a table.
Record path_of(const ShortestPathTree& tree, std::uint64_t target) {
    Record table = Record::array();
    for (const std::uint64_t v : path_to(tree.parent, target))
        table.push_back({{"vertex", v}, {"distance", *tree.distance.extract_element(v)}});
    return table;
}

void run(const Options& options) {
    GraphRun run(options.graph, Edges::lengths);
    const bool has_target = options.target != no_target;
    const ShortestPathTree tree = run.timed("sssp", [&](const AnyMatrix& A) {
        return has_target ? shortest_path_tree(A, options.source)
                          : ShortestPathTree{shortest_paths(A, options.source), {}};
    });
    const Vector<double>& lengths = tree.distance;
    const VertexValues<double> found(lengths);
    const auto farthest = std::max_element(found.values.begin(), found.values.end());
    run.record()["source"] = options.source;
    run.record()["reached"] = found.values.size();
    run.record()["farthest_vertex"] =
        found.vertices[static_cast<std::size_t>(farthest - found.values.begin())];
    run.record()["greatest_distance"] = *farthest;
    if (has_target) {
        run.record()["target"] = options.target;
        run.record()["path"] = path_of(tree, options.target);
    }
    run.finish(lengths);
}

} // namespace

void add_sssp(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command =
        program.add_subcommand("sssp", "Shortest paths from a vertex along weighted edges");
    command.add_option("--source", options->source, "Start at this vertex (from 0; default: 0)")
        .type_name("K")
        .check(whole_number(0));
    command.add_option("--target", options->target, "Print the path to this vertex (from 0)")
        .type_name("K")
        .check(whole_number(0));
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
