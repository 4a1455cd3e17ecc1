/// \file graphlets.cpp
/// Graphlet degrees (Pržulj 2007) by products: subgraphs that need not be induced are counted for each
/// vertex, and those of more edges that contain them are subtracted.
#include <mergus/algorithms/structure.hpp>

#include "graph.hpp"
#include "motif_products.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace mergus {

namespace {

__extension__ using Wide = __int128;
using Numbers = std::vector<std::int64_t>;

constexpr std::size_t orbits = 15;

/// Cliques of four at each vertex: for an edge of two, and for those after both of its ends.
Numbers cliques_at(const core::DegreeOrdered& ordered, core::Reports& reports) {
    const core::FirstEdges edges(ordered.U);
    Numbers found(ordered.order.size(), 0);
    Vector<std::int64_t> after(ordered.graph.context(), found.size());
    assign(after, std::int64_t{0});
    core::in_blocks(edges.work, [&](std::uint64_t first, std::uint64_t end) {
        const auto joined = core::joined_after(ordered.U, ordered.graph, edges, first, end);
        const Numbers of_edges = core::row_sums(joined); // each pair twice
        reduce(after, plus_monoid<std::int64_t>, joined,
               {.accum = ops::plus<std::int64_t>, .transpose_a = true});
        for (std::uint64_t e = first; e < end; ++e) {
            found[edges.rows[e]] += of_edges[e - first] / 2;
            found[edges.cols[e]] += of_edges[e - first] / 2;
        }
        reports.report([&] { return core::Known{end, edges.work.size()}; });
    });
    const Numbers more = after.to_dense();
    for (std::size_t v = 0; v < found.size(); ++v) found[v] += more[v];
    return found;
}

Vector<std::int64_t> vector_of(const Context& context, const Numbers& values) {
    return Vector<std::int64_t>::from_dense(context, values);
}

/// Counts for each vertex of which the graphlet degrees are made.
struct Counts {
    Counts(const core::DegreeOrdered& ordered, core::Reports& reports)
        : d(ordered.degree.to_dense(0)), corners(core::row_sums(ordered.support)),
          edges_of_two(core::row_sums(core::pairs_of(ordered.support))),
          squares(core::squares_at(ordered, reports)), cliques(cliques_at(ordered, reports)) {
        const Context context = ordered.graph.context();
        const auto over_neighbours = [&](auto value) {
            Numbers values(d.size());
            for (std::size_t v = 0; v < d.size(); ++v) values[v] = value(v);
            return core::sums_over(ordered.graph, vector_of(context, values));
        };
        ends = over_neighbours([&](std::size_t v) { return d[v] - 1; });
        second_ends = over_neighbours([&](std::size_t v) { return ends[v]; });
        pairs = over_neighbours([&](std::size_t v) { return (d[v] - 1) * (d[v] - 2) / 2; });
        triangles = over_neighbours([&](std::size_t v) { return corners[v] / 2; });
        weighted = mxv(plus_times<std::int64_t>, ordered.support, ordered.degree).to_dense(0);
        const auto others = apply(ops::minus<std::int64_t>, ordered.support, std::int64_t{1});
        opposite = core::row_sums(
            mxm(plus_second<std::int64_t>, ordered.graph, others, {.mask = structure(ordered.graph)}));
    }

    Numbers d;            ///< neighbours
    Numbers corners;      ///< twice the triangles
    Numbers edges_of_two; ///< pairs of triangles with a common edge at the vertex
    Numbers squares, cliques;
    Numbers ends;        ///< the sum of d − 1 over the neighbours
    Numbers second_ends; ///< of that
    Numbers pairs;       ///< of (d − 1) (d − 2) / 2
    Numbers triangles;   ///< of triangles
    Numbers weighted;    ///< of d times the triangles of the edge
    Numbers opposite;    ///< over the triangles, twice: others of the edge that does not have the vertex
};

std::array<Wide, orbits> orbits_of(const Counts& c, std::size_t v) {
    const Wide d = c.d[v], t = c.corners[v] / 2, k = c.cliques[v];
    std::array<Wide, orbits> o{};
    o[0] = d;
    o[1] = c.ends[v] - 2 * t;
    o[2] = d * (d - 1) / 2 - t;
    o[3] = t;
    // Each line: the subgraphs that need not be induced, less how often those of more edges contain one.
    o[14] = k;
    o[13] = c.edges_of_two[v] - 3 * k;
    o[12] = c.opposite[v] / 2 - 3 * k;
    o[11] = t * (d - 2) - 2 * o[13] - 3 * k;
    o[10] = c.weighted[v] - 4 * t - 2 * o[13] - 2 * o[12] - 6 * k;
    o[9] = c.triangles[v] - 2 * t - 2 * o[12] - 3 * k;
    o[8] = c.squares[v] - o[12] - o[13] - 3 * k;
    o[7] = d * (d - 1) * (d - 2) / 6 - o[11] - o[13] - k;
    o[6] = c.pairs[v] - o[9] - o[10] - 2 * o[12] - o[13] - 3 * k;
    o[5] = (d - 1) * c.ends[v] - 2 * t - 2 * o[8] - 2 * o[11] - o[10] - 4 * o[13] - 2 * o[12] - 6 * k;
    o[4] =
        c.second_ends[v] - d * (d - 1) - 2 * t - 2 * o[8] - 2 * o[9] - o[10] - 4 * o[12] - 2 * o[13] - 6 * k;
    return o;
}

} // namespace

Matrix<std::int64_t> graphlet_degrees(const AnyMatrix& A) {
    core::require_square(A, "graphlet_degrees");
    core::Reports reports("graphlet_degrees", "rows", "block");
    reports.report([] { return core::Known{}; });
    const core::DegreeOrdered ordered(A);
    const Counts counts(ordered, reports);
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> values;
    for (std::size_t v = 0; v < ordered.order.size(); ++v) {
        const std::array<Wide, orbits> found = orbits_of(counts, v);
        for (std::size_t o = 0; o < orbits; ++o) {
            if (found[o] > Wide{std::numeric_limits<std::int64_t>::max()})
                throw Error(
                    Code::invalid_value,
                    fmt::format("graphlet_degrees: the count of orbit {} at vertex {} is not below 2^63", o,
                                ordered.order[v]));
            rows.push_back(ordered.order[v]);
            cols.push_back(o);
            values.push_back(static_cast<std::int64_t>(found[o]));
        }
    }
    return Matrix<std::int64_t>::from_tuples(A.context(), A.nrows(), orbits, rows, cols, values);
}

} // namespace mergus
