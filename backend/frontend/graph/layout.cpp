/// \file layout.cpp
/// Force layout. The host has the positions; sums over edges and over pairs of vertices are products.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/plot.hpp>
#include <mergus/semirings/all.hpp>

#include "../algorithms/graph.hpp"
#include "../algorithms/reports.hpp"
#include "../generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace mergus {

namespace {

using Reals = std::vector<double>;

/// A point in the plane for each vertex or node.
struct Points {
    Reals x, y;
};

Reals product(const AnyMatrix& A, const Reals& values) {
    const auto u = Vector<double>::from_dense(A.context(), values);
    return mxv(plus_times<double>, A, u).to_dense();
}

/// The force (Δx, Δy) · strength(|Δ|²) of a unit mass at each node of a grid on each other one, up to a
/// distance of `reach` cells.
struct Kernel {
    Matrix<double> x, y;

    template <class Strength>
    Kernel(const Context& context, std::uint64_t side, std::uint64_t reach, const Strength& strength) {
        Csr csr;
        csr.nrows = csr.ncols = side * side;
        csr.field = Field::real;
        Reals ys;
        const auto range = [&](std::uint64_t at) {
            return std::pair{at - std::min(at, reach), std::min(at + reach + 1, side)};
        };
        for (std::uint64_t row = 0; row < side * side; ++row) {
            const std::uint64_t i = row / side, j = row % side;
            const auto [first_k, last_k] = range(i);
            const auto [first_l, last_l] = range(j);
            for (std::uint64_t k = first_k; k < last_k; ++k)
                for (std::uint64_t l = first_l; l < last_l; ++l) {
                    const double dy = static_cast<double>(i) - static_cast<double>(k);
                    const double dx = static_cast<double>(j) - static_cast<double>(l);
                    const double square = dx * dx + dy * dy;
                    if (square == 0 || square > static_cast<double>(reach * reach)) continue;
                    const double force = strength(square);
                    csr.cols.push_back(k * side + l);
                    csr.reals.push_back(dx * force);
                    ys.push_back(dy * force);
                }
            csr.row_ptr.push_back(csr.cols.size());
        }
        x = Matrix<double>::from_csr(context, csr);
        csr.reals = std::move(ys);
        y = Matrix<double>::from_csr(context, csr);
    }
};

/// A square around all points.
struct Frame {
    double left, low, width;

    explicit Frame(const Points& points) {
        const auto [least_x, most_x] = std::minmax_element(points.x.begin(), points.x.end());
        const auto [least_y, most_y] = std::minmax_element(points.y.begin(), points.y.end());
        constexpr double least_width = 1e-9;
        width = std::max({*most_x - *least_x, *most_y - *least_y, least_width});
        left = (*least_x + *most_x - width) / 2;
        low = (*least_y + *most_y - width) / 2;
    }
};

/// The pushes that masses on a grid over the frame give each other.
class Grid {
public:
    Grid(std::uint64_t side, Kernel kernel) : side_(side), kernel_(std::move(kernel)) {}

    /// Adds the forces to `forces`.
    void add_forces(const Points& points, const Frame& frame, const Reals& masses, Points& forces) const {
        const Matrix<double> W = weights(points, frame);
        const Context context = W.context();
        const auto on_nodes =
            mxv(plus_times<double>, W, Vector<double>::from_dense(context, masses), {.transpose_a = true});
        const double cell = frame.width / static_cast<double>(side_ - 1);
        for (const auto& [kernel, sums] :
             {std::pair{&kernel_.x, &forces.x}, std::pair{&kernel_.y, &forces.y}}) {
            const auto field = mxv(plus_times<double>, *kernel, on_nodes);
            const Reals found = mxv(plus_times<double>, W, field).to_dense();
            for (std::size_t v = 0; v < found.size(); ++v) (*sums)[v] += found[v] / cell;
        }
    }

private:
    /// Row v spreads 1 over the nodes at the corners of the cell of vertex v.
    [[nodiscard]] Matrix<double> weights(const Points& points, const Frame& frame) const {
        Csr csr;
        csr.nrows = points.x.size();
        csr.ncols = side_ * side_;
        csr.field = Field::real;
        const auto last = static_cast<double>(side_ - 1);
        const auto place = [&](double at) {
            const double scaled = std::clamp(at * last, 0.0, last);
            const double node = std::min(std::floor(scaled), last - 1);
            return std::pair{static_cast<std::uint64_t>(node), scaled - node};
        };
        constexpr std::uint64_t corners[] = {0, 1};
        for (std::size_t v = 0; v < csr.nrows; ++v) {
            const auto [j, right] = place((points.x[v] - frame.left) / frame.width);
            const auto [i, up] = place((points.y[v] - frame.low) / frame.width);
            for (const std::uint64_t k : corners)
                for (const std::uint64_t l : corners) {
                    csr.cols.push_back((i + k) * side_ + j + l);
                    csr.reals.push_back((k == 0 ? 1 - up : up) * (l == 0 ? 1 - right : right));
                }
            csr.row_ptr.push_back(csr.cols.size());
        }
        return Matrix<double>::from_csr(kernel_.x.context(), csr);
    }

