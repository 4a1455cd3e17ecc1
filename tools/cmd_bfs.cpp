/// \file cmd_bfs.cpp
/// mergus bfs: breadth-first search from one or many sources at once.
#include "graph_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string graph;
    std::vector<std::string> sources;
    std::uint64_t highest = 1;
    bool symmetrize = false;
    std::string output;
    std::string to;
};

/// The `count` vertices of highest degree; vertices of equal degree are ordered by number. Memory is
/// proportional to the number of vertices with edges and `count`.
std::vector<std::uint64_t> highest_degrees(const Matrix<bool>& graph, std::uint64_t count) {
    if (count > graph.nrows())
        throw Error(Code::invalid_value, fmt::format("bfs: {} sources requested, the graph has {} vertices",
                                                     count, graph.nrows()));
    const auto degrees = reduce_rows(plus_monoid<std::int64_t>, graph);
    std::vector<std::uint64_t> rows;
    std::vector<std::int64_t> values;
    degrees.extract_tuples(rows, values);
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::uint64_t with_edges = std::min<std::uint64_t>(count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(with_edges), order.end(),
                      [&](std::size_t a, std::size_t b) {
                          return values[a] != values[b] ? values[a] > values[b] : rows[a] < rows[b];
                      });
    std::vector<std::uint64_t> vertices;
    vertices.reserve(count);
    for (std::uint64_t k = 0; k < with_edges; ++k) vertices.push_back(rows[order[k]]);
    // Vertices without edges have no entry.
    std::sort(rows.begin(), rows.end());
    auto next_row = rows.begin();
    for (std::uint64_t vertex = 0; vertices.size() < count; ++vertex) {
        if (next_row != rows.end() && *next_row == vertex)
            ++next_row;
        else
            vertices.push_back(vertex);
    }
    return vertices;
}

struct Search {
    std::uint64_t reached = 0;
    std::int32_t depth = 0;
};

/// Adds the number of vertices of each level, and the reached vertices and depth of each source.
void summarize(const Matrix<std::int32_t>& levels, const std::vector<std::uint64_t>& sources,
               const VertexNames& names, Record& record) {
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> cols;
    std::vector<std::int32_t> values;
    levels.extract_tuples(rows, cols, values);
    std::vector<std::uint64_t> histogram;
    std::vector<Search> found(sources.size());
    for (std::size_t e = 0; e < rows.size(); ++e) {
        const auto level = static_cast<std::size_t>(values[e]);
        if (level >= histogram.size()) histogram.resize(level + 1, 0);
        ++histogram[level];
        Search& search = found[rows[e]];
        ++search.reached;
        search.depth = std::max(search.depth, values[e]);
    }
    record["reached"] = rows.size();
    Record& searches = record["searches"] = Record::array();
    for (std::size_t s = 0; s < sources.size(); ++s) {
        Record row = vertex_row(sources[s], names, "source");
        row["reached"] = found[s].reached;
        row["depth"] = found[s].depth;
        searches.push_back(std::move(row));
    }
    Record& table = record["levels"] = Record::array();
    for (std::size_t level = 0; level < histogram.size(); ++level)
        table.push_back({{"level", level}, {"vertices", histogram[level]}});
}

void run(const Options& options) {
    const Format format =
        options.output.empty() ? Format::matrix_market : output_format(options.output, options.to);
    Session session(options.common);
    const Stopwatch load;
    VertexNames names;
    Matrix<bool> graph = load_graph(session, options.graph, options.input, &names);
    if (options.symmetrize) graph = undirected(graph);
    std::vector<std::uint64_t> sources = vertices_named(names, options.sources, "--source");
    if (sources.empty()) sources = highest_degrees(graph, options.highest);
    if (format == Format::edge_list && sources.size() != graph.nrows())
        throw Error(
            Code::dimension_mismatch,
            fmt::format(
                "{}: the levels are {} x {} (sources x vertices), but the matrix of an edge list must be "
                "square; add --to mtx or use the extension .mtx",
                options.output, sources.size(), graph.nrows()));
    session.context().wait();
    const double load_seconds = load.seconds();

    ProgressBar bar("bfs");
    const Stopwatch search;
    const Matrix<std::int32_t> levels = [&] {
        const ProgressScope scope(options.common.explain ? ProgressCallback() : bar.steps());
        return bfs_levels(graph, sources);
    }();
    session.context().wait();
    const double bfs_seconds = search.seconds();
    bar.erase();

    Record record = {
        {"graph", options.graph}, {"backend", session.context().backend()}, {"vertices", graph.nrows()}};
    if (options.symmetrize)
        record["undirected_edges"] = graph.nvals() / 2;
    else
        record["directed_edges"] = graph.nvals();
    record["load_seconds"] = load_seconds;
    record["bfs_seconds"] = bfs_seconds;
    summarize(levels, sources, names, record);
    if (!options.output.empty()) {
        save_searches(options.output, format, levels.to_tuples(), sources, names);
        record["output"] = options.output;
    }
    session.print(std::move(record), results_stream(options.output));
}

} // namespace

void add_bfs(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("bfs", "Breadth-first search from one or many sources");
    command.add_option("GRAPH", options->graph, input_help).required();
    const Argument listed = add_sources(command, options->sources, "Start at this vertex");
    command
        .add_option("--sources", options->highest,
                    "Start at the N vertices of highest out-degree (default: 1)")
        .type_name("N")
        .check(whole_number(1))
        .excludes(listed);
    command.add_flag("--symmetrize", options->symmetrize, "Take edges in both directions, and drop loops");
    command.add_option("-o,--output", options->output, "Write the levels, a matrix of sources x vertices")
        .type_name("FILE");
    add_to_option(command, options->to, "the levels");
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer("In the results, \"levels\" counts vertices of all sources, and \"reached\" includes the "
                   "source.\n"
                   "\nExamples:\n"
                   "  mergus bfs graph.mtx --source 0\n"
                   "  mergus bfs rmat:scale=16 --sources 64 --json\n"
                   "  mergus bfs web.txt.gz --source 3 --source 17 -o levels.mtx\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
