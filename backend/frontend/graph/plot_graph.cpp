/// \file plot_graph.cpp
/// Drawings of graphs as SVG.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/plot.hpp>

#include "../generate/random.hpp"
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace mergus {

namespace {

constexpr double margin = 40;

/// Of the largest communities, in the order of their size; then grey.
constexpr std::array colours = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
                                "#e377c2", "#bcbd22", "#17becf", "#0b3d91", "#7fb800", "#a2142f"};
constexpr const char* grey = "#999999";

/// The colour of each vertex: its number, or colours.size() for grey.
std::vector<std::size_t> colour_numbers(const std::vector<std::int64_t>& labels) {
    std::unordered_map<std::int64_t, std::uint64_t> sizes;
    for (const std::int64_t label : labels) ++sizes[label];
    std::vector<std::pair<std::int64_t, std::uint64_t>> order(sizes.begin(), sizes.end());
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), colours.size()));
    std::partial_sort(order.begin(), last, order.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::unordered_map<std::int64_t, std::size_t> numbers;
    for (auto one = order.begin(); one != last; ++one)
        numbers.emplace(one->first, static_cast<std::size_t>(one - order.begin()));
    std::vector<std::size_t> result;
    for (const std::int64_t label : labels) {
        const auto found = numbers.find(label);
        result.push_back(found == numbers.end() ? colours.size() : found->second);
    }
    return result;
}

struct Drawing {
    std::vector<double> x, y, radius; ///< in pixels

    Drawing(const Layout& layout, const std::vector<std::int64_t>& degrees, double size)
        : x(layout.x), y(layout.y) {
        for (double& at : x) at = margin + at * (size - 2 * margin);
        for (double& at : y) at = size - margin - at * (size - 2 * margin);
        const double mean =
            1 + static_cast<double>(std::accumulate(degrees.begin(), degrees.end(), std::int64_t{0})) /
                    static_cast<double>(degrees.size());
        // Points of mean degree would cover a few percent of the picture.
        const double usual = 0.1 * size / std::sqrt(static_cast<double>(degrees.size()) + 4);
        for (const std::int64_t degree : degrees)
            radius.push_back(
                std::clamp(usual * std::sqrt((static_cast<double>(degree) + 1) / mean), 0.7, size / 40));
    }
};

/// \param drawn gets the number of edges that are drawn
std::string edges_path(const Graph& graph, const Drawing& drawing, std::uint64_t most, std::uint64_t& drawn) {
    const Matrix<bool> upper = select(ops::triu, graph.symmetric(), 1);
    const std::uint64_t count = upper.nvals();
    std::vector<std::uint64_t> rows(count), cols(count);
    upper.AnyMatrix::extract_tuples(rows.data(), cols.data(), nullptr, type_of<bool>());
    constexpr std::uint64_t few = 3000; // edges that leave room between them
    std::string svg =
        fmt::format("<path stroke=\"#8899aa\" stroke-opacity=\"{}\" stroke-width=\"{}\" fill=\"none\" d=\"",
                    count <= few ? 0.6 : 0.35, count <= few ? 1 : 0.6);
    drawn = 0;
    for (std::uint64_t e = 0; e < count; ++e) {
        if (count > most && generate::multiply_high(generate::mix_bits(e + 1), count) >= most) continue;
        ++drawn;
        fmt::format_to(std::back_inserter(svg), "M{:.1f} {:.1f}L{:.1f} {:.1f}", drawing.x[rows[e]],
                       drawing.y[rows[e]], drawing.x[cols[e]], drawing.y[cols[e]]);
    }
    return svg + "\"/>\n";
}

std::string points(const Drawing& drawing, const std::vector<std::size_t>& numbers) {
    std::array<std::string, colours.size() + 1> circles;
    for (std::size_t v = 0; v < numbers.size(); ++v)
        fmt::format_to(std::back_inserter(circles[numbers[v]]),
                       "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n", drawing.x[v], drawing.y[v],
                       drawing.radius[v]);
    std::string svg;
    for (std::size_t colour = circles.size(); colour-- > 0;) // grey first, below the others
        if (!circles[colour].empty())
            svg += fmt::format("<g fill=\"{}\" fill-opacity=\"0.85\">\n{}</g>\n",
                               colour == colours.size() ? grey : colours[colour], circles[colour]);
    return svg;
}

} // namespace

std::string plot_graph(const Graph& graph, const Vector<std::int64_t>& communities,
                       const PlotOptions& options) {
    const std::uint64_t n = graph.vertices();
    if (communities.size() != n)
        throw Error(
            Code::dimension_mismatch,
            fmt::format("plot_graph: communities of {} vertices for a graph of {}", communities.size(), n));
    const auto size = static_cast<double>(std::max<std::uint64_t>(options.size, 100));
    if (n == 0) return core::svg_head(size, size, options.title) + "</svg>\n";
    const Layout layout = force_layout(graph.adjacency(), options.layout);
    const auto degrees = reduce_rows(plus_monoid<std::int64_t>, graph.symmetric());
    const Drawing drawing(layout, degrees.to_dense(), size);
    std::uint64_t drawn = 0;
    const std::string edges = edges_path(graph, drawing, options.max_edges, drawn);
    std::string svg = core::svg_head(size, size, options.title) + edges +
                      points(drawing, colour_numbers(communities.to_dense(-1)));
    svg += "<g text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"white\" stroke-width=\"3\">\n";
    for (const auto& [vertex, name, degree] : top(degrees, options.labels, graph.names()))
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", drawing.x[vertex],
                           drawing.y[vertex] - drawing.radius[vertex] - 3, core::svg_text(name));
    const std::uint64_t all = graph.symmetric().nvals() / 2;
    svg += fmt::format(
        "</g>\n<text x=\"30\" y=\"{:.0f}\" fill=\"#555\">{} vertices, {} edges{}</text>\n</svg>\n", size - 10,
        n, all, drawn < all ? fmt::format(", {} of them drawn", drawn) : "");
    return svg;
}

std::string plot_graph(const Graph& graph, const PlotOptions& options) {
    return plot_graph(graph, connected_components(graph.adjacency()), options);
}

} // namespace mergus
