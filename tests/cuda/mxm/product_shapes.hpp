/// \file product_shapes.hpp
/// Operands that suit one method each, with values whose sums show the order of their terms.
#pragma once

#include "product_testing.hpp"

namespace mergus::tests {

inline bool everywhere(std::uint64_t, std::uint64_t) {
    return true;
}

inline bool nowhere(std::uint64_t, std::uint64_t) {
    return false;
}

/// Rows of 0 to `longest` entries, the next row beginning a few columns later.
inline reference::Matrix stairs(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                                std::uint64_t longest) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t length = i % (longest + 1), offset = (j + ncols - i * 3 % ncols) % ncols;
        return offset % 2 == 0 && offset / 2 < length;
    });
}

/// Short rows, for a thread or a group each.
inline Operands short_ones(std::uint64_t longest, const mergus_type* a = type_of<double>(),
                           const mergus_type* b = type_of<double>()) {
    return {stairs(a, 75, 60, longest), stairs(b, 60, 140, 7)};
}

/// `below` and `above` columns beside the diagonal, of which those are kept that `keep` chooses.
template <class Keep>
reference::Matrix band(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols, std::uint64_t below,
                       std::uint64_t above, Keep keep) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return j + below >= i && j <= i + above && keep(i, j);
    });
}

/// Leaves out entries, and whole rows and columns.
inline bool with_gaps(std::uint64_t i, std::uint64_t j) {
    return (i * 7 + j * 5) % 11 > 3 && i % 13 != 4 && j % 17 != 9;
}

/// Groups of rows whose columns span a few blocks.
inline Operands bands(std::uint64_t below, std::uint64_t above, const mergus_type* a = type_of<double>(),
                      const mergus_type* b = type_of<double>()) {
    return {band(a, 75, 80, below, above, with_gaps), band(b, 80, 140, below, above, everywhere)};
}

/// The points of a grid of `width` columns that are at most `reach` apart, in both directions.
struct Stencil {
    std::uint64_t width, reach;
    bool operator()(std::uint64_t i, std::uint64_t j) const {
        const auto apart = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
        return apart(i % width, j % width) <= reach && apart(i / width, j / width) <= reach;
    }
};

/// Rows that repeat a few patterns.
inline Operands stencils(const mergus_type* a = type_of<double>(), const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, 72, 80, Stencil{8, 1}), uneven_matrix(b, 80, 88, Stencil{8, 1})};
}

/// Rows of all lengths, products for an entry from one to many, empty rows in both.
inline Operands mixed(const mergus_type* a = type_of<double>(), const mergus_type* b = type_of<double>()) {
    return {
        uneven_matrix(a, 23, 60, [](auto i, auto k) { return i % 7 != 3 && (i == 0 || k % (i + 1) < 2); }),
        uneven_matrix(b, 60, 90,
                      [](auto k, auto j) { return k % 5 != 4 && (k == 5 || j % (1 + k % 9) == 0); })};
}

inline reference::Matrix whole_diagonal(const mergus_type* type, std::uint64_t n) {
    return uneven_matrix(type, n, n, [](auto i, auto j) { return i == j; });
}

/// A diagonal matrix and one with rows of 0 to 12 entries, in both orders.
inline Operands rows_scaled(const mergus_type* a = type_of<double>(),
                            const mergus_type* b = type_of<double>()) {
    return {whole_diagonal(a, 75), stairs(b, 75, 90, 12)};
}
inline Operands columns_scaled(const mergus_type* a = type_of<double>(),
                               const mergus_type* b = type_of<double>()) {
    return {stairs(a, 75, 90, 12), whole_diagonal(b, 90)};
}

/// Pseudo-random: `of` in 64 entries of a row, and more of every eighth row and column.
inline auto skewed(std::uint64_t seed, std::uint64_t of) {
    return [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t x = (i * 1000003 + j + seed) * 0x9e3779b97f4a7c15u;
        return (x >> 40) % 64 < (i % 8 == 3 ? 4 * of : of) + (j % 8 == 5 ? 2 * of : 0) && i % 11 != 7;
    };
}

/// C⟨M⟩ of m × n, inner dimension k, for dot products.
inline Operands masked(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t of = 6,
                       const mergus_type* a = type_of<double>(), const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, m, k, skewed(1, of)), uneven_matrix(b, k, n, skewed(2, of)),
            uneven_matrix(type_of<std::int64_t>(), m, n, skewed(3, of))};
}

/// Rows of up to `most` entries, some of them empty.
inline auto scattered(std::uint64_t seed, std::uint64_t ncols, std::uint64_t most) {
    return [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t length = i % 9 == 4 ? 0 : i % 31 == 7 ? most : i % 5;
        for (std::uint64_t e = 0; e < length; ++e)
            if (((i + e * 13 + seed) * (e + 7) + e * e) % ncols == j) return true;
        return false;
    };
}

/// Rows of the mask of up to `most` entries, for a thread each.
inline Operands masked_short_rows(std::uint64_t most, const mergus_type* a = type_of<double>(),
                                  const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, 150, 60, scattered(1, 60, 9)), uneven_matrix(b, 60, 40, scattered(2, 40, 12)),
            uneven_matrix(type_of<std::int64_t>(), 150, 40, scattered(3, 40, most))};
}

inline auto band_with_holes(std::uint64_t below, std::uint64_t above, std::uint64_t holes = 0) {
    return [=](std::uint64_t i, std::uint64_t j) {
        return j <= i + above && i <= j + below && (holes == 0 || (i * 5 + j * 3) % holes != 0) &&
               i % 37 != 11;
    };
}

/// A mask narrower than the product, so that rows of B begin before the tile of a group and end behind it.
inline Operands masked_bands(std::uint64_t holes, const mergus_type* a = type_of<double>(),
                             const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, 210, 230, band_with_holes(9, 12, holes)),
            uneven_matrix(b, 230, 260, band_with_holes(40, 38, holes)),
            uneven_matrix(type_of<bool>(), 210, 260, band_with_holes(6, 11, holes))};
}

} // namespace mergus::tests
