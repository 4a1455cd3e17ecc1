/// \file user_monoids_testing.hpp
/// Structs as values of monoids, their equality, and dense matrices.
#pragma once

#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

// Outside anonymous namespaces, as a program's are.
namespace user_monoids {

/// With holes in it, and wider than what a GPU swaps in one piece.
MERGUS_TYPE(Ranked, double score; int32_t rank;);
/// The same without holes: bits decide whether a value is the terminal one.
MERGUS_TYPE(Scored, double score; int64_t rank;);
/// Swapped in one piece.
MERGUS_TYPE(Tagged, int32_t value; int32_t tag;);

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline bool same(double x, double y) {
    return x == y || (std::isnan(x) && std::isnan(y));
}
inline bool same(const Ranked& x, const Ranked& y) {
    return same(x.score, y.score) && x.rank == y.rank;
}
inline bool same(const Scored& x, const Scored& y) {
    return same(x.score, y.score) && x.rank == y.rank;
}
inline bool same(const Tagged& x, const Tagged& y) {
    return x.value == y.value && x.tag == y.tag;
}

/// A dense matrix whose entries walk through the values, with a stride that depends on the seed.
template <class T>
mergus::tests::Entries<T> dense(std::uint64_t nrows, std::uint64_t ncols, const std::vector<T>& values,
                                std::uint64_t seed) {
    mergus::tests::Entries<T> entries;
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            entries.push_back({i, j, values[(seed + (i + 1) * (2 * j + seed)) % values.size()]});
    return entries;
}

} // namespace user_monoids
