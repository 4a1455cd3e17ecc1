/// \file picture.cpp
#include "picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace mergus::tools {

namespace {

/// From an empty cell to the fullest one.
constexpr const char* shades[] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
constexpr double darkest = std::size(shades) - 1;

/// 0 for an empty cell, from just above 0 to 1 otherwise. Three decimal orders of density differ.
double darkness(const SpyPlot& plot, std::size_t cell) {
    constexpr double orders = 3;
    const double share = plot.shares[cell];
    if (share == 0) return 0;
    return std::max(0.25, 1 + std::log10(share / plot.largest) / orders);
}

std::uint64_t fullest(const std::vector<std::uint64_t>& bins) {
    return bins.empty() ? 0 : *std::max_element(bins.begin(), bins.end());
}

} // namespace

SpyPlot spy_plot(const Csr& matrix, std::size_t cells) {
    SpyPlot plot;
    const std::uint64_t longer = std::max(matrix.nrows, matrix.ncols);
    if (matrix.nrows == 0 || matrix.ncols == 0) return plot;
    // Rows and columns of a cell.
    const std::uint64_t side = (longer + cells - 1) / cells;
    plot.height = (matrix.nrows + side - 1) / side;
    plot.width = (matrix.ncols + side - 1) / side;
    plot.counts.assign(plot.height * plot.width, 0);
    for (std::uint64_t i = 0; i < matrix.nrows; ++i)
        for (std::uint64_t e = matrix.row_ptr[i]; e < matrix.row_ptr[i + 1]; ++e)
            ++plot.counts[i / side * plot.width + matrix.cols[e] / side];
    plot.shares.resize(plot.counts.size());
    for (std::size_t cell = 0; cell < plot.counts.size(); ++cell) {
        const std::uint64_t rows = std::min(side, matrix.nrows - cell / plot.width * side);
        const std::uint64_t cols = std::min(side, matrix.ncols - cell % plot.width * side);
        plot.shares[cell] =
            static_cast<double>(plot.counts[cell]) / (static_cast<double>(rows) * static_cast<double>(cols));
        plot.largest = std::max(plot.largest, plot.shares[cell]);
    }
    return plot;
}

std::vector<std::uint64_t> degree_histogram(const Csr& matrix) {
    std::vector<std::uint64_t> bins;
    for (std::uint64_t i = 0; i < matrix.nrows; ++i) {
        const auto bin = static_cast<std::size_t>(std::bit_width(matrix.row_ptr[i + 1] - matrix.row_ptr[i]));
        if (bin >= bins.size()) bins.resize(bin + 1, 0);
        ++bins[bin];
    }
    return bins;
}

std::string bin_label(std::size_t bin) {
    if (bin <= 1) return fmt::format("{}", bin);
    return fmt::format("{}-{}", std::uint64_t{1} << (bin - 1), (std::uint64_t{1} << (bin - 1)) * 2 - 1);
}

std::string spy_text(const SpyPlot& plot) {
    std::string text;
    const auto border = [&](const char* left, const char* right) {
        text += left;
        for (std::size_t x = 0; x < 2 * plot.width; ++x) text += "\u2500";
        text += right;
        text += '\n';
    };
    border("\u250c", "\u2510");
    for (std::size_t y = 0; y < plot.height; ++y) {
        text += "\u2502";
        for (std::size_t x = 0; x < plot.width; ++x) {
            const auto shade =
                static_cast<std::size_t>(std::ceil(darkness(plot, y * plot.width + x) * darkest));
            text += shades[shade];
            text += shades[shade];
        }
        text += "\u2502\n";
    }
    border("\u2514", "\u2518");
    return text;
}

std::string histogram_text(const std::vector<std::uint64_t>& bins, std::size_t width) {
    std::size_t label_width = 0;
    std::size_t count_width = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        label_width = std::max(label_width, bin_label(bin).size());
        count_width = std::max(count_width, fmt::formatted_size("{}", bins[bin]));
    }
    const std::size_t room =
        width > label_width + count_width + 4 ? width - label_width - count_width - 4 : 1;
    std::string text;
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        const double share = static_cast<double>(bins[bin]) / static_cast<double>(fullest(bins));
        text += fmt::format("{:>{}}  {:>{}}  ", bin_label(bin), label_width, bins[bin], count_width);
        const auto length = static_cast<std::size_t>(std::ceil(share * static_cast<double>(room)));
        for (std::size_t x = 0; x < length; ++x) text += "\u2588";
        text += '\n';
    }
    return text;
}

} // namespace mergus::tools
