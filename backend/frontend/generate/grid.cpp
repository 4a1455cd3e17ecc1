/// \file grid.cpp
/// Grids of any number of dimensions.
#include "memory_errors.hpp"
#include "rows.hpp"

#include <mergus/generate.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace mergus::generate {

namespace {

/// The neighbours of a point, in order. At most 2^60 points have at most 60 sides of two points and more.
struct Neighbours {
    std::array<std::uint64_t, 120> list;
    std::size_t count = 0;

    Neighbours(std::span<const std::uint64_t> sides, bool periodic, std::uint64_t point) : list{} {
        std::uint64_t stride = 1;
        for (const std::uint64_t side : sides) {
            if (side == 1) continue;
            const std::uint64_t at = point / stride % side, last = (side - 1) * stride;
            // On a ring of two points both directions lead to the other one.
            const bool ring = periodic && side > 2;
            if (at > 0 || ring) list[count++] = at > 0 ? point - stride : point + last;
            if (at + 1 < side || ring) list[count++] = at + 1 < side ? point + stride : point - last;
            stride *= side;
        }
        std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
    }
};

Csr make_grid(std::span<const std::uint64_t> sides, bool periodic) {
    require(!sides.empty(), "grid", "it must have at least one side");
    std::uint64_t points = 1, dimensions = 0;
    for (const std::uint64_t side : sides) {
        require(side >= 1 && !__builtin_mul_overflow(points, side, &points) && points <= largest_side, "grid",
                "sides must be at least 1, and the grid at most 2^60 points");
        dimensions += side > 1 ? 1 : 0;
    }
    require_room({"grid", points, points, Field::pattern, Wide{points} * dimensions});
    Csr csr = start_rows(points, points, Field::pattern);
    for_rows(points, [&](std::uint64_t i) { csr.row_ptr[i + 1] = Neighbours(sides, periodic, i).count; });
    allocate_entries("grid", csr);
    for_rows(points, [&](std::uint64_t i) {
        const Neighbours neighbours(sides, periodic, i);
        std::copy_n(neighbours.list.begin(), neighbours.count,
                    csr.cols.begin() + static_cast<std::ptrdiff_t>(csr.row_ptr[i]));
    });
    return csr;
}

} // namespace

Csr grid(const IndexList& sides, bool periodic) {
    return core::with_memory_errors("generate: grid", [&] { return make_grid(sides.list(), periodic); });
}

} // namespace mergus::generate
