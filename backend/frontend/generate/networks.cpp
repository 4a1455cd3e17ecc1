/// \file networks.cpp
/// Undirected graphs with properties of real networks: hubs, short ways, communities, places. Each edge is
/// drawn on its own, by random numbers of its index, so threads need no order.
#include "memory_errors.hpp"
#include "network_edges.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mergus::generate {

Csr symmetric(std::string_view generator, std::uint64_t n, const std::vector<Edge>& edges) {
    std::vector<std::uint64_t> offsets(n + 1, 0);
    for (const auto& [i, j] : edges) {
        if (i == j) continue;
        ++offsets[i + 1];
        ++offsets[j + 1];
    }
    for (std::uint64_t i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
    std::vector<std::uint64_t> cols(offsets[n]), next(offsets.begin(), offsets.end() - 1);
    for (const auto& [i, j] : edges) {
        if (i == j) continue;
        cols[next[i]++] = j;
        cols[next[j]++] = i;
    }
    Csr csr = start_rows(n, n, Field::pattern);
    const auto row = [&](std::uint64_t i) { return cols.begin() + static_cast<std::ptrdiff_t>(offsets[i]); };
    for_rows(n, [&](std::uint64_t i) {
        std::sort(row(i), row(i + 1));
        csr.row_ptr[i + 1] = static_cast<std::uint64_t>(std::unique(row(i), row(i + 1)) - row(i));
    });
    allocate_entries(generator, csr);
    for_rows(n, [&](std::uint64_t i) {
        std::copy_n(row(i), csr.row_ptr[i + 1] - csr.row_ptr[i],
                    csr.cols.begin() + static_cast<std::ptrdiff_t>(csr.row_ptr[i]));
    });
    return csr;
}

namespace {

/// The graph of n · per_vertex edges; draw(v, k) is the other end of the k-th edge of vertex v.
template <class Draw>
Csr drawn(std::string_view generator, std::uint64_t n, std::uint64_t per_vertex, const Draw& draw) {
    const Wide count = Wide{n} * per_vertex;
    require_room({generator, n, n, Field::pattern, count, count * (sizeof(Edge) + 16)});
    std::vector<Edge> edges(n * per_vertex);
    for_rows(n, [&](std::uint64_t v) {
        for (std::uint64_t k = 0; k < per_vertex; ++k) edges[v * per_vertex + k] = {v, draw(v, k)};
    });
    return symmetric(generator, n, edges);
}

/// A probability as a bound of 53-bit numbers: exact.
std::uint64_t bound_of(double probability) {
    return static_cast<std::uint64_t>(probability * 0x1p53);
}

void require_vertices(std::uint64_t n, std::string_view generator) {
    require(n >= 1 && n <= largest_side, generator, "n must be from 1 to 2^60");
}

Csr make_barabasi_albert(std::uint64_t n, std::uint64_t edges, std::uint64_t seed) {
    require_vertices(n, "barabasi-albert");
    require(edges >= 1 && edges <= n, "barabasi-albert", "edges must be from 1 to n");
    const Stream stream(seed, structure_stream);
    return drawn("barabasi-albert", n, edges, [&](std::uint64_t v, std::uint64_t k) {
        // Edge e has the ends 2e, its own vertex, and 2e + 1, a copy of one of the ends before it. So a
        // vertex is chosen as often as it is an end (Batagelj, Brandes 2005); the chain of copies is short
        // (Sanders, Schulz 2016).
        std::uint64_t end = 2 * (v * edges + k) + 1;
        while (end % 2 == 1) end = multiply_high(stream.at(end), end);
        return end / 2 / edges;
    });
}

Csr make_watts_strogatz(std::uint64_t n, std::uint64_t degree, double rewired, std::uint64_t seed) {
    require_vertices(n, "watts-strogatz");
    require(degree % 2 == 0 && degree < n, "watts-strogatz", "degree must be even and below n");
    require(rewired >= 0 && rewired <= 1, "watts-strogatz", "rewired must be from 0 to 1");
    const Stream stream(seed, structure_stream);
    const std::uint64_t bound = bound_of(rewired);
    return drawn("watts-strogatz", n, degree / 2, [&](std::uint64_t v, std::uint64_t k) {
        const Stream edge = stream.sub(v * (degree / 2) + k);
        return (edge.at(0) >> 11) < bound ? multiply_high(edge.at(1), n) : (v + k + 1) % n;
    });
}

Csr make_planted_partition(std::uint64_t n, std::uint64_t groups, double inside, double outside,
                           std::uint64_t seed) {
    require_vertices(n, "planted-partition");
    require(groups >= 1 && groups <= n, "planted-partition", "groups must be from 1 to n");
    const auto vertices = static_cast<double>(n);
    require(inside >= 0 && inside <= vertices && outside >= 0 && outside <= vertices, "planted-partition",
            "inside and outside must be from 0 to n");
    const Stream stream(seed, structure_stream);
    // Every edge belongs to two vertices: each draws half of its own.
    const auto draws = static_cast<std::uint64_t>(std::ceil((inside + outside) / 2));
    const std::uint64_t kept = draws == 0 ? 0 : bound_of((inside + outside) / 2 / static_cast<double>(draws));
    const std::uint64_t within = bound_of(inside + outside == 0 ? 0 : inside / (inside + outside));
    return drawn("planted-partition", n, draws, [&](std::uint64_t v, std::uint64_t k) {
        const Stream edge = stream.sub(v * draws + k);
        if ((edge.at(0) >> 11) >= kept) return v; // a loop, which is dropped
        // Group g has the vertices from g n / groups on.
        const auto first = [&](std::uint64_t g) { return static_cast<std::uint64_t>(Wide{g} * n / groups); };
        const auto group = static_cast<std::uint64_t>(((Wide{v} + 1) * groups - 1) / n);
        const std::uint64_t begin = first(group), size = first(group + 1) - begin;
        if ((edge.at(1) >> 11) < within) return begin + multiply_high(edge.at(2), size);
        if (size == n) return v;
        const std::uint64_t other = multiply_high(edge.at(2), n - size);
        return other < begin ? other : other + size;
    });
}

Csr make_random_geometric(std::uint64_t n, double degree, std::uint64_t seed) {
    require_vertices(n, "random-geometric");
    require(degree >= 0 && degree < static_cast<double>(n), "random-geometric", "degree must be from 0 to n");
    require_room({"random-geometric", n, n, Field::pattern, static_cast<std::uint64_t>(degree) * Wide{n} / 2,
                  Wide{n} * 40 + static_cast<std::uint64_t>(degree) * Wide{n} * 24});
    // Coordinates are multiples of 2^-31, squares of distances below 2^63 as integers.
    constexpr double pi = 3.141592653589793;
    const double square = degree / (pi * static_cast<double>(n));
    const auto bound = static_cast<std::uint64_t>(std::min(square, 1.9) * 0x1p62);
    // Cells at least as wide as the radius, and no more than there are points.
    const double across = std::min(std::floor(1 / std::sqrt(std::max(square, 1e-18))),
                                   std::floor(std::sqrt(static_cast<double>(n))));
    const auto cells = static_cast<std::uint64_t>(std::max(across, 1.0));
    struct Point {
        std::uint64_t cell, x, y, vertex;
    };
    std::vector<Point> points(n);
    const Stream stream(seed, structure_stream);
    for_rows(n, [&](std::uint64_t v) {
        const std::uint64_t x = stream.at(2 * v) >> 33, y = stream.at(2 * v + 1) >> 33;
        points[v] = {(y * cells >> 31) * cells + (x * cells >> 31), x, y, v};
    });
    std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.vertex < b.vertex;
    });
    std::vector<std::uint64_t> first(cells * cells + 1, 0);
    for (const Point& point : points) ++first[point.cell + 1];
    for (std::uint64_t c = 0; c < cells * cells; ++c) first[c + 1] += first[c];
    std::vector<Edge> edges;
    for (const Point& a : points) {
        const std::uint64_t row = a.cell / cells, column = a.cell % cells;
        for (std::uint64_t y = row == 0 ? 0 : row - 1; y < std::min(row + 2, cells); ++y)
            for (std::uint64_t x = column == 0 ? 0 : column - 1; x < std::min(column + 2, cells); ++x)
                for (std::uint64_t p = first[y * cells + x]; p < first[y * cells + x + 1]; ++p) {
                    const Point& b = points[p];
                    const std::uint64_t dx = a.x > b.x ? a.x - b.x : b.x - a.x,
                                        dy = a.y > b.y ? a.y - b.y : b.y - a.y;
                    if (a.vertex < b.vertex && dx * dx + dy * dy <= bound)
                        edges.emplace_back(a.vertex, b.vertex);
                }
    }
    return symmetric("random-geometric", n, edges);
}

} // namespace

Csr barabasi_albert(Natural n, Natural edges, Natural seed) {
    return core::with_memory_errors("generate: barabasi-albert",
                                    [&] { return make_barabasi_albert(n, edges, seed); });
}

Csr watts_strogatz(Natural n, Natural degree, double rewired, Natural seed) {
    return core::with_memory_errors("generate: watts-strogatz",
                                    [&] { return make_watts_strogatz(n, degree, rewired, seed); });
}

Csr planted_partition(Natural n, Natural groups, double inside, double outside, Natural seed) {
    return core::with_memory_errors("generate: planted-partition",
                                    [&] { return make_planted_partition(n, groups, inside, outside, seed); });
}

Csr random_geometric(Natural n, double degree, Natural seed) {
    return core::with_memory_errors("generate: random-geometric",
                                    [&] { return make_random_geometric(n, degree, seed); });
}

} // namespace mergus::generate