    std::uint64_t side_;
    Kernel kernel_;
};

/// Two grids: 1/d = d/(d² + a²), which the coarse one resolves, and the rest, which is small beyond a few
/// cells.
std::array<Grid, 2> make_grids(const Context& context, std::uint64_t vertices) {
    const bool small = vertices <= 1000;
    const std::uint64_t coarse = small ? 16 : 32;
    const std::uint64_t ratio = small ? 3 : 4;
    const std::uint64_t fine = (coarse - 1) * ratio + 1;
    const auto softening = static_cast<double>(ratio * ratio);
    constexpr double own = 0.25; // half a fine cell, so that close vertices do not jump
    return {Grid(coarse, Kernel(context, coarse, coarse * 2, [](double square) { return 1 / (square + 1); })),
            Grid(fine, Kernel(context, fine, 2 * ratio,
                              [&](double square) { return 1 / (square + own) - 1 / (square + softening); }))};
}

/// Distances on the graph from up to 16 random vertices with edges, row by row; vertices that are not reached
/// are a little farther than all others.
struct Distances {
    std::size_t pivots = 0;
    Reals values;

    Distances(const Matrix<bool>& graph, const Reals& masses, const generate::Stream& random) {
        constexpr std::size_t most = 16;
        const std::size_t n = masses.size();
        std::vector<std::uint64_t> sources;
        for (std::uint64_t k = 0; k < 8 * most && sources.size() < most; ++k) {
            const std::uint64_t v = generate::multiply_high(random.at(k), n);
            if (masses[v] > 1) sources.push_back(v);
        }
        pivots = sources.size();
        if (pivots == 0) return;
        const Matrix<std::int32_t> levels = bfs_levels(graph, sources);
        std::vector<std::uint64_t> rows, cols;
        std::vector<std::int32_t> found;
        levels.extract_tuples(rows, cols, found);
        values.assign(n * pivots, static_cast<double>(*std::max_element(found.begin(), found.end())) + 2);
        for (std::size_t e = 0; e < found.size(); ++e) values[cols[e] * pivots + rows[e]] = found[e];
    }
};

/// The first `count` principal directions of the rows of an n × width matrix, by power iteration.
std::vector<Reals> principal_directions(const Reals& matrix, std::size_t width, std::size_t count) {
    Reals products(width * width);
    for (std::size_t row = 0; row < matrix.size(); row += width)
        for (std::size_t i = 0; i < width; ++i)
            for (std::size_t j = 0; j < width; ++j)
                products[i * width + j] += matrix[row + i] * matrix[row + j];
    std::vector<Reals> directions;
    while (directions.size() < count) {
        Reals direction(width);
        for (std::size_t i = 0; i < width; ++i)
            direction[i] = 1 + static_cast<double>(i * (directions.size() + 1) % width);
        constexpr int rounds = 100;
        for (int round = 0; round < rounds; ++round) {
            Reals next(width);
            for (std::size_t i = 0; i < width; ++i)
                next[i] =
                    std::inner_product(direction.begin(), direction.end(), products.data() + i * width, 0.0);
            for (const Reals& other : directions) {
                const double shared = std::inner_product(other.begin(), other.end(), next.begin(), 0.0);
                for (std::size_t i = 0; i < width; ++i) next[i] -= shared * other[i];
            }
            const double length = std::sqrt(std::inner_product(next.begin(), next.end(), next.begin(), 0.0));
            if (!(length > 0)) break;
            for (std::size_t i = 0; i < width; ++i) direction[i] = next[i] / length;
        }
        directions.push_back(std::move(direction));
    }
    return directions;
}

/// Positions whose distances are close to those on the graph, by PivotMDS (Brandes, Pich 2007), with some
/// noise: forces alone would not unfold a large mesh.
Points pivot_start(const Matrix<bool>& graph, const Reals& masses, std::uint64_t seed) {
    const std::size_t n = masses.size();
    Distances distances(graph, masses, generate::Stream(seed, 0));
    const std::size_t width = distances.pivots;
    Points points{Reals(n), Reals(n)};
    double scale = 1;
    if (width != 0) {
        // Squares, with the means of rows and columns subtracted.
        Reals& squares = distances.values;
        Reals means(width);
        for (std::size_t v = 0; v < n; ++v) {
            double* const row = squares.data() + v * width;
            for (std::size_t p = 0; p < width; ++p) row[p] *= row[p];
            const double mean = std::accumulate(row, row + width, 0.0) / static_cast<double>(width);
            for (std::size_t p = 0; p < width; ++p) {
                row[p] -= mean;
                means[p] += row[p] / static_cast<double>(n);
            }
        }
        for (std::size_t e = 0; e < squares.size(); ++e) squares[e] -= means[e % width];
        const std::vector<Reals> directions = principal_directions(squares, width, 2);
        for (std::size_t v = 0; v < n; ++v) {
            const double* const row = squares.data() + v * width;
            points.x[v] = std::inner_product(row, row + width, directions[0].begin(), 0.0);
            points.y[v] = std::inner_product(row, row + width, directions[1].begin(), 0.0);
        }
        scale = Frame(points).width;
    }
    const generate::Stream random(seed, 1);
    constexpr double noise = 0.05;
    for (std::size_t v = 0; v < n; ++v) {
        points.x[v] = points.x[v] / scale + noise * (generate::unit_real(random.at(2 * v)) - 0.5);
        points.y[v] = points.y[v] / scale + noise * (generate::unit_real(random.at(2 * v + 1)) - 0.5);
    }
    return points;
}

} // namespace

