/// \file picture.hpp
/// Pictures of a matrix as text: where its entries are, and how many a row has.
#pragma once

#include <mergus/host_data.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mergus::tools {

/// Entries counted in a grid of cells over the matrix.
struct SpyPlot {
    std::size_t height = 0;
    std::size_t width = 0;
    std::vector<std::uint64_t> counts; ///< height × width, row by row
    double largest = 0;                ///< entries of the fullest cell over the positions in it
    std::vector<double> shares;        ///< entries of each cell over the positions in it
};

/// At most `cells` cells along the longer side, and no more than rows or columns. An empty matrix has none.
SpyPlot spy_plot(const Csr& matrix, std::size_t cells);

/// Rows by their number of entries, in bins of powers of two: bin 0 is 0 entries, bin b from 2^(b−1) to 2^b
/// − 1.
std::vector<std::uint64_t> degree_histogram(const Csr& matrix);
/// "0", "1", "2-3", "4-7", …
std::string bin_label(std::size_t bin);

/// Shades by the logarithm of the share of entries; each cell is two characters wide, so that it is square.
std::string spy_text(const SpyPlot& plot);
std::string histogram_text(const std::vector<std::uint64_t>& bins, std::size_t width);

} // namespace mergus::tools
