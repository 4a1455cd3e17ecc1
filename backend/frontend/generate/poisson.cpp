/// \file poisson.cpp
/// Finite-difference stencils of the Laplace operator on a square or a cube.
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <string_view>

namespace mergus::generate {

namespace {

/// A stencil on an n^dimensions grid: the neighbours along the axes, or all 3^dimensions points around.
struct Stencil {
    std::string_view name;
    unsigned dimensions;
    bool box;
    double centre;
};

constexpr Stencil stencil_2d5{"poisson2d5", 2, false, 4};
constexpr Stencil stencil_2d9{"poisson2d9", 2, true, 8};
constexpr Stencil stencil_3d7{"poisson3d7", 3, false, 6};
constexpr Stencil stencil_3d27{"poisson3d27", 3, true, 26};

class Grid {
public:
    Grid(const Stencil& stencil, std::uint64_t n) : stencil_(stencil), n_(n) {
        for (unsigned d = 0; d < stencil.dimensions; ++d) {
            require(!__builtin_mul_overflow(points_, n, &points_) && points_ <= largest_side, stencil.name,
                    "the grid must have at most 2^60 points");
        }
    }

    /// The sum of the lengths of the rows. Along an axis all points but one have a neighbour in each
    /// direction.
    [[nodiscard]] Wide entries() const {
        Wide box = 1;
        for (unsigned d = 0; d < stencil_.dimensions; ++d) box *= 3 * Wide{n_} - 2;
        return stencil_.box ? box : points_ + 2 * stencil_.dimensions * (Wide{points_} / n_) * (n_ - 1);
    }

    [[nodiscard]] std::uint64_t points() const { return points_; }

    [[nodiscard]] std::uint64_t row_length(std::uint64_t point) const {
        // Along each axis a point has itself and up to two neighbours.
        std::uint64_t product = 1;
        std::uint64_t sum = 1;
        for (unsigned d = 0; d < stencil_.dimensions; ++d, point /= n_) {
            const std::uint64_t coordinate = point % n_;
            const std::uint64_t along = 1 + (coordinate > 0 ? 1U : 0U) + (coordinate + 1 < n_ ? 1U : 0U);
            product *= along;
            sum += along - 1;
        }
        return stencil_.box ? product : sum;
    }

    /// Visits the columns of a row in ascending order.
    template <class Visit>
    void row(std::uint64_t point, Visit visit) const {
        const std::uint64_t plane = stencil_.dimensions == 3 ? n_ * n_ : 0;
        const std::uint64_t z = stencil_.dimensions == 3 ? point / plane : 0;
        const std::uint64_t y = stencil_.dimensions == 3 ? point % plane / n_ : point / n_;
        const std::uint64_t x = point % n_;
        const bool cube = stencil_.dimensions == 3;
        for (int dz = cube && z > 0 ? -1 : 0; dz <= (cube && z + 1 < n_ ? 1 : 0); ++dz) {
            for (int dy = y > 0 ? -1 : 0; dy <= (y + 1 < n_ ? 1 : 0); ++dy) {
                if (!stencil_.box && dz != 0 && dy != 0) continue;
                const bool only_centre = !stencil_.box && (dz != 0 || dy != 0);
                for (int dx = !only_centre && x > 0 ? -1 : 0; dx <= (!only_centre && x + 1 < n_ ? 1 : 0);
                     ++dx) {
                    // Unsigned arithmetic wraps: adding a neighbour's offset of −1 subtracts.
                    visit(point + static_cast<std::uint64_t>(dz) * plane +
                          static_cast<std::uint64_t>(dy) * n_ + static_cast<std::uint64_t>(dx));
                }
            }
        }
    }

private:
    const Stencil& stencil_;
    std::uint64_t n_;
    std::uint64_t points_ = 1;
};

Csr make_poisson(const Stencil& stencil, std::uint64_t n) {
    require(n != 0, stencil.name, "n must not be 0");
    const Grid grid(stencil, n);
    require_room({stencil.name, grid.points(), grid.points(), Field::real, grid.entries()});
    Csr csr = start_rows(grid.points(), grid.points(), Field::real);
    for_rows(csr.nrows, [&](std::uint64_t i) { csr.row_ptr[i + 1] = grid.row_length(i); });
    allocate_entries(stencil.name, csr);
    for_rows(csr.nrows, [&](std::uint64_t i) {
        grid.row(i, [&, at = csr.row_ptr[i]](std::uint64_t col) mutable {
            csr.cols[at] = col;
            csr.reals[at++] = col == i ? stencil.centre : -1.0;
        });
    });
    return csr;
}

Csr poisson(const Stencil& stencil, std::uint64_t n) {
    return core::with_memory_errors("generate: " + std::string(stencil.name),
                                    [&] { return make_poisson(stencil, n); });
}

} // namespace

Csr poisson2d5(Natural n) {
    return poisson(stencil_2d5, n);
}
Csr poisson2d9(Natural n) {
    return poisson(stencil_2d9, n);
}
Csr poisson3d7(Natural n) {
    return poisson(stencil_3d7, n);
}
Csr poisson3d27(Natural n) {
    return poisson(stencil_3d27, n);
}

} // namespace mergus::generate
