/// \file plot.hpp
/// Pictures of graphs and matrices as SVG: a drawing of a graph, the density of a matrix, degrees.
#pragma once

#include <mergus/export.hpp>
#include <mergus/graph.hpp>
#include <mergus/matrix.hpp>
#include <mergus/natural.hpp>
#include <mergus/vector.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mergus {

/// Options of force_layout().
struct LayoutOptions {
    std::uint64_t iterations = 200; ///< steps
    std::uint64_t seed = 0;         ///< of the first positions
};

/// Positions of vertices in the plane.
struct Layout {
    std::vector<double> x; ///< from 0 to 1
    std::vector<double> y; ///< from 0 to 1
};

/// A force layout (Fruchterman, Reingold 1991, with the forces of Jacomy, Venturini, Heymann, Bastian 2014):
/// edges, taken in both directions and without weights, pull their ends together in proportion to the
/// distance; vertices push each other apart by the product of their degrees plus one over the distance, and
/// all are drawn to the centre. Pushes are computed on two grids, a coarse one for long distances and a fine
/// one for short ones: masses are spread over the four nodes around a vertex, convolved with the force of a
/// mass, and gathered, W K W' m, so that a step is a few products of A and of matrices of the grid. Vertices
/// closer than a cell of the fine grid (1/45 of the picture for up to 1000 vertices, else 1/124) hardly push
/// each other.
///
/// Every step copies the positions to the host and back. Meant for up to 10^5 vertices. Sums are not in a
/// fixed order unless the context is deterministic. \throws Error dimension_mismatch if A is not square.
MERGUS_API Layout force_layout(const AnyMatrix& A, const LayoutOptions& options = {});

/// Options of plot_graph().
struct PlotOptions {
    std::uint64_t size = 1000;       ///< pixels of the longer side
    std::uint64_t labels = 20;       ///< the number of labelled vertices, those of greatest degree
    std::uint64_t max_edges = 20000; ///< of more edges a sample of about this size is drawn
    LayoutOptions layout{};          ///< where the vertices are
    std::string title{};             ///< above the picture
};

/// A drawing of the graph as SVG: vertices as points whose area grows with the degree, in the colours of
/// `communities`, a label for each vertex; the twelve largest communities have colours, the others are grey.
/// \throws Error dimension_mismatch if communities has another size than the graph has vertices.
MERGUS_API std::string plot_graph(const Graph& graph, const Vector<std::int64_t>& communities,
                                  const PlotOptions& options = {});
/// The same for `graph` with connected components as communities.
MERGUS_API std::string plot_graph(const Graph& graph, const PlotOptions& options = {});

/// The entries of A counted in a grid over the matrix, computed on the backend as R' A C of two matrices that
/// map rows and columns to cells; the host makes these two, with 16 bytes for each row and column. At most
/// `cells` cells on the longer side; cells without entries have none. \throws Error invalid_value if `cells`
/// is 0 or above 4096.
MERGUS_API Matrix<std::int64_t> density(const AnyMatrix& A, Natural cells);

/// Options of plot_matrix().
struct MatrixPlotOptions {
    bool spy = true;     ///< the density, darker where more of the positions have an entry: three decimal
                         ///< orders differ
    bool degrees = true; ///< a histogram of the rows by their number of entries, in bins of powers of two
    std::uint64_t cells = 128; ///< of the density, along the longer side
    std::string title{};       ///< above the picture
};

/// A matrix of any size as SVG: its density and the degrees of its rows, side by side. \throws Error as
/// density().
MERGUS_API std::string plot_matrix(const AnyMatrix& A, const MatrixPlotOptions& options = {});

/// Writes the text to a file, which appears when it is complete. \throws Error io_error.
MERGUS_API void write_text(const std::filesystem::path& file, const std::string& text);

} // namespace mergus
