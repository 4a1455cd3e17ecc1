/// \file test_plot.cpp
/// Layouts, drawings, and densities against plain counts.
#include "conformance/random.hpp"
#include "testing/matrices.hpp"

#include <mergus/generate.hpp>
#include <mergus/plot.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace mergus;
using namespace mergus::tests;

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

double distance(const Layout& layout, std::uint64_t a, std::uint64_t b) {
    return std::hypot(layout.x[a] - layout.x[b], layout.y[a] - layout.y[b]);
}

/// Of a side × side grid.
AnyMatrix grid(const Context& context, std::uint64_t side) {
    return AnyMatrix::from_csr(context, generate::poisson2d5(side));
}

} // namespace

TEST_SUITE_BEGIN("graph");

TEST_CASE("a layout unfolds a grid") {
    on_each_backend([](const Context& context) {
        const std::uint64_t side = is_slow(std::string(context.backend())) ? 5 : 12;
        const Layout layout = force_layout(grid(context, side), {.iterations = side * 8});
        REQUIRE((layout.x.size() == side * side && layout.y.size() == side * side));
        for (const double at : layout.x) CHECK((at >= 0 && at <= 1));
        for (const double at : layout.y) CHECK((at >= 0 && at <= 1));
        double longest = 0;
        for (std::uint64_t i = 0; i < side; ++i)
            for (std::uint64_t j = 0; j + 1 < side; ++j) {
                longest = std::max(longest, distance(layout, i * side + j, i * side + j + 1));
                longest = std::max(longest, distance(layout, j * side + i, (j + 1) * side + i));
            }
        const double last = static_cast<double>(side - 1);
        CHECK(longest < 2.5 / last);
        CHECK(distance(layout, 0, side * side - 1) > 0.6);
        CHECK(distance(layout, side - 1, side * (side - 1)) > 0.6);
    });
}

TEST_CASE("layouts of graphs with few vertices or edges") {
    on_each_backend([](const Context& context) {
        CHECK(force_layout(AnyMatrix(context, type_of<bool>(), 0, 0)).x.empty());
        CHECK(force_layout(AnyMatrix(context, type_of<bool>(), 1, 1), {.iterations = 3}).x.size() == 1);
        const auto pair = make<bool>(context, 4, 4, {{1, 3, true}, {2, 2, true}});
        const Layout layout = force_layout(pair, {.iterations = 60});
        for (std::size_t v = 0; v < 4; ++v) CHECK((std::isfinite(layout.x[v]) && std::isfinite(layout.y[v])));
        CHECK(distance(layout, 1, 3) < distance(layout, 0, 2));
        CHECK_THROWS_AS(force_layout(AnyMatrix(context, type_of<bool>(), 2, 3)), Error);
    });
}

TEST_CASE("a drawing has a point for each vertex, edges once, and names as text") {
    on_each_backend([](const Context& context) {
        const std::string_view names[] = {"<a&b>", "\xc3\xa4", "bad \xff", "d"};
        const Graph graph(make<int>(context, 4, 4, {{0, 1, 1}, {1, 0, 1}, {1, 2, 5}, {3, 3, 1}}), true,
                          VertexNames::from_strings(names));
        const std::string svg = plot_graph(graph, {.labels = 3, .layout = {.iterations = 5}, .title = "t<"});
        CHECK(occurrences(svg, "<circle") == 4);
        CHECK(occurrences(svg, "M") == 2);
        CHECK(svg.find(">&lt;a&amp;b&gt;<") != svg.npos);
        CHECK(svg.find(">\xc3\xa4<") != svg.npos);
        CHECK(svg.find(">bad ?<") != svg.npos);
        CHECK(svg.find(">t&lt;<") != svg.npos);
        CHECK(svg.find(">4 vertices, 2 edges<") != svg.npos);
        for (const char* const colour : {"#1f77b4", "#ff7f0e"}) CHECK(occurrences(svg, colour) == 1);
        CHECK(occurrences(svg, "#2ca02c") == 0); // there are two communities
        CHECK(svg.ends_with("</svg>\n"));
        const std::string sampled = plot_graph(graph, {.max_edges = 0, .layout = {.iterations = 1}});
        CHECK(occurrences(sampled, "M") == 0);
        CHECK(sampled.find("2 edges, 0 of them drawn") != sampled.npos);
        CHECK_THROWS_AS(plot_graph(graph, Vector<std::int64_t>(context, 3)), Error);
    });
}

TEST_CASE("the density counts all entries") {
    on_each_backend([](const Context& context) {
        const auto A = Matrix<float>::from_csr(context, generate::er(130, 75, 4));
        const auto counts = density(A, 10); // 13 rows and columns each
        CHECK((counts.nrows() == 10 && counts.ncols() == 6));
        std::vector<std::int64_t> expected(60), found(60);
        for (const auto& [i, j, value] : read<float>(A)) ++expected[i / 13 * 6 + j / 13];
        for (const auto& [i, j, value] : read<std::int64_t>(counts)) found[i * 6 + j] = value;
        CHECK(found == expected);
        CHECK(density(A, 4096).nvals() == A.nvals());
        CHECK_THROWS_AS(density(A, 0), Error);
        const std::string svg = plot_matrix(A, {.cells = 10});
        CHECK(occurrences(svg, "fill-opacity") == counts.nvals());
        CHECK(svg.find(">4-7<") != svg.npos);
        std::vector<std::int64_t> row_counts(130);
        for (const auto& [i, j, value] : read<float>(A)) ++row_counts[i];
        const auto full =
            std::count_if(row_counts.begin(), row_counts.end(), [](auto count) { return count >= 4; });
        CHECK(svg.find(">" + std::to_string(full) + "<") != svg.npos);
        CHECK(plot_matrix(A, {.spy = false}).find("fill-opacity") == svg.npos);
        CHECK(plot_matrix(AnyMatrix(context, type_of<bool>(), 0, 0)).ends_with("</svg>\n"));
    });
}

TEST_SUITE_END();
