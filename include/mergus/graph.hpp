/// \file graph.hpp
/// Graphs with names: an adjacency matrix, whether edges have a direction, and the names of the vertices;
/// with it is kept what algorithms derive.
///
///     const Graph graph = read_graph(context, "friends.csv", {.directed = false});
///     const Vector<std::int64_t> labels = connected_components(graph.adjacency());
///     write_csv("components.csv", labels, graph.names());
#pragma once

#include <mergus/algorithms/centrality.hpp>
#include <mergus/context.hpp>
#include <mergus/csv.hpp>
#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>
#include <mergus/vertex_names.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus {

namespace core {
class GraphState;
} // namespace core

/// What becomes of several edges between the same vertices. In an undirected graph the edges a–b and b–a are
/// such edges.
enum class Multiple {
    sum,   ///< the sum of the weights, in their type; without weights one edge
    min,   ///< the least weight
    max,   ///< the greatest weight
    first, ///< the weight of the first one in the file
    last,  ///< the weight of the last one
    count  ///< their number, also of an edge that occurs once
};

/// Options of Graph::from_edges and read_graph.
struct GraphOptions {
    /// Whether edges have a direction. Not set: they have, or as the file says (GraphML, GML).
    std::optional<bool> directed{};
    Multiple multiple = Multiple::sum; ///< several edges between the same vertices
    bool loops = true;                 ///< false: edges from a vertex to itself are dropped
    /// The type of the weights, a built-in type, to which those of the file are cast first. nullptr: bool
    /// without weights, otherwise int64 if all of them are integers, else fp64.
    const mergus_type* type = nullptr;
};

/// A graph. An entry (i, j) of its adjacency matrix is an edge from vertex i to vertex j, its value the
/// weight; the matrix of an undirected graph is symmetric. Copies share one graph, which does not change. Any
/// number of threads may use it; what is derived is made at the first use, by one of them.
class MERGUS_API Graph {
public:
    /// No graph: every call throws uninitialized_object.
    Graph() noexcept = default;
    /// The graph of the matrix `adjacency`; `directed`: whether its edges have a direction. \throws Error
    /// dimension_mismatch if the matrix is not square, or has another number of vertices than
    /// there are names; invalid_value if an undirected one is not symmetric.
    explicit Graph(AnyMatrix adjacency, bool directed = true, VertexNames names = {});
    /// The graph of `edges`. \throws Error domain_mismatch for a type that is not built in, or whose values
    /// Multiple does not combine.
    static Graph from_edges(const Context& context, NamedEdges edges, const GraphOptions& options = {});

    [[nodiscard]] const AnyMatrix& adjacency() const; ///< the matrix
    [[nodiscard]] bool directed() const;              ///< whether edges have a direction
    [[nodiscard]] const VertexNames& names() const;   ///< the names
    [[nodiscard]] std::uint64_t vertices() const;     ///< the number of vertices
    /// The number of edges; those of an undirected graph count once.
    [[nodiscard]] std::uint64_t edges() const;

    /// The vertex of a name. \throws Error invalid_value if there is none.
    [[nodiscard]] std::uint64_t vertex(std::string_view name) const;
    /// The name of a vertex. \throws Error invalid_index.
    [[nodiscard]] std::string name(Natural vertex) const;

    // Derived, and kept until the last copy of the graph is gone. References are valid as long.

    [[nodiscard]] std::uint64_t loops() const; ///< edges from a vertex to itself
    /// Edges from each vertex, n entries. A loop is one.
    [[nodiscard]] const Vector<std::int64_t>& out_degrees() const;
    /// Edges to each vertex, n entries.
    [[nodiscard]] const Vector<std::int64_t>& in_degrees() const;
    /// The transpose of the adjacency matrix; of an undirected graph the matrix itself.
    [[nodiscard]] const AnyMatrix& transposed() const;
    /// The pattern in both directions without loops, which "undirected" algorithms need.
    [[nodiscard]] const Matrix<bool>& symmetric() const;

private:
    [[nodiscard]] core::GraphState& state() const;

    std::shared_ptr<core::GraphState> state_;
};

/// As pagerank(graph.adjacency(), options). Uses the transpose and the degrees that the graph keeps, so later
/// calls do not make them.
MERGUS_API PageRank pagerank(const Graph& graph, const PageRankOptions& options = {});

/// A graph from a file: GraphML, GML, Parquet (recognised by the first bytes), or else CSV, which is
/// read as `csv` says. Columns of Parquet are chosen by it too. \throws Error as read_csv, read_graphml,
/// read_gml, read_parquet and Graph::from_edges.
MERGUS_API Graph read_graph(const Context& context, const std::filesystem::path& file,
                            const GraphOptions& options = {}, const CsvOptions& csv = {});

/// Writes the entries of `result` with the `names` of the vertices; see write_csv (csv.hpp).
inline void write_csv(const std::filesystem::path& file, const AnyVector& result, const VertexNames& names) {
    write_csv(file, result.to_tuples(), names, true);
}
/// As above, for a matrix `result` and `names`.
inline void write_csv(const std::filesystem::path& file, const AnyMatrix& result, const VertexNames& names) {
    write_csv(file, result.to_tuples(), names);
}

/// A vertex with its name and a value.
template <class T>
struct Ranked {
    std::uint64_t vertex = 0; ///< its number
    std::string name;         ///< its name
    T value{};                ///< the entry of the vector
};

namespace detail {
/// A threshold that at least k, and few more, entries of u reach, found on the backend by bisection; none if
/// u has few entries.
MERGUS_API std::optional<double> rank_threshold(const AnyVector& u, std::uint64_t k);
/// The entries of u, or those of at least `threshold`.
MERGUS_API AnyVector entries_from(const AnyVector& u, std::optional<double> threshold);
} // namespace detail

/// The k entries of greatest value with their `names`, greatest first; equal ones by vertex. NaN is never
/// chosen. Of a long vector only the entries near the threshold are copied to the host. \throws Error
/// invalid_index if an entry has no name.
template <OrderedType T>
std::vector<Ranked<T>> top(const Vector<T>& u, Natural k, const VertexNames& names) {
    const std::uint64_t count = k;
    const Vector<T> candidates(detail::entries_from(u, detail::rank_threshold(u, count)));
    std::vector<std::uint64_t> vertices;
    std::vector<T> values;
    candidates.extract_tuples(vertices, values);
    std::vector<Ranked<T>> ranked;
    for (std::size_t e = 0; e < vertices.size(); ++e) {
        const T value = values[e];
        if (value == value) ranked.push_back({vertices[e], {}, value});
    }
    const auto shown = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, ranked.size()));
    std::partial_sort(ranked.begin(), ranked.begin() + shown, ranked.end(),
                      [](const Ranked<T>& a, const Ranked<T>& b) {
                          return a.value != b.value ? a.value > b.value : a.vertex < b.vertex;
                      });
    ranked.resize(static_cast<std::size_t>(shown));
    for (Ranked<T>& entry : ranked) entry.name = names.name(entry.vertex);
    return ranked;
}

} // namespace mergus
