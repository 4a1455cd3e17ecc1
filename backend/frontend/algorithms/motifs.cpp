/// \file motifs.cpp
/// Connected induced subgraphs of three and four vertices (Pinar, Seshadhri, Vishal 2017), and clustering by
/// squares.
#include <mergus/algorithms/structure.hpp>
#include <mergus/row_ops.hpp>

#include "graph.hpp"
#include "motif_products.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

namespace mergus {

namespace {

__extension__ using Wide = __int128; // sums of cubes of degrees

std::uint64_t checked(Wide count, const char* motif) {
    if (count > Wide{std::numeric_limits<std::uint64_t>::max()})
        throw Error(Code::invalid_value, fmt::format("motifs: the number of {} is not below 2^64", motif));
    return static_cast<std::uint64_t>(count);
}

} // namespace

Motifs motifs(const AnyMatrix& A) {
    core::require_square(A, "motifs");
    core::Reports reports("motifs", "rows", "block");
    reports.report([] { return core::Known{}; });
    const core::DegreeOrdered ordered(A);
    const std::vector<std::int64_t> d = ordered.degree.to_dense(0),
                                    around = core::sums_over(ordered.graph, ordered.degree),
                                    corners = core::row_sums(ordered.support),
                                    shared = core::row_sums(core::pairs_of(ordered.support));
    // Subgraphs that need not be induced. Sums over vertices count edges twice, and triangles three times.
    Wide wedges = 0, stars = 0, paths = 0, triangles = 0, tailed = 0, cycles = 0, diamonds = 0;
    for (std::size_t v = 0; v < d.size(); ++v) {
        const Wide k = d[v];
        wedges += k * (k - 1) / 2;
        stars += k * (k - 1) * (k - 2) / 6;
        paths += (k - 1) * (around[v] - k);
        triangles += corners[v];
        tailed += Wide{corners[v] / 2} * (k - 2);
        diamonds += shared[v];
    }
    triangles /= 6;
    diamonds /= 2;
    paths = paths / 2 - 3 * triangles;
    core::in_blocks(ordered.work, [&](std::uint64_t first, std::uint64_t end) {
        const auto pairs = core::pairs_of(core::joined_twice(ordered, first, end));
        cycles += reduce(plus_monoid<std::int64_t>, pairs);
        reports.report([&] { return core::Known{end, d.size()}; });
    });
    const core::FirstEdges edges(ordered.U);
    Wide cliques = 0;
    core::in_blocks(edges.work, [&](std::uint64_t first, std::uint64_t end) {
        cliques +=
            reduce(plus_monoid<std::int64_t>, core::joined_after(ordered.U, ordered.U, edges, first, end));
        reports.report([&] { return core::Known{end, edges.work.size()}; });
    });
    // How often an induced subgraph contains one that need not be.
    diamonds -= 6 * cliques;
    cycles -= diamonds + 3 * cliques;
    tailed -= 4 * diamonds + 12 * cliques;
    paths -= 4 * cycles + 2 * tailed + 6 * diamonds + 12 * cliques;
    stars -= tailed + 2 * diamonds + 4 * cliques;
    return {.wedges = checked(wedges - 3 * triangles, "wedges"),
            .triangles = checked(triangles, "triangles"),
            .paths = checked(paths, "paths"),
            .stars = checked(stars, "stars"),
            .cycles = checked(cycles, "cycles"),
            .tailed_triangles = checked(tailed, "tailed triangles"),
            .diamonds = checked(diamonds, "diamonds"),
            .cliques = checked(cliques, "cliques")};
}

Vector<double> square_clustering(const AnyMatrix& A) {
    core::require_square(A, "square_clustering");
    core::Reports reports("square_clustering", "rows", "block");
    reports.report([&] { return core::Known{0, A.nrows()}; });
    const core::DegreeOrdered ordered(A);
    const std::vector<std::int64_t> d = ordered.degree.to_dense(0),
                                    around = core::sums_over(ordered.graph, ordered.degree),
                                    corners = core::row_sums(ordered.support),
                                    closed = core::squares_at(ordered, reports);
    // Over all pairs of neighbours of v: q sums to closed, the adjacent ones to corners / 2, the degrees to
    // (d − 1) around.
    std::vector<double> shares(d.size(), 0);
    for (std::size_t v = 0; v < d.size(); ++v) {
        const auto k = static_cast<double>(d[v]), s = static_cast<double>(closed[v]);
        const double possible =
            static_cast<double>(around[v]) * (k - 1) - k * (k - 1) - static_cast<double>(corners[v]) - s;
        if (possible > 0) shares[ordered.order[v]] = s / possible;
    }
    return Vector<double>::from_dense(A.context(), shares);
}

} // namespace mergus
