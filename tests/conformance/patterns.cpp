/// \file patterns.cpp
/// Where matrices have entries, shape by shape.
#include "conformance/instance.hpp"

#include <set>

namespace mergus::conformance {

namespace {

using Places = std::set<reference::Index>;

void scatter(Places& places, const Extent& extent, double density, Random& random) {
    for (std::uint64_t i = 0; i < extent.nrows; ++i)
        for (std::uint64_t j = 0; j < extent.ncols; ++j)
            if (random.chance(density)) places.insert({i, j});
}

/// Each bit of row and column drawn with the probabilities of R-MAT (Chakrabarti, Zhan, Faloutsos 2004); what
/// falls outside is dropped.
void rmat(Places& places, const Extent& extent, Random& random) {
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

} // namespace

std::vector<reference::Index> random_pattern(const std::string& shape, const Extent& extent, Random& random) {
    Places places;
    const std::uint64_t rows = extent.nrows, cols = extent.ncols;
    const double larger = static_cast<double>(rows < cols ? cols : rows) + 1;
    if (rows == 0 || cols == 0 || shape == "no_entries") return {};
    if (shape == "dense") {
        scatter(places, extent, 1, random);
    } else if (shape == "diagonal") {
        for (std::uint64_t i = 0; i < rows && i < cols; ++i)
            if (random.chance(0.9)) places.insert({i, i});
    } else if (shape == "banded") {
        const std::uint64_t half = 1 + random.below(3);
        for (std::uint64_t i = 0; i < rows; ++i)
            for (std::uint64_t j = i < half ? 0 : i - half; j <= i + half && j < cols; ++j)
                places.insert({i, j});
    } else if (shape == "rmat") {
        rmat(places, extent, random);
    } else if (shape == "dense_row" || shape == "dense_col") {
        scatter(places, extent, 1.5 / larger, random);
        const bool row = shape == "dense_row";
        const std::uint64_t at = random.below(row ? rows : cols);
        for (std::uint64_t e = 0; e < (row ? cols : rows); ++e)
            places.insert(row ? reference::Index{at, e} : reference::Index{e, at});
    } else {
        const std::array<double, 4> degrees = {0.7, 2, 5, 0.4 * larger};
        scatter(places, extent, random.pick(degrees) / larger, random);
    }
    return {places.begin(), places.end()};
}

} // namespace mergus::conformance
