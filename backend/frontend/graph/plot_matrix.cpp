/// \file plot_matrix.cpp
/// The density of a matrix and its degrees as SVG.
#include <mergus/ops.hpp>
#include <mergus/plot.hpp>
#include <mergus/semirings/all.hpp>

#include "../algorithms/graph.hpp"
#include "../files/output.hpp"
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace mergus {

namespace {

constexpr double margin = 30;
constexpr double cell_pixels = 4;
constexpr double bar_height = 18;

/// A matrix that has its entry of row i in the column i / side.
Matrix<bool> cells_of(const Context& context, std::uint64_t size, std::uint64_t side) {
    Csr csr;
    csr.nrows = size;
    csr.ncols = (size + side - 1) / side;
    csr.cols.resize(size);
    csr.row_ptr.resize(size + 1);
    for (std::uint64_t i = 0; i < size; ++i) {
        csr.cols[i] = i / side;
        csr.row_ptr[i + 1] = i + 1;
    }
    return Matrix<bool>::from_csr(context, csr);
}

/// Rows and columns of a cell.
std::uint64_t cell_side(const AnyMatrix& A, std::uint64_t cells) {
    return std::max<std::uint64_t>(1, (std::max(A.nrows(), A.ncols()) + cells - 1) / cells);
}

std::string spy_parts(const AnyMatrix& A, std::uint64_t cells, double& width, double& height) {
    const Matrix<std::int64_t> counts = density(A, cells);
    const std::uint64_t side = cell_side(A, cells);
    width = cell_pixels * static_cast<double>(counts.ncols());
    height = cell_pixels * static_cast<double>(counts.nrows());
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> values;
    counts.extract_tuples(rows, cols, values);
    std::vector<double> shares(values.size());
    double largest = 0;
    for (std::size_t e = 0; e < values.size(); ++e) {
        const double positions = static_cast<double>(std::min(side, A.nrows() - rows[e] * side)) *
                                 static_cast<double>(std::min(side, A.ncols() - cols[e] * side));
        shares[e] = static_cast<double>(values[e]) / positions;
        largest = std::max(largest, shares[e]);
    }
    std::string svg =
        fmt::format("<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" fill=\"none\" stroke=\"#888\"/>\n"
                    "<g fill=\"#14508c\">\n",
                    margin, width, height);
    constexpr double orders = 3, lightest = 0.25;
    for (std::size_t e = 0; e < values.size(); ++e)
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{:.2f}\"/>\n",
                           margin + cell_pixels * static_cast<double>(cols[e]),
                           margin + cell_pixels * static_cast<double>(rows[e]), cell_pixels, cell_pixels,
                           std::max(lightest, 1 + std::log10(shares[e] / largest) / orders));
    return svg + "</g>\n";
}

std::string degree_parts(const AnyMatrix& A, double left, double& width, double& height) {
    std::vector<std::uint64_t> bins;
    for (const std::int64_t degree : core::out_degrees(A).to_dense()) {
        const auto bin = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(degree)));
        if (bin >= bins.size()) bins.resize(bin + 1, 0);
        ++bins[bin];
    }
    constexpr double labels = 100, longest = 200, counts = 80;
    width = labels + longest + counts;
    height = bar_height * static_cast<double>(bins.size());
    const double most = bins.empty() ? 1 : static_cast<double>(*std::max_element(bins.begin(), bins.end()));
    std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" fill=\"#555\">rows by number of entries</text>\n",
                                  left, margin - 2);
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        const double y = margin + bar_height * static_cast<double>(bin);
        const double length = longest * static_cast<double>(bins[bin]) / most;
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n"
                           "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#14508c\"/>\n"
                           "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
                           left + labels - 6, y + 14, core::bin_label(bin), left + labels, y + 3, length,
                           bar_height - 4, left + labels + length + 4, y + 14, bins[bin]);
    }
    return svg;
}

} // namespace

Matrix<std::int64_t> density(const AnyMatrix& A, Natural cells) {
    constexpr std::uint64_t most_cells = 4096;
    if (cells == 0 || cells > most_cells)
        throw Error(Code::invalid_value, fmt::format("density: {} cells; from 1 to {} are possible",
                                                     static_cast<std::uint64_t>(cells), most_cells));
    const std::uint64_t side = cell_side(A, cells);
    const Matrix<bool> rows = cells_of(A.context(), A.nrows(), side);
    const Matrix<bool> cols = cells_of(A.context(), A.ncols(), side);
    const auto by_row = mxm(plus_pair<std::int64_t>, A, cols);
    return mxm(plus_second<std::int64_t>, rows, by_row, {.transpose_a = true});
}

std::string plot_matrix(const AnyMatrix& A, const MatrixPlotOptions& options) {
    double width = 0, height = 0, bars_width = 0, bars_height = 0;
    std::string parts;
    if (options.spy) parts += spy_parts(A, options.cells, width, height);
    const double left = options.spy ? std::max(width, 100.0) + 3 * margin : margin;
    if (options.degrees) parts += degree_parts(A, left, bars_width, bars_height);
    return core::svg_head(left + bars_width + margin, std::max({height, bars_height, 20.0}) + 2 * margin,
                          options.title) +
           parts + "</svg>\n";
}

void write_text(const std::filesystem::path& file, const std::string& text) {
    core::OutputFile out(file);
    out.write(text);
    out.commit();
}

} // namespace mergus
