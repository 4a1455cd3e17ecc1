/// \file plain.hpp
/// Sequential graph algorithms (triangles: one thread for each core) that check results on graphs of any
/// size, with memory of a few words for each vertex. They share no code with the library.
#pragma once

#include "host_csr.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mergus::bench::plain {

/// In the results below: the vertex has no entry.
inline constexpr double none = std::numeric_limits<double>::infinity();

/// The number of edges on a shortest path from the source to each vertex.
Array<double> levels(const HostCsr& graph, std::uint64_t source);

/// The lengths of shortest paths, by Dijkstra's algorithm (1959). Weights are not negative.
Array<double> distances(const HostCsr& graph, std::uint64_t source);

/// The least vertex of each vertex's component, by union-find.
Array<double> components(const HostCsr& graph);

/// The least vertex of each vertex's strongly connected component, by Tarjan's algorithm (1972).
Array<double> strong_components(const HostCsr& graph);

/// A minimum spanning forest of a symmetric graph, in both directions, by Kruskal's algorithm (1956): edges
/// by weight, then by their ends.
HostCsr spanning_forest(const HostCsr& graph);

/// The modularity of a division of a symmetric pattern, whose labels are a matrix of one column. Empty if a
/// label is not the least vertex with this label.
std::optional<double> modularity(const HostCsr& graph, const HostCsr& labels);

/// The edges between parts of a symmetric pattern, whose labels are a matrix of one column. Empty if a label
/// is not below `parts`, or a part has more vertices than an equal share and `imbalance`.
std::optional<std::uint64_t> cut_of_parts(const HostCsr& graph, const HostCsr& labels, std::uint64_t parts,
                                          double imbalance);

/// The triangles of a symmetric pattern without loops. Each edge is directed to its vertex of higher degree
/// (Chiba, Nishizeki 1985).
std::uint64_t triangles(const HostCsr& graph);

/// The sums over the sources of the shares of shortest paths that pass through each vertex, by Brandes'
/// algorithm (2001), one thread for each core.
Array<double> betweenness(const HostCsr& graph, const std::vector<std::uint64_t>& sources);

/// The truss number of each edge of a symmetric pattern without loops: an edge of the fewest triangles is
/// removed at a time (Wang, Cheng 2012).
HostCsr truss_numbers(const HostCsr& graph);

/// Compares row `row` with the expected values. \return the first fault, or an empty string
std::string fault_of_row(const HostCsr& got, std::uint64_t row, const Array<double>& expected);

/// The same for a matrix of one column. \param relative the error of a value that is allowed
std::string fault_of_column(const HostCsr& got, const Array<double>& expected, double relative = 0);

} // namespace mergus::bench::plain
