/// \file graph_formats.hpp
/// GraphML and GML, for exchange with NetworkX and programs that draw graphs: the parts of them that NetworkX
/// writes. read_graph (graph.hpp) makes a graph of any of them.
#pragma once

#include <mergus/csv.hpp>
#include <mergus/export.hpp>
#include <mergus/host_data.hpp>
#include <mergus/vertex_names.hpp>

#include <filesystem>
#include <string>

namespace mergus {

/// Reads a GraphML file, plain or packed. The names of vertices are the ids of its nodes: NameKind::ids if
/// all are 64-bit integers. The weight of an edge is its attribute of the name `weight`; 1 if it has none and
/// another edge has one. Attributes of other names are skipped. \throws Error io_error; not_implemented if
/// the library was built without expat; parse_error for XML that is not well formed, edges of both kinds in
/// one graph, nested graphs, hyperedges, unknown nodes, and weights that are no numbers.
MERGUS_API NamedEdges read_graphml(const std::filesystem::path& file, const std::string& weight = "weight");

/// Reads a GML file, plain or packed. The names of vertices are the labels of its nodes, or their ids if not
/// every node has a label. The attribute `weight` as in read_graphml. \throws Error io_error, parse_error.
MERGUS_API NamedEdges read_gml(const std::filesystem::path& file, const std::string& weight = "weight");

/// Writes a square matrix as GraphML with the `names` of its vertices and the attribute "weight", without it
/// for a pattern. Of an undirected graph (`directed` is false) the entries on and above the diagonal are
/// written. A name that ends in .gz is gzipped. \throws Error io_error; dimension_mismatch if the matrix is
/// not square or the names are not as many; domain_mismatch for complex values.
MERGUS_API void write_graphml(const std::filesystem::path& file, const Tuples& tuples,
                              const VertexNames& names, bool directed = true);

/// Writes a square matrix as GML, `directed` or not, as write_graphml does. The `names` become labels.
MERGUS_API void write_gml(const std::filesystem::path& file, const Tuples& tuples, const VertexNames& names,
                          bool directed = true);

} // namespace mergus
