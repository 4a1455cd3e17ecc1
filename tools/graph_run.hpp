/// \file graph_run.hpp
/// What the subcommands of graph algorithms share: they load a graph, time an algorithm, and print and save
/// what it finds.
#pragma once

#include "command.hpp"
#include "progress.hpp"
#include "vertex_lists.hpp"

#include <mergus/algorithms/checkpoints.hpp>
#include <mergus/graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace mergus::tools {

struct GraphOptions {
    CommonOptions common;
    InputOptions input;
    std::string graph;
    bool symmetrize = false; ///< edges of a directed graph in both directions
    bool lines = false;      ///< the output is lines of names, which have no format
    std::string output;
    std::string to;
};

/// What an algorithm reads of the graph. --symmetrize is an option of all but `undirected`.
enum class Edges {
    directed,    ///< the pattern; --symmetrize drops loops
    undirected,  ///< the pattern in both directions, without loops
    lengths,     ///< the values; --symmetrize keeps the smaller one of opposite edges
    similarities ///< the values; --symmetrize keeps the larger one of opposite edges
};

/// GRAPH, -o, --to (not of lines), --symmetrize and the common options. \param result the name of the output
/// in the help text; empty: there is none
void add_graph_options(const Command& command, GraphOptions& options, Edges edges, const std::string& result);

/// --checkpoints, of algorithms that can go on. \param step what is completed before each
Argument add_checkpoints(const Command& command, Checkpoints& checkpoints, const std::string& step);

/// One run of an algorithm. The constructor loads the graph.
class GraphRun {
public:
    GraphRun(const GraphOptions& options, Edges edges);

    [[nodiscard]] const AnyMatrix& graph() const noexcept { return graph_; }
    [[nodiscard]] const Context& context() const noexcept { return session_.context(); }

    /// The result of algorithm(graph), whose time becomes the record's NAME_seconds. A long one shows a bar.
    template <class Algorithm>
    auto timed(const std::string& name, Algorithm algorithm) {
        ProgressBar bar(name);
        const ProgressScope scope(session_.options().explain ? ProgressCallback() : bar.steps());
        const Stopwatch watch;
        auto result = algorithm(graph_);
        session_.context().wait();
        record_[name + "_seconds"] = watch.seconds();
        return result;
    }

    [[nodiscard]] Record& record() noexcept { return record_; }
    [[nodiscard]] const VertexNames& names() const noexcept { return names_; }

    /// Saves the result, if so asked, and prints the record.
    void finish(const AnyMatrix& result) {
        if (!options_.output.empty()) save_tuples(result.to_tuples());
        print();
    }
    void finish(const AnyVector& result) {
        if (!options_.output.empty()) save_tuples(result.to_tuples(), true);
        print();
    }
    /// Of a matrix with a row for each source.
    void finish_searches(const AnyMatrix& result, const std::vector<std::uint64_t>& sources);
    /// \throws UsageError for a name that asks for a packed file
    void finish_lines(const std::string& lines);
    void finish() { print(); } ///< without a result to save

private:
    void save_tuples(const Tuples& tuples, bool vector = false);
    void require_format_for(const Tuples& tuples) const;
    void print();

    const GraphOptions& options_;
    Format format_;
    Session session_;
    VertexNames names_;
    AnyMatrix graph_;
    Record record_;
};

/// The entries of a vector on the host.
template <class T>
struct VertexValues {
    explicit VertexValues(const Vector<T>& vector) { vector.extract_tuples(vertices, values); }
    std::vector<std::uint64_t> vertices;
    std::vector<T> values;
};

/// The `count` vertices of largest value, largest first, as a table; equal values by vertex.
template <class T>
Record largest(const VertexValues<T>& found, std::uint64_t count, const std::string& label,
               const VertexNames& names) {
    std::vector<std::size_t> order(found.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto shown = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, order.size()));
    std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](std::size_t a, std::size_t b) {
        return found.values[a] != found.values[b] ? found.values[a] > found.values[b] : a < b;
    });
    Record table = Record::array();
    for (auto e = order.begin(); e != order.begin() + shown; ++e) {
        Record row = vertex_row(found.vertices[*e], names);
        row[label] = found.values[*e];
        table.push_back(std::move(row));
    }
    return table;
}

/// The `count` entries of largest value, largest first, as a table; equal ones in the order of the matrix.
template <class T>
Record largest_entries(const Matrix<T>& found, std::uint64_t count, const std::string& label,
                       const VertexNames& names) {
    std::vector<std::uint64_t> rows, cols;
    std::vector<T> values;
    found.extract_tuples(rows, cols, values);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    order.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, order.size())));
    Record table = Record::array();
    for (const std::size_t e : order) {
        Record row = pair_row(rows[e], cols[e], names);
        row[label] = values[e];
        table.push_back(std::move(row));
    }
    return table;
}

/// The `count` pairs of vertices of largest value in a symmetric matrix, largest first, as a table. The
/// backend selects the candidates: entries of at least the count-th greatest of the rows' largest values.
template <class T>
Record largest_pairs(const Matrix<T>& found, std::uint64_t count, const std::string& label,
                     const VertexNames& names) {
    Matrix<T> upper = select(ops::triu, found, 1);
    const auto of_rows = top(reduce_rows(max_monoid<T>, upper), count, {});
    if (of_rows.size() == count && count != 0) upper = select(ops::valuege<T>, upper, of_rows.back().value);
    return largest_entries(upper, count, label, names);
}

/// How many vertices have each value, by value.
template <class T>
std::map<T, std::uint64_t> histogram(const std::vector<T>& values) {
    std::map<T, std::uint64_t> counts;
    for (const T& value : values) ++counts[value];
    return counts;
}

/// The sizes of clusters, given by a label for each vertex: their number, the largest ones as a table, and
/// how many have one vertex. \param alone the name of the last number
void describe_clusters(const std::vector<std::int64_t>& labels, const std::string& name,
                       const std::string& alone, const VertexNames& names, Record& record);

} // namespace mergus::tools
