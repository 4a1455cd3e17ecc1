/// \file components.hpp
/// Components, forests and orders of vertices. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

#include <cstdint>
#include <optional>

namespace mergus {

/// Connected components, edges taken in both directions: n entries, the least vertex of each vertex's
/// component.
MERGUS_API Vector<std::int64_t> connected_components(const AnyMatrix& A);

/// Strongly connected components of a directed graph: n entries, the least vertex of each vertex's component.
/// Labels spread along the edges, on some backends in both directions at once (Alabandi et al. 2023). On the
/// others the component of one vertex of many edges is found by two searches; in every round the vertices
/// without edges in one of the directions are removed, labels spread forwards, and a search backwards from
/// each label's vertex finds its component (Orzan 2004).
MERGUS_API Vector<std::int64_t> strongly_connected_components(const AnyMatrix& A);

/// A minimum spanning forest: a tree of least weight for each connected component, as an n × n matrix that
/// has each edge in both directions, with its weight. Edges are taken in both directions, of two opposite
/// ones the lesser weight. Weights are cast to fp64, and may be negative or infinite. Of several forests it
/// is the one whose edges (i, j), i < j, are the first by weight, then i, then j. Borůvka's algorithm (1926).
/// \throws Error invalid_value for a NaN, or for more than 2^31 vertices.
MERGUS_API Matrix<double> minimum_spanning_forest(const AnyMatrix& A);

/// Levels of a directed graph without cycles: n entries, the most edges of a path to the vertex. Each edge
/// leads to a higher level. A loop is a cycle. \throws Error invalid_value if there is a cycle.
MERGUS_API Vector<std::int64_t> topological_levels(const AnyMatrix& A);

/// A topological order: entry k is the k-th vertex, by level and then by number. \throws Error invalid_value
/// if there is a cycle.
MERGUS_API Vector<std::int64_t> topological_order(const AnyMatrix& A);

/// Whether a directed graph has no cycle.
MERGUS_API bool is_acyclic(const AnyMatrix& A);

/// The side of each vertex, if every edge leads from one side to the other: n entries, false for the least
/// vertex of each component. Edges are taken in both directions. Nothing if there is a cycle of odd length,
/// such as a loop.
MERGUS_API std::optional<Vector<bool>> bipartite_sides(const AnyMatrix& A);

/// What biconnected_components() returns.
struct BiconnectedComponents {
    Matrix<std::int64_t>
        components;          ///< of each edge, in both directions: 0, 1, … in the order of the entries
    std::uint64_t count = 0; ///< components
    Vector<bool> articulation_points; ///< true for each vertex whose edges are in several components
    Matrix<bool> bridges;             ///< true for each edge, in both directions, that is a component
};

/// Biconnected components: two edges are in one if a cycle without repeated vertices has both. Edges are
/// taken in both directions, without loops. A depth-first search (Hopcroft, Tarjan 1973) on the host, by one
/// thread.
MERGUS_API BiconnectedComponents biconnected_components(const AnyMatrix& A);

/// A maximum matching of a bipartite graph, an m × n matrix whose entry (i, j) joins row i with column j:
/// entry i is the column that row i is matched with. No two rows have the same, and no matching has more
/// entries. Hopcroft, Karp (1973), at most O(√(m + n)) phases, on the host, by one thread.
MERGUS_API Vector<std::int64_t> maximum_matching(const AnyMatrix& A);

} // namespace mergus
