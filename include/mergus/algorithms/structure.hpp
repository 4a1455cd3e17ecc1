/// \file structure.hpp
/// Dense subgraphs and independent sets of undirected graphs. Part of algorithms.hpp, whose conventions hold.
#pragma once

#include <mergus/export.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// The number of triangles: the sum of L⟨L⟩ = L plus.pair L' over the strictly lower triangle L (Azad, Buluç,
/// Gilbert 2015).
MERGUS_API std::uint64_t triangle_count(const AnyMatrix& A);

/// The number of triangles at each vertex, n entries: half the row sums of A⟨A⟩ = A plus.pair A', or on a CPU
/// with skewed degrees sums over the edges to vertices of greater degree, which find each triangle twice.
MERGUS_API Vector<std::int64_t> triangles(const AnyMatrix& A);

/// Local clustering coefficients (Watts, Strogatz 1998), n entries: the share of the pairs of neighbours that
/// are adjacent; 0 for fewer than two neighbours.
MERGUS_API Vector<double> clustering_coefficients(const AnyMatrix& A);

/// Clustering coefficients of squares (Lind, González, Herrmann 2005), n entries: the share of the possible
/// squares at a vertex that exist. For each pair of its neighbours, of degrees d and e, with q common
/// neighbours besides the vertex, squares are q, and possible ones q + (d − 1 − q − t) + (e − 1 − q − t),
/// where t is 1 if the pair is adjacent, else 0; 0 where no square is possible. As in NetworkX.
MERGUS_API Vector<double> square_clustering(const AnyMatrix& A);

/// What motifs() counts: connected induced subgraphs of three and of four vertices. A set of vertices counts
/// once, by all of the edges between them.
struct Motifs {
    std::uint64_t wedges = 0;           ///< two edges with a common vertex
    std::uint64_t triangles = 0;        ///< three vertices, all adjacent
    std::uint64_t paths = 0;            ///< three edges in a row
    std::uint64_t stars = 0;            ///< three edges with a common vertex
    std::uint64_t cycles = 0;           ///< four edges in a circle
    std::uint64_t tailed_triangles = 0; ///< a triangle and an edge from one of its vertices (paw)
    std::uint64_t diamonds = 0;         ///< two triangles with a common edge
    std::uint64_t cliques = 0;          ///< four vertices, all adjacent
};

/// Counts the motifs of an undirected graph. Subgraphs that need not be induced are counted by degrees,
/// triangles of edges, products L·A and common neighbours within L', where L has the edges from each vertex
/// to those before it in the order of degrees; the counts of induced ones follow from them (Pinar, Seshadhri,
/// Vishal 2017). The products are made a block of rows at a time. \throws Error invalid_value if a count is
/// 2^64 or more.
MERGUS_API Motifs motifs(const AnyMatrix& A);

/// Graphlet degrees (Pržulj 2007), n × 15, full: entry (v, o) is the number of connected induced subgraphs of
/// two to four vertices in which v is at orbit o. Orbits: 0 an edge; 1 the end and 2 the middle of a wedge; 3
/// a triangle; 4 the end and 5 the inside of a path of four; 6 a leaf and 7 the centre of a star of three; 8
/// a cycle of four; 9 the tail, 10 the vertices of two edges and 11 the one of three edges of a tailed
/// triangle; 12 the vertices of two and 13 those of three edges of a diamond; 14 a clique of four. By
/// products as of motifs(). \throws Error invalid_value if a count is 2^63 or
/// more.
MERGUS_API Matrix<std::int64_t> graphlet_degrees(const AnyMatrix& A);

/// Options of maximal_cliques().
struct MaximalCliquesOptions {
    std::uint64_t limit = 1000000; ///< cliques that are listed, at most
    std::uint64_t least = 1;       ///< vertices of a clique that is listed, at least
};

/// What maximal_cliques() returns.
struct MaximalCliques {
    Matrix<bool> members; ///< cliques × n: a row has an entry for each vertex of a clique
    bool complete = true; ///< whether these are all
};

/// The maximal cliques of an undirected graph: sets of adjacent vertices to which none can be added; an
/// isolated vertex is one. On the host, by one thread: vertex after vertex in the order of degrees, with
/// pivots (Bron, Kerbosch 1973; Tomita, Tanaka, Takahashi 2006). There may be 3^(n/3).
MERGUS_API MaximalCliques maximal_cliques(const AnyMatrix& A, const MaximalCliquesOptions& options = {});

/// A vertex cover: vertices, with the entry true, of which each edge has one. Greedy, with many vertices at a
/// time: those of which no neighbour has twice as many edges left; then vertices that are not needed leave,
/// so none can be left out. Depends on `seed` alone.
MERGUS_API Vector<bool> vertex_cover(const AnyMatrix& A, std::uint64_t seed = 0);

/// A dominating set: vertices, with the entry true, such that each other vertex is adjacent to one. Greedy,
/// with many vertices at a time: those that are the best choice for half of the vertices that they would add.
/// Depends on `seed` alone.
MERGUS_API Vector<bool> dominating_set(const AnyMatrix& A, std::uint64_t seed = 0);

/// The k-truss: the largest subgraph in which each edge is in at least k − 2 triangles of that subgraph. Each
/// entry is the number of these triangles. \throws Error invalid_value for k < 3.
MERGUS_API Matrix<std::int64_t> k_truss(const AnyMatrix& A, Integer k);

/// Core numbers (Seidman 1983), n entries: the largest k for which the vertex is in a subgraph of vertices
/// that all have at least k neighbours in it.
MERGUS_API Vector<std::int64_t> core_numbers(const AnyMatrix& A);

/// A maximal set of vertices no two of which are adjacent: its members have the entry true. It depends on
/// `seed` alone, and is the same on every backend. Luby's algorithm (1986).
MERGUS_API Vector<bool> maximal_independent_set(const AnyMatrix& A, std::uint64_t seed = 0);

/// The number of triangles of each edge that is in one: A⟨A⟩ = A plus.pair A'.
MERGUS_API Matrix<std::int64_t> edge_support(const AnyMatrix& A);

/// Transitivity: the share of the pairs of edges with a common vertex that are a part of a triangle; 0 if
/// there is no such pair.
MERGUS_API double transitivity(const AnyMatrix& A);

/// The k-core: the edges between the vertices whose core number is at least k. \throws Error invalid_value
/// for a negative k.
MERGUS_API Matrix<bool> k_core(const AnyMatrix& A, Integer k);

/// The truss number of each edge: the largest k whose k-truss has it, 2 for an edge in no triangle (Cohen
/// 2008).
MERGUS_API Matrix<std::int64_t> truss_numbers(const AnyMatrix& A);

/// Colours 0, 1, … of the vertices, n entries, different for adjacent vertices: each is a maximal independent
/// set of the vertices that the colours before have left. At most one more than the greatest degree. Depends
/// on `seed` alone.
MERGUS_API Vector<std::int64_t> coloring(const AnyMatrix& A, std::uint64_t seed = 0);

/// Degree assortativity (Newman 2003): the correlation of the degrees at the ends of edges, of a directed A
/// that of the out-degree of the source and the in-degree of the target. A loop is an edge. NaN if one of
/// them is the same at all edges.
MERGUS_API double assortativity(const AnyMatrix& A);

/// Rich club: entry k is the share of the pairs of vertices of degree above k that are adjacent, for every k
/// with two such vertices (Zhou, Mondragón 2004); of size 0 for a graph without edges.
MERGUS_API Vector<double> rich_club(const AnyMatrix& A);

} // namespace mergus
