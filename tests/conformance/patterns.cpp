/// \file patterns.cpp
/// Positions of entries, shape by shape.
#include "conformance/instance.hpp"

#include <algorithm>
#include <array>

namespace mergus::conformance {

namespace {

void scatter(Places& places, const Extent& extent, double density, Random& random) {
    for (std::uint64_t i = 0; i < extent.nrows; ++i)
        for (std::uint64_t j = 0; j < extent.ncols; ++j)
            if (random.chance(density)) places.insert({i, j});
}

double longer_side(const Extent& extent) {
    return static_cast<double>(std::max(extent.nrows, extent.ncols)) + 1;
}

} // namespace

void no_pattern(Places&, const Extent&, Random&) {}

void full_pattern(Places& places, const Extent& extent, Random& random) {
    scatter(places, extent, 1, random);
}

void scattered_pattern(Places& places, const Extent& extent, Random& random) {
    const double longer = longer_side(extent);
    const std::array<double, 4> degrees = {0.7, 2, 5, 0.4 * longer};
    scatter(places, extent, random.pick(degrees) / longer, random);
}

void row_pattern(Places& places, const Extent& extent, Random& random) {
    scatter(places, extent, 1.5 / longer_side(extent), random);
    const std::uint64_t i = random.below(extent.nrows);
    for (std::uint64_t j = 0; j < extent.ncols; ++j) places.insert({i, j});
}

void column_pattern(Places& places, const Extent& extent, Random& random) {
    scatter(places, extent, 1.5 / longer_side(extent), random);
    const std::uint64_t j = random.below(extent.ncols);
    for (std::uint64_t i = 0; i < extent.nrows; ++i) places.insert({i, j});
}

void diagonal_pattern(Places& places, const Extent& extent, Random& random) {
    for (std::uint64_t i = 0; i < extent.nrows && i < extent.ncols; ++i)
        if (random.chance(0.9)) places.insert({i, i});
}

void banded_pattern(Places& places, const Extent& extent, Random& random) {
    const std::uint64_t half = 1 + random.below(3);
    for (std::uint64_t i = 0; i < extent.nrows; ++i)
        for (std::uint64_t j = i < half ? 0 : i - half; j <= i + half && j < extent.ncols; ++j)
            places.insert({i, j});
}

/// Each bit of row and column is drawn with the probabilities of R-MAT (Chakrabarti, Zhan, Faloutsos 2004);
/// positions outside the matrix are dropped.
void rmat_pattern(Places& places, const Extent& extent, Random& random) {
    std::uint64_t scale = 0;
    while ((std::uint64_t{1} << scale) < extent.nrows || (std::uint64_t{1} << scale) < extent.ncols) ++scale;
    for (std::uint64_t edge = 0; edge < 6 * extent.nrows; ++edge) {
        std::uint64_t i = 0, j = 0;
        for (std::uint64_t bit = 0; bit < scale; ++bit) {
            const double x = random.real();
            i = 2 * i + (x >= 0.76 ? 1U : 0U);
            j = 2 * j + ((x >= 0.57 && x < 0.76) || x >= 0.95 ? 1U : 0U);
        }
        if (i < extent.nrows && j < extent.ncols) places.insert({i, j});
    }
}

std::vector<reference::Index> random_pattern(Pattern pattern, const Extent& extent, Random& random) {
    Places places;
    if (extent.nrows > 0 && extent.ncols > 0) pattern(places, extent, random);
    return {places.begin(), places.end()};
}

} // namespace mergus::conformance
