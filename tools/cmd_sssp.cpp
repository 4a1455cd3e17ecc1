/// \file cmd_sssp.cpp
/// mergus sssp: lengths of shortest paths from a vertex along weighted edges.
#include "graph_run.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::vector<std::string> sources; ///< empty: vertex 0
    std::string target;               ///< empty: none
    bool widest = false;
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

/// A path to the target of the fewest edges, of those as wide as any.
Record widest_path(const AnyMatrix& A, const Vector<double>& widths, std::uint64_t source,
                   std::uint64_t target, const VertexNames& names) {
    Record table = Record::array();
    const std::optional<double> width = widths.extract_element(target);
    if (!width) return table;
    Matrix<double> edges(A.context(), A.nrows(), A.ncols());
    assign(edges, A);
    const auto tree = bfs_parents(select(ops::valuege<double>, edges, *width), std::vector{source});
    for (const std::uint64_t v : path_to(extract(tree, 0, all), target)) {
        Record step = vertex_row(v, names);
        step["width"] = *widths.extract_element(v);
        table.push_back(std::move(step));
    }
    return table;
}

void run_widest(GraphRun& run, std::uint64_t source, const std::optional<std::uint64_t>& target) {
    const auto widths = run.timed("widest", [&](const AnyMatrix& A) { return widest_paths(A, source); });
    const VertexValues<double> found(widths);
    const auto narrowest = std::min_element(found.values.begin(), found.values.end()) - found.values.begin();
    const std::uint64_t last = found.vertices[static_cast<std::size_t>(narrowest)];
    run.record()["source"] = source;
    run.record()["reached"] = found.values.size();
    run.record()["narrowest_vertex"] = last;
    if (run.names().kind() != NameKind::numbers) run.record()["narrowest_name"] = run.names().name(last);
    run.record()["least_width"] = found.values[static_cast<std::size_t>(narrowest)];
    if (target) {
        run.record()["target"] = *target;
        run.record()["path"] = widest_path(run.graph(), widths, source, *target, run.names());
    }
    run.finish(widths);
}

/// The distances from several sources, a matrix.
void run_many(GraphRun& run, const std::vector<std::uint64_t>& sources) {
    const auto lengths =
        run.timed("sssp", [&](const AnyMatrix& A) { return shortest_path_lengths(A, sources); });
    const auto reached = degrees(lengths).to_dense();
    const auto greatest = reduce_rows(max_monoid<double>, lengths).to_dense();
    run.record()["reached"] = lengths.nvals();
    Record& searches = run.record()["searches"] = Record::array();
    for (std::size_t s = 0; s < sources.size(); ++s) {
        Record row = vertex_row(sources[s], run.names(), "source");
        row["reached"] = reached[s];
        row["greatest_distance"] = greatest[s];
        searches.push_back(std::move(row));
    }
    run.finish_searches(lengths, sources);
}

void run(const Options& options) {
    if (options.sources.size() > 1 && (options.widest || !options.target.empty()))
        throw UsageError("sssp: --target and --widest are for one --source");
    GraphRun run(options.graph, options.widest ? Edges::similarities : Edges::lengths);
    const auto sources = vertices_named(run.names(), options.sources, "--source");
    if (sources.size() > 1) return run_many(run, sources);
    const std::uint64_t source = sources.empty() ? 0 : sources.front();
    const bool has_target = !options.target.empty();
    const std::uint64_t target = has_target ? vertex_named(run.names(), options.target, "--target") : 0;
    if (options.widest) return run_widest(run, source, has_target ? std::optional(target) : std::nullopt);
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
    add_sources(command, options->sources, "Start at this vertex (default: 0)");
    command.add_option("--target", options->target, "Print the path to this vertex").type_name("VERTEX");
    command.add_flag("--widest", options->widest,
                     "Find the widest paths, on which the least weight is greatest; --symmetrize keeps the "
                     "greater one of opposite edges");
    add_graph_options(command, options->graph, Edges::lengths,
                      "the distances or widths, a vector; of several sources a matrix of sources x vertices");
    command.footer("Weights are the values of the file, 1 in a file without values; they may be negative, "
                   "but a cycle of\n"
                   "negative length that the source reaches is an error. Edges have a direction: add "
                   "--symmetrize if the\n"
                   "file lists each undirected edge once. \"reached\" includes the source.\n"
                   "\nExamples:\n"
                   "  mergus sssp roads.mtx --source 17 --target 4\n"
                   "  mergus sssp roads.csv --source ann --source bob -o distances.csv\n"
                   "  mergus sssp links.csv --widest --source ann --target bob\n"
                   "  mergus sssp roads.mtx.gz --symmetrize --json -o distances.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
