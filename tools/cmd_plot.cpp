/// \file cmd_plot.cpp
/// mergus plot: a drawing of a graph, the density of a matrix, or a histogram of degrees, as SVG.
#include "graph_run.hpp"

#include <mergus/plot.hpp>

#include <fmt/format.h>

#include <memory>

namespace mergus::tools {

namespace {

struct Options {
    CommonOptions common;
    InputOptions input;
    std::string graph;
    std::string output;
    std::string colour = "components";
    std::string communities; ///< a file of them
    bool spy = false;
    bool degrees = false;
    std::uint64_t cells = 128;
    PlotOptions plot;
};

/// A label for each vertex.
Vector<std::int64_t> communities(const Matrix<bool>& graph, const std::string& how) {
    if (how == "components") return connected_components(graph);
    if (how == "communities") return leiden(graph).labels;
    if (how == "mcl") return markov_clustering(graph).clusters;
    Vector<std::int64_t> one(graph.context(), graph.nrows());
    assign(one, std::int64_t{0});
    return one;
}

/// The labels of a file "vertex,value", as commands write it with -o. A vertex that the file does not name
/// gets −1.
Vector<std::int64_t> read_communities(const Graph& graph, const std::string& file) {
    const NamedEdges list = read_csv(file, {.weight = "none"});
    std::vector<std::int64_t> labels(graph.vertices(), -1);
    for (std::uint64_t e = 0; e < list.edges.nvals(); ++e)
        labels[graph.vertex(list.names.name(list.edges.rows[e]))] =
            static_cast<std::int64_t>(list.edges.cols[e]);
    return Vector<std::int64_t>::from_dense(graph.adjacency().context(), labels);
}

std::string drawing(const Session& session, const Options& options, Record& record) {
    VertexNames names;
    const Matrix<bool> edges = undirected(load_graph(session, options.graph, options.input, &names));
    const Graph graph(edges.dup(), false, std::move(names));
    record["vertices"] = graph.vertices();
    record["undirected_edges"] = graph.edges();
    const bool given = !options.communities.empty();
    const Vector<std::int64_t> labels =
        given ? read_communities(graph, options.communities) : communities(edges, options.colour);
    if (!given && options.colour != "none")
        describe_clusters(labels.to_dense(), "communities", "communities_of_one_vertex", graph.names(),
                          record);
    ProgressBar bar("layout");
    const ProgressScope scope(options.common.explain ? ProgressCallback() : bar.steps());
    PlotOptions plot = options.plot;
    plot.title = options.graph;
    return plot_graph(graph, labels, plot);
}

std::string matrix_picture(const Session& session, const Options& options, Record& record) {
    const AnyMatrix A = load_matrix(session, options.graph, options.input, nullptr);
    record["rows"] = A.nrows();
    record["columns"] = A.ncols();
    record["entries"] = A.nvals();
    return plot_matrix(
        A, {.spy = options.spy,
            .degrees = options.degrees,
            .cells = options.cells,
            .title = fmt::format("{}: {} x {}, {} entries", options.graph, A.nrows(), A.ncols(), A.nvals())});
}

void run(const Options& options) {
    const Session session(options.common);
    Record record = {{"graph", options.graph}, {"backend", session.context().backend()}};
    const Stopwatch watch;
    const std::string svg = options.spy || options.degrees ? matrix_picture(session, options, record)
                                                           : drawing(session, options, record);
    record["plot_seconds"] = watch.seconds();
    mergus::write_text(options.output, svg);
    record["output"] = options.output;
    session.print(std::move(record), results_stream(options.output));
}

} // namespace

void add_plot(const Command& program) {
    auto options = std::make_shared<Options>();
    const Command command = program.add_subcommand("plot", "Draw a graph or a matrix as SVG");
    command.add_option("GRAPH", options->graph, input_help).required();
    command.add_option("-o,--output", options->output, "SVG file to write (- for standard output)")
        .type_name("FILE")
        .required();
    command.add_flag("--spy", options->spy, "Draw where the entries of the matrix are, as density");
    command.add_flag("--degrees", options->degrees, "Draw how many entries the rows have");
    command.add_option("--cells", options->cells, "Cells of the density along the longer side (default: 128)")
        .type_name("N")
        .check(whole_number(1, 4096));
    command
        .add_option("--color", options->colour, "What the colours of the vertices are (default: components)")
        .one_of({"components", "communities", "mcl", "none"});
    command
        .add_option(
            "--communities", options->communities,
            "Color vertices by this CSV file of vertices and labels, as other commands write it with -o")
        .type_name("FILE");
    command
        .add_option("--labels", options->plot.labels, "Label the N vertices of highest degree (default: 20)")
        .type_name("N")
        .check(whole_number(0));
    command
        .add_option("--edges", options->plot.max_edges, "Of more than N edges draw a sample (default: 20000)")
        .type_name("N")
        .check(whole_number(0));
    command.add_option("--size", options->plot.size, "Pixels of the drawing along each side (default: 1000)")
        .type_name("N")
        .check(whole_number(100, 100000));
    command.add_option("--iterations", options->plot.layout.iterations, "Steps of the layout (default: 200)")
        .type_name("N")
        .check(whole_number(0));
    command.add_option("--seed", options->plot.layout.seed, "Seed of the first positions (default: 0)")
        .type_name("N")
        .check(whole_number(0));
    add_input_options(command, options->input);
    add_common_options(command, options->common);
    command.footer("Edges are taken as undirected. The area of a vertex grows with its degree. A layout of "
                   "10^5 vertices "
                   "takes\nless than a minute on two CPU cores.\n"
                   "\nExamples:\n"
                   "  mergus plot friends.csv -o friends.svg --color communities\n"
                   "  mergus plot friends.csv -o friends.svg --communities communities.csv\n"
                   "  mergus plot matrix.mtx -o matrix.svg --spy --degrees\n");
    command.callback([options] { run(*options); });
}

} // namespace mergus::tools
