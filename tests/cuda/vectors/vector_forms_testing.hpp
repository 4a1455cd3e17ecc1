/// \file vector_forms_testing.hpp
/// What tests need that do the same with a vector and with the n × 1 matrix of its entries.
#pragma once

#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <random>
#include <vector>

namespace mergus::tests::forms {

using I64 = std::int64_t;

inline std::mt19937_64 random_bits(20);
inline std::uint64_t below(std::uint64_t n) {
    return random_bits() % n;
}

/// Entries in about `share` eighths of the indices.
inline Entries<I64> random_column(std::uint64_t n, std::uint64_t share) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < n; ++i)
        if (below(8) < share) entries.push_back({i, 0, static_cast<I64>(below(7)) - 2});
    return entries;
}

inline Vector<I64> vector_of(const Context& context, std::uint64_t n, const Entries<I64>& entries) {
    std::vector<std::uint64_t> indices;
    std::vector<I64> values;
    for (const auto& e : entries) {
        indices.push_back(e.row);
        values.push_back(e.value);
    }
    return Vector<I64>::from_tuples(context, n, indices, values);
}

template <class T>
Entries<T> entries_of(const Vector<T>& v) {
    std::vector<std::uint64_t> indices(v.nvals());
    std::vector<T> values(v.nvals());
    v.extract_tuples(indices, values);
    Entries<T> entries;
    for (std::size_t e = 0; e < indices.size(); ++e) entries.push_back({indices[e], 0, values[e]});
    return entries;
}

/// A vector and the n × 1 matrix of the same entries.
struct Both {
    Vector<I64> v;
    Matrix<I64> m;
};
inline Both both(const Context& context, std::uint64_t n, std::uint64_t share) {
    const Entries<I64> entries = random_column(n, share);
    return {vector_of(context, n, entries), make<I64>(context, n, 1, entries)};
}

/// Some rows are long, some empty.
inline Matrix<I64> random_matrix(const Context& context, std::uint64_t nrows, std::uint64_t ncols) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t share = i % 7 == 3 ? 8 : i % 5 == 1 ? 0 : 1 + below(3);
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (below(8) < share) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
    }
    return make<I64>(context, nrows, ncols, entries);
}

inline constexpr std::uint64_t shares[] = {0, 1, 4, 8};

/// Calls test(w, options, options) with outputs and masks of some kinds, which differ from call to call;
/// `test` writes w.v and w.m alike. Each combination needs kernels of its own, so not all are run.
template <class Test>
void under_masks(const Context& context, std::uint64_t n, const Test& test) {
    static int mask = 0;
    for (int round = 0; round < 4; ++round) {
        const std::uint64_t share = shares[below(4)];
        mask = (mask + 1) % 9;
        Both w = both(context, n, share);
        const Both m = both(context, n, shares[below(4)]);
        const auto masks = [&](const auto& object) -> Mask {
            switch (mask % 5) {
            case 1:
                return Mask(object);
            case 2:
                return structure(object);
            case 3:
                return complement(object);
            case 4:
                return complement(structure(object));
            default:
                return no_mask;
            }
        };
        const bool replace = mask >= 5;
        const BinaryOp accum = below(2) == 0 ? no_accum : BinaryOp(ops::minus<I64>);
        CAPTURE(share);
        CAPTURE(mask);
        test(w, WriteOptions{.mask = masks(m.v), .accum = accum, .replace = replace},
             WriteOptions{.mask = masks(m.m), .accum = accum, .replace = replace});
        REQUIRE(entries_of(w.v) == read<I64>(w.m));
        CHECK(w.v.size() == n);
    }
}

inline WriteOptionsA with(const WriteOptions& o, bool transpose) {
    return {.mask = o.mask, .accum = o.accum, .replace = o.replace, .transpose_a = transpose};
}
inline WriteOptionsAB with_both(const WriteOptions& o, bool a, bool b) {
    return {.mask = o.mask, .accum = o.accum, .replace = o.replace, .transpose_a = a, .transpose_b = b};
}

} // namespace mergus::tests::forms
