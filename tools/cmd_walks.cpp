/// \file cmd_walks.cpp
/// mergus walks: random walks as lines of names, or the pairs of vertices that are near each other on them.
#include "graph_run.hpp"

#include <limits>
#include <memory>
#include <utility>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::vector<std::string> sources; ///< empty: all vertices
    std::uint64_t length = 20;
    std::uint64_t walks = 10; ///< from each source
    std::uint64_t window = 0; ///< 0: no pairs
    std::uint64_t top = 5;
    RandomWalkOptions how;
};

/// The first vertex of each walk: all sources, once and again.
std::vector<std::uint64_t> starts_of(const GraphRun& run, const Options& options) {
    std::vector<std::uint64_t> sources = vertices_named(run.names(), options.sources, "--source");
    if (options.sources.empty()) {
        sources.resize(run.graph().nrows());
        std::iota(sources.begin(), sources.end(), std::uint64_t{0});
    }
    std::vector<std::uint64_t> starts;
    for (std::uint64_t round = 0; round < options.walks; ++round)
        starts.insert(starts.end(), sources.begin(), sources.end());
    return starts;
}

/// The walks as lines. The first ones become a table of the record.
std::string lines_of(const Matrix<std::int64_t>& walks, const Options& options, const VertexNames& names,
                     Record& record) {
    std::vector<std::uint64_t> rows, steps;
    std::vector<std::int64_t> vertices;
    walks.extract_tuples(rows, steps, vertices); // row by row, in the order of the steps
    Record& table = record["first"] = Record::array();
    std::string lines;
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && rows[end] == rows[begin]) ++end;
        const std::vector<std::uint64_t> walk(vertices.begin() + static_cast<std::ptrdiff_t>(begin),
                                              vertices.begin() + static_cast<std::ptrdiff_t>(end));
        if (table.size() < options.top) table.push_back({{"walk", vertex_list(walk, names)}});
        if (!options.graph.output.empty()) append_line(lines, walk, names);
    }
    return lines;
}

void run(const Options& given) {
    Options options = given;
    options.graph.lines = options.window == 0;
    if (options.graph.lines && !options.graph.to.empty())
        throw UsageError("--to: walks are lines of names; only the matrix of --pairs has a format");
    GraphRun run(options.graph, Edges::similarities);
    const std::vector<std::uint64_t> starts = starts_of(run, options);
    const auto length = static_cast<std::int64_t>(options.length);
    const auto walks =
        run.timed("walks", [&](const AnyMatrix& A) { return random_walks(A, starts, length, options.how); });
    run.record()["walks"] = starts.size();
    run.record()["steps"] = walks.nvals() - starts.size();
    if (options.graph.lines) return run.finish_lines(lines_of(walks, options, run.names(), run.record()));
    const auto pairs = run.timed("pairs", [&](const AnyMatrix& A) {
        return walk_pairs(walks, A.nrows(), static_cast<std::int64_t>(options.window));
    });
    run.record()["pairs"] = pairs.nvals();
    run.record()["most_frequent"] = largest_pairs(pairs, options.top, "times", run.names());
    run.finish(pairs);
}

} // namespace

void add_walks(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("walks", "Random walks along edges, such as node2vec");
    constexpr std::uint64_t longest = std::uint64_t{1} << 32;
    add_sources(command, options->sources, "Walk from this vertex only");
    command.add_option("--length", options->length, "Steps of a walk, at most (default: 20)")
        .type_name("N")
        .check(whole_number(0, longest));
    add_number(command, "--walks", options->walks, "Walks from each vertex (default: 10)", 1);
    const Check above_0 = real_number(0, std::numeric_limits<double>::infinity(), Open::lower);
    command.add_option("-p", options->how.p, "node2vec: the way back is P times less likely (default: 1)")
        .type_name("P")
        .check(above_0);
    command
        .add_option("-q", options->how.q,
                    "node2vec: so Q times is a vertex that is no neighbour of the one before (default: 1)")
        .type_name("Q")
        .check(above_0);
    command.add_flag("--weighted", options->how.weighted,
                     "Choose edges by their weights, which must be positive; else all are alike");
    add_number(command, "--seed", options->how.seed, "Of the choices (default: 0)");
    command
        .add_option("--pairs", options->window,
                    "Count the pairs of vertices at most N steps apart on a walk (skip-grams)")
        .type_name("N")
        .check(whole_number(1, longest));
    add_number(command, "--top", options->top,
               "Print the first N walks, or the N most frequent pairs (default: 5)");
    add_graph_options(command, options->graph, Edges::similarities,
                      "the walks, a line of names each, or with --pairs their counts, a matrix");
    command.footer(
        "A walk ends early at a vertex without outgoing edges. Add --symmetrize if the file lists each\n"
        "undirected edge once. Names are separated by blanks; a name with a blank is in quotes.\n"
        "\nExamples:\n"
        "  mergus walks friends.csv --symmetrize -p 0.5 -q 2 -o walks.txt\n"
        "  mergus walks friends.csv --source ann --walks 100 --length 5 -o -\n"
        "  mergus walks friends.csv --pairs 3 -o pairs.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
