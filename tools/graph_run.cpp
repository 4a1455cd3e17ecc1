/// \file graph_run.cpp
#include "graph_run.hpp"

#include <mergus/plot.hpp>

#include <utility>

namespace mergus::tools {

Argument add_checkpoints(const Command& command, Checkpoints& checkpoints, const std::string& step) {
    return command
        .add_option("--checkpoints", checkpoints.directory,
                    "Keep the state after each " + step + " in DIR; go on from what a stopped run has kept")
        .type_name("DIR");
}

void add_graph_options(const Command& command, GraphOptions& options, Edges edges,
                       const std::string& result) {
    command.add_option("GRAPH", options.graph, input_help).required();
    const std::string both = "Take edges in both directions";
    if (edges != Edges::undirected)
        command.add_flag("--symmetrize", options.symmetrize,
                         edges == Edges::directed ? both + ", and drop loops"
                         : edges == Edges::lengths
                             ? both + "; of two opposite edges the shorter one counts"
                             : both + "; of two opposite edges the stronger one counts");
    if (!result.empty())
        command.add_option("-o,--output", options.output, "Write " + result).type_name("FILE");
    if (!result.empty() && !options.lines) add_to_option(command, options.to, result);
    add_input_options(command, options.input);
    add_common_options(command, options.common);
}

namespace {

AnyMatrix load_weighted(const Session& session, const GraphOptions& options, Edges edges,
                        VertexNames& names) {
    AnyMatrix A = load_matrix(session, options.graph, options.input, nullptr, &names);
    if (A.nrows() != A.ncols())
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: an adjacency matrix must be square, this one is {} x {}", options.graph,
                                A.nrows(), A.ncols()));
    if (A.type() == type_of<complex<double>>())
        throw Error(
            Code::domain_mismatch,
            fmt::format("{}: the values are complex; weights must be integer or real", options.graph));
    if (!options.symmetrize) return A;
    Matrix<double> weights(session.context(), A.nrows(), A.ncols());
    assign(weights, A);
    return ewise_add<double>(edges == Edges::lengths ? ops::min<double> : ops::max<double>, weights,
                             transpose(weights));
}

bool has_weights(Edges edges) {
    return edges == Edges::lengths || edges == Edges::similarities;
}

AnyMatrix load(const Session& session, const GraphOptions& options, Edges edges, VertexNames& names) {
    if (has_weights(edges)) return load_weighted(session, options, edges, names);
    Matrix<bool> graph = load_graph(session, options.graph, options.input, &names);
    if (edges == Edges::undirected || options.symmetrize) graph = undirected(graph);
    return graph;
}

} // namespace

GraphRun::GraphRun(const GraphOptions& options, Edges edges)
    : options_(options),
      format_(options.output.empty() ? Format::matrix_market
                                     : output_format(options.output, options.lines ? "mtx" : options.to)),
      session_(options.common) {
    const Stopwatch watch;
    graph_ = load(session_, options, edges, names_);
    session_.context().wait();
    const double load_seconds = watch.seconds();
    record_ = {
        {"graph", options.graph}, {"backend", session_.context().backend()}, {"vertices", graph_.nrows()}};
    if (edges == Edges::undirected || options.symmetrize) {
        const std::uint64_t loops = has_weights(edges) ? select(ops::diag, graph_, 0).nvals() : 0;
        record_["undirected_edges"] = (graph_.nvals() + loops) / 2;
    } else {
        record_["directed_edges"] = graph_.nvals();
    }
    record_["load_seconds"] = load_seconds;
}

void GraphRun::require_format_for(const Tuples& tuples) const {
    if (format_ == Format::edge_list && tuples.nrows != tuples.ncols)
        throw Error(Code::dimension_mismatch,
                    fmt::format("{}: the result is {} x {}, but the matrix of an edge list must be square; "
                                "add --to mtx or use the extension .mtx",
                                options_.output, tuples.nrows, tuples.ncols));
}

void GraphRun::save_tuples(const Tuples& tuples, bool vector) {
    require_format_for(tuples);
    save(options_.output, format_, tuples, names_, vector);
    record_["output"] = options_.output;
}

void GraphRun::finish_searches(const AnyMatrix& result, const std::vector<std::uint64_t>& sources) {
    if (!options_.output.empty()) {
        Tuples tuples = result.to_tuples();
        require_format_for(tuples);
        save_searches(options_.output, format_, std::move(tuples), sources, names_);
        record_["output"] = options_.output;
    }
    print();
}

void GraphRun::finish_lines(const std::string& lines) {
    if (!options_.output.empty()) {
        if (const std::string end = std::filesystem::path(options_.output).extension().string();
            end == ".gz" || end == ".zst")
            throw UsageError(options_.output + ": lines of names are not packed; leave out " + end);
        mergus::write_text(options_.output, lines);
        record_["output"] = options_.output;
    }
    print();
}

void GraphRun::print() {
    session_.print(std::move(record_), results_stream(options_.output));
}

void describe_clusters(const std::vector<std::int64_t>& labels, const std::string& name,
                       const std::string& alone, const VertexNames& names, Record& record) {
    constexpr std::size_t shown = 10;
    const std::map<std::int64_t, std::uint64_t> sizes = histogram(labels);
    std::vector<std::pair<std::int64_t, std::uint64_t>> by_size(sizes.begin(), sizes.end());
    const auto last = by_size.begin() + static_cast<std::ptrdiff_t>(std::min(shown, by_size.size()));
    std::partial_sort(by_size.begin(), last, by_size.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    record[name] = sizes.size();
    record[alone] = std::count_if(sizes.begin(), sizes.end(), [](const auto& s) { return s.second == 1; });
    Record& table = record["largest"] = Record::array();
    for (auto cluster = by_size.begin(); cluster != last; ++cluster) {
        Record row = vertex_row(static_cast<std::uint64_t>(cluster->first), names, "first_vertex");
        row["vertices"] = cluster->second;
        table.push_back(std::move(row));
    }
}

} // namespace mergus::tools
