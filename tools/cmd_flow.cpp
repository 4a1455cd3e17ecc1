/// \file cmd_flow.cpp
/// mergus flow: a maximum flow with a minimum cut, or the cut tree of all pairs.
#include "graph_run.hpp"

#include <memory>
#include <tuple>

namespace mergus::tools {

namespace {

struct Options {
    GraphOptions graph;
    std::string source, target; ///< empty: not given
    bool tree = false;
    std::uint64_t top = 10;
};

struct Edge {
    std::uint64_t from, to;
    double capacity;
};

/// The edges that leave the side of the source, the largest capacities first.
std::vector<Edge> cut_edges(const AnyMatrix& A, const std::vector<bool>& source_side) {
    Matrix<double> capacities(A.context(), A.nrows(), A.ncols());
    assign(capacities, A);
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    capacities.extract_tuples(rows, cols, values);
    std::vector<Edge> cut;
    for (std::size_t e = 0; e < rows.size(); ++e)
        if (source_side[rows[e]] && !source_side[cols[e]] && values[e] > 0)
            cut.push_back({rows[e], cols[e], values[e]});
    std::sort(cut.begin(), cut.end(), [](const Edge& a, const Edge& b) {
        return std::tuple(-a.capacity, a.from, a.to) < std::tuple(-b.capacity, b.from, b.to);
    });
    return cut;
}

/// The first edges as a table.
Record edge_table(const std::vector<Edge>& edges, std::uint64_t count, const VertexNames& names) {
    Record table = Record::array();
    for (const Edge& edge : edges) {
        if (table.size() == count) break;
        Record row = pair_row(edge.from, edge.to, names);
        row["capacity"] = edge.capacity;
        table.push_back(std::move(row));
    }
    return table;
}

void run_flow(GraphRun& run, const Options& options) {
    const VertexNames& names = run.names();
    const std::uint64_t source = vertex_named(names, options.source, "--source");
    const std::uint64_t target = vertex_named(names, options.target, "--target");
    const MaximumFlow found =
        run.timed("flow", [&](const AnyMatrix& A) { return maximum_flow(A, source, target); });
    const std::vector<bool> on_source_side = found.source_side.to_dense();
    std::vector<std::uint64_t> sides[2];
    for (std::uint64_t v = 0; v < on_source_side.size(); ++v) sides[on_source_side[v] ? 0 : 1].push_back(v);
    const std::vector<Edge> cut = cut_edges(run.graph(), on_source_side);
    Record& record = run.record();
    record["source"] = source;
    record["target"] = target;
    record["flow"] = found.value;
    record["cut_edges"] = cut.size();
    record["vertices_on_source_side"] = sides[0].size();
    record["vertices_on_target_side"] = sides[1].size();
    record["minimum_cut"] = edge_table(cut, options.top, names);
    record["source_side"] = vertex_table(sides[0], options.top, names);
    record["target_side"] = vertex_table(sides[1], options.top, names);
    run.finish(found.flow);
}

/// The cut tree, whose edges of least capacity are the weakest cuts.
void run_tree(GraphRun& run, const Options& options) {
    const GomoryHuTree tree = run.timed("tree", [](const AnyMatrix& A) { return gomory_hu_tree(A); });
    const std::vector<std::int64_t> parents = tree.parent.to_dense();
    const VertexValues<double> capacities(tree.capacity); // of all vertices but the first
    std::vector<Edge> edges;
    for (std::size_t e = 0; e < capacities.vertices.size(); ++e) {
        const std::uint64_t v = capacities.vertices[e];
        edges.push_back({v, static_cast<std::uint64_t>(parents[v]), capacities.values[e]});
    }
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    for (const Edge& edge : edges) {
        rows.insert(rows.end(), {edge.from, edge.to});
        cols.insert(cols.end(), {edge.to, edge.from});
        values.insert(values.end(), 2, edge.capacity);
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const Edge& a, const Edge& b) { return a.capacity < b.capacity; });
    run.record()["minimum_cut"] = edges.empty() ? 0 : edges.front().capacity;
    run.record()["weakest"] = edge_table(edges, options.top, run.names());
    const std::uint64_t n = run.graph().nrows();
    run.finish(Matrix<double>::from_tuples(run.context(), n, n, rows, cols, values));
}

void run(const Options& given) {
    Options options = given;
    if (!options.tree && (options.source.empty() || options.target.empty()))
        throw UsageError("flow: --source and --target are required, or --tree");
    options.graph.symmetrize = options.graph.symmetrize || options.tree;
    GraphRun run(options.graph, Edges::similarities);
    options.tree ? run_tree(run, options) : run_flow(run, options);
}

} // namespace

void add_flow(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("flow", "Find a maximum flow and a minimum cut");
    const Argument source =
        command.add_option("--source", options->source, "Where the flow begins: a name, or a number from 0")
            .type_name("VERTEX");
    const Argument target =
        command.add_option("--target", options->target, "Where it ends").type_name("VERTEX");
    command
        .add_flag("--tree", options->tree,
                  "Find the minimum cuts of all pairs of vertices, a tree (Gomory-Hu); takes edges as "
                  "--symmetrize does")
        .excludes(source)
        .excludes(target);
    add_number(command, "--top", options->top,
               "Print N edges of the cut and N vertices of each side, or the N weakest edges of the tree "
               "(default: 10)");
    add_graph_options(command, options->graph, Edges::similarities,
                      "the flow of each edge, or the tree, a matrix");
    command.footer(
        "Capacities are the values of the file, which must not be negative; 1 in a file without values. "
        "Edges\n"
        "have a direction: add --symmetrize if the file lists each undirected edge once. The tree takes as "
        "many\nflows as there are vertices: its edge of least capacity between two vertices is their minimum "
        "cut.\n"
        "\nExamples:\n"
        "  mergus flow pipes.csv --source well --target town\n"
        "  mergus flow pipes.mtx --symmetrize --source 0 --target 9 --json -o flow.mtx\n"
        "  mergus flow pipes.csv --tree -o tree.csv\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
