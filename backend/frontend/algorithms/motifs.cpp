/// \file motifs.cpp
/// Connected induced subgraphs of three and four vertices (Pinar, Seshadhri, Vishal 2017), and clustering by
/// squares. Products that are not masked, and those of edges, are made a block of rows at a time.
#include <mergus/algorithms/structure.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace mergus {

namespace {

__extension__ using Wide = __int128; // sums of cubes of degrees

/// Multiplications of a block, at most, unless one row has more: so many entries a product may have.
constexpr std::int64_t block_work = std::int64_t{1} << 24;

/// run(first, end) for consecutive ranges of rows. \param work of each row
template <class Run>
void in_blocks(const std::vector<std::int64_t>& work, Run run) {
    for (std::uint64_t first = 0; first < work.size();) {
        std::int64_t sum = work[first];
        std::uint64_t end = first + 1;
        while (end < work.size() && sum + work[end] <= block_work) sum += work[end++];
        run(first, end);
        first = end;
    }
}

Matrix<bool> rows_between(const Matrix<bool>& A, std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint64_t> rows(end - first);
    std::iota(rows.begin(), rows.end(), first);
    return extract<bool>(A, rows, all);
}

/// x (x − 1) / 2 of every entry, summed by rows; 0 for an empty row.
Vector<std::int64_t> pairs_in_rows(const Matrix<std::int64_t>& counts) {
    Vector<std::int64_t> sums(counts.context(), counts.nrows());
    assign(sums, std::int64_t{0});
    const auto ordered = ewise_mult<std::int64_t>(ops::times<std::int64_t>, counts,
                                                  apply(ops::minus<std::int64_t>, counts, std::int64_t{1}));
    reduce(sums, plus_monoid<std::int64_t>, ordered, {.accum = ops::plus<std::int64_t>});
    return apply<std::int64_t>(ops::div<std::int64_t>, sums, std::int64_t{2});
}

/// Entry v: the pairs of entries of row v of L that have a common neighbour w, for each w that `kept` selects
/// by the diagonal of (v, w): squares v, u, w, u'.
std::vector<std::int64_t> squares(const Matrix<bool>& L, const Matrix<bool>& A,
                                  const Vector<std::int64_t>& degree, const IndexUnaryOp& kept,
                                  std::int64_t diagonal, core::Reports& reports) {
    std::vector<std::int64_t> found;
    const auto work = mxv(plus_second<std::int64_t>, L, degree).to_dense(0);
    in_blocks(work, [&](std::uint64_t first, std::uint64_t end) {
        const auto paths = mxm(plus_pair<std::int64_t>, rows_between(L, first, end), A);
        const auto others = select(kept, paths, diagonal + static_cast<std::int64_t>(first));
        const auto sums = pairs_in_rows(others).to_dense(0);
        found.insert(found.end(), sums.begin(), sums.end());
        reports.report([&] { return core::Known{end, work.size()}; });
    });
    return found;
}

/// Sets of four vertices that are all adjacent. For each edge of L the common neighbours before its ends, and
/// the edges of L between these.
std::uint64_t four_cliques(const Matrix<bool>& L, core::Reports& reports) {
    // The edge between the last two of a clique has the other two before both of its ends.
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> counts;
    const auto shared = mxm(plus_pair<std::int64_t>, L, L, {.mask = structure(L), .transpose_b = true});
    select(ops::valuegt<std::int64_t>, shared, std::int64_t{1}).extract_tuples(rows, cols, counts);
    const auto before = degrees(L).to_dense(0);
    std::vector<std::int64_t> work(rows.size());
    for (std::size_t e = 0; e < rows.size(); ++e) work[e] = before[rows[e]] + before[cols[e]];
    std::uint64_t cliques = 0;
    in_blocks(work, [&](std::uint64_t first, std::uint64_t end) {
        const auto part = [&](const std::vector<std::uint64_t>& vertices) {
            return extract<bool>(L, std::span(vertices).subspan(first, end - first), all);
        };
        const auto common = ewise_mult<bool>(ops::land<bool>, part(rows), part(cols));
        cliques += static_cast<std::uint64_t>(
            reduce(plus_monoid<std::int64_t>, mxm(plus_pair<std::int64_t>, common, L,
                                                  {.mask = structure(common), .transpose_b = true})));
        reports.report([&] { return core::Known{end, work.size()}; });
    });
    return cliques;
}

/// The vertices by their degrees, of equal ones by number.
std::vector<std::uint64_t> by_degree(const std::vector<std::int64_t>& degree) {
    std::vector<std::uint64_t> order(degree.size());
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return degree[a] < degree[b]; });
    return order;
}

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
    Matrix<bool> graph = core::simple_graph(A);
    {
        // From here on vertices are numbered by degree.
        const auto order = by_degree(degrees(graph).to_dense(0));
        graph = extract<bool>(graph, order, order);
    }
    const Vector<std::int64_t> degree = degrees(graph);
    const Matrix<bool> L = select(ops::tril, graph, -1);
    const Matrix<std::int64_t> support =
        mxm(plus_pair<std::int64_t>, graph, graph, {.mask = structure(graph), .transpose_b = true});
    const std::vector<std::int64_t> d = degree.to_dense(0),
                                    around = mxv(plus_second<std::int64_t>, graph, degree).to_dense(0),
                                    corners = reduce_rows(plus_monoid<std::int64_t>, support).to_dense(0),
                                    shared = pairs_in_rows(support).to_dense(0),
                                    circles = squares(L, graph, degree, ops::tril, -1, reports);
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
        cycles += circles[v];
    }
    triangles /= 6;
    diamonds /= 2;
    paths = paths / 2 - 3 * triangles;
    // How often an induced subgraph contains one that need not be.
    const Wide cliques = static_cast<Wide>(four_cliques(L, reports));
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
    const Matrix<bool> graph = core::simple_graph(A);
    const Vector<std::int64_t> degree = degrees(graph);
    const std::vector<std::int64_t> d = degree.to_dense(0),
                                    around = mxv(plus_second<std::int64_t>, graph, degree).to_dense(0),
                                    corners = reduce_rows(plus_monoid<std::int64_t>, edge_support(graph))
                                                  .to_dense(0),
                                    closed = squares(graph, graph, degree, ops::offdiag, 0, reports);
    // Over all pairs of neighbours of v: q sums to closed, the adjacent ones to corners / 2, the degrees to
    // (d − 1) around.
    std::vector<double> shares(d.size(), 0);
    for (std::size_t v = 0; v < d.size(); ++v) {
        const auto k = static_cast<double>(d[v]), s = static_cast<double>(closed[v]);
        const double possible =
            static_cast<double>(around[v]) * (k - 1) - k * (k - 1) - static_cast<double>(corners[v]) - s;
        if (possible > 0) shares[v] = s / possible;
    }
    return Vector<double>::from_dense(A.context(), shares);
}

} // namespace mergus