Layout force_layout(const AnyMatrix& A, const LayoutOptions& options) {
    core::require_square(A, "force_layout");
    const std::uint64_t n = A.nrows();
    if (n == 0) return {};
    const Matrix<bool> graph = undirected(A);
    Matrix<double> edges(A.context(), n, n);
    assign(edges, 1.0, {.mask = structure(graph)});
    const std::vector<std::int64_t> degrees = core::out_degrees(graph).to_dense();
    Reals masses(n);
    std::transform(degrees.begin(), degrees.end(), masses.begin(),
                   [](auto d) { return static_cast<double>(d) + 1; });
    const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
    const std::array<Grid, 2> grids = make_grids(A.context(), n);
    core::Reports reports("force_layout", "iterations", "iteration");

    Points points = pivot_start(graph, masses, options.seed);
    for (std::uint64_t step = 0; step < options.iterations; ++step) {
        reports.report([&] { return core::Known{step, options.iterations, {}, 0}; });
        const Frame frame(points);
        Points forces{Reals(n), Reals(n)};
        for (const Grid& grid : grids) grid.add_forces(points, frame, masses, forces);
        const Reals pull_x = product(edges, points.x), pull_y = product(edges, points.y);
        // Moves get shorter; the last ones are those of the finest adjustment.
        const double left = 1 - static_cast<double>(step) / static_cast<double>(options.iterations);
        const double longest = 0.1 * frame.width * left * left;
        for (std::size_t v = 0; v < n; ++v) {
            constexpr double gravity = 0.2;
            const double degree = masses[v] - 1;
            const double move_x =
                forces.x[v] / total + (pull_x[v] - degree * points.x[v]) / masses[v] - gravity * points.x[v];
            const double move_y =
                forces.y[v] / total + (pull_y[v] - degree * points.y[v]) / masses[v] - gravity * points.y[v];
            const double length = std::hypot(move_x, move_y);
            const double scale = length > 2 * longest ? longest / length : 0.5;
            points.x[v] += scale * move_x;
            points.y[v] += scale * move_y;
        }
    }
    const Frame frame(points);
    Layout layout{points.x, points.y};
    for (double& x : layout.x) x = std::clamp((x - frame.left) / frame.width, 0.0, 1.0);
    for (double& y : layout.y) y = std::clamp((y - frame.low) / frame.width, 0.0, 1.0);
    return layout;
}

} // namespace mergus
