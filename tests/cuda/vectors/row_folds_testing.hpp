/// \file row_folds_testing.hpp
/// Matrices with rows of given lengths, and the folds of their rows from left to right.
#pragma once

#include "cuda/explained_context.hpp"
#include "testing/deterministic_testing.hpp"
#include "testing/vectors.hpp"

#include <algorithm>
#include <complex>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace row_folds {

/// Three bytes: an affine map modulo 256, and a third one.
MERGUS_TYPE(small_map, uint8_t a; uint8_t b; uint8_t c;);
/// Four maps modulo 2^64.
MERGUS_TYPE(wide_map, uint64_t a[4]; uint64_t b[4];);

} // namespace row_folds

namespace mergus::tests::folds_of_rows {

using mergus_tests::affine;
using I64 = std::int64_t;
using row_folds::small_map;
using row_folds::wide_map;

/// Whether the last product was by equal parts of rows and entries.
inline bool by_parts(const Explained& device) {
    return device.by("tiles") || device.by("tiles_bitmap");
}

/// A part has 2048 entries and ends of rows; rows of more than 256 entries may be split.
inline const std::vector<std::vector<std::uint64_t>>& shapes() {
    static const std::vector<std::vector<std::uint64_t>> all = [] {
        std::vector<std::vector<std::uint64_t>> list{
            {9000},
            {7000, 0, 5000, 3},
            {0, 0, 2047, 2047, 4095, 1, 0},          // rows that end with a part
            {2048, 2046, 300, 1747, 0, 2049, 6143},  // and an item before or after
            {1795, 253, 1792, 255, 1791, 256, 3000}, // parts that begin in rows that are not split
        };
        std::vector<std::uint64_t> sparse(5000), limits(120), stencil(1200, 7), skewed(300);
        for (std::uint64_t i = 0; i < sparse.size(); ++i) sparse[i] = i % 97 == 5 ? 1 + i % 40 : 0;
        for (std::uint64_t i = 0; i < limits.size(); ++i)
            limits[i] = std::vector<std::uint64_t>{255, 256, 257, 0, 1, 31, 32, 33}[i % 8];
        for (std::uint64_t i = 0; i < skewed.size(); ++i) skewed[i] = i % 50 == 49 ? 2500 : i % 5;
        for (auto* shape : {&sparse, &limits, &stencil, &skewed}) list.push_back(*shape);
        return list;
    }();
    return all;
}

inline std::uint64_t widest(const std::vector<std::uint64_t>& lengths) {
    return *std::max_element(lengths.begin(), lengths.end());
}

template <class T>
T value_of(std::uint64_t e) {
    T value{};
    const std::uint64_t word = (e + 1) * 0x9e3779b97f4a7c15u >> 5 | 1;
    if constexpr (std::is_same_v<T, bool>)
        value = e % 3 != 0;
    else if constexpr (std::is_same_v<T, small_map>)
        value = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(e),
                 static_cast<std::uint8_t>(e / 7)};
    else if constexpr (std::is_same_v<T, affine>)
        value = {word, e * e + 3};
    else if constexpr (std::is_same_v<T, wide_map>)
        for (std::uint64_t i = 0; i < 4; ++i) {
            value.a[i] = word + 2 * i;
            value.b[i] = e * e + i;
        }
    else if constexpr (std::is_same_v<T, std::complex<double>>)
        value = {static_cast<double>(e % 19), static_cast<double>(e % 7) - 3};
    else // whole numbers, so that sums of floating-point numbers are exact
        value = static_cast<T>(1 + e % 19);
    return value;
}

/// Row i has the first lengths[i] columns, or a matrix of its columns.
template <class T>
Matrix<T> matrix_of(const Context& context, const std::vector<std::uint64_t>& lengths, bool transposed) {
    std::vector<std::uint64_t> rows, cols;
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        for (std::uint64_t j = 0; j < lengths[i]; ++j, ++count) {
            rows.push_back(i);
            cols.push_back(j);
        }
    const auto values = std::make_unique<T[]>(count + 1);
    for (std::uint64_t e = 0; e < count; ++e) values[e] = value_of<T>(e);
    if (transposed) std::swap(rows, cols);
    const std::uint64_t nrows = lengths.size(), ncols = widest(lengths);
    Matrix<T> A(context, transposed ? ncols : nrows, transposed ? nrows : ncols);
    A.build(rows, cols, values.get(), type_of<T>());
    return A;
}

/// By bytes, because structs have no ==.
template <class T>
std::map<std::uint64_t, std::string> bytes_of(const Items<T>& items) {
    std::map<std::uint64_t, std::string> bytes;
    for (const auto& [i, value] : items)
        bytes[i] = std::string(reinterpret_cast<const char*>(&value), sizeof value);
    return bytes;
}

/// The folds from left to right of term(e, j) for the entries e = (i, j) of each row.
template <class T, class Add, class Term>
Items<T> folds(const std::vector<std::uint64_t>& lengths, Add add, Term term) {
    Items<T> sums;
    std::uint64_t e = 0;
    for (std::uint64_t i = 0; i < lengths.size(); ++i)
        for (std::uint64_t j = 0; j < lengths[i]; ++j, ++e)
            sums[i] = j == 0 ? term(e, j) : add(sums[i], term(e, j));
    return sums;
}

} // namespace mergus::tests::folds_of_rows
