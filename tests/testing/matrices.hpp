/// \file matrices.hpp
/// Short notations for making and reading matrices in tests.
#pragma once

#include "backends_under_test.hpp"

#include <mergus/matrix.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mergus::tests {

template <class T>
struct Entry {
    std::uint64_t row, col;
    T value;
    bool operator==(const Entry&) const = default;
};

template <class T>
using Entries = std::vector<Entry<T>>;

template <class T>
Matrix<T> make(const Context& context, std::uint64_t nrows, std::uint64_t ncols, const Entries<T>& entries) {
    std::vector<std::uint64_t> rows, cols;
    const auto values = std::make_unique<T[]>(entries.size() + 1); // std::vector<bool> has no array
    for (const Entry<T>& entry : entries) {
        values[rows.size()] = entry.value;
        rows.push_back(entry.row);
        cols.push_back(entry.col);
    }
    return Matrix<T>::from_tuples(context, nrows, ncols, rows, cols, std::span(values.get(), rows.size()));
}

/// All entries in row-major order.
template <class T>
Entries<T> read(const AnyMatrix& matrix) {
    const std::uint64_t count = matrix.nvals();
    std::vector<std::uint64_t> rows(count), cols(count);
    const auto values = std::make_unique<T[]>(count + 1);
    matrix.extract_tuples(rows.data(), cols.data(), values.get(), type_of<T>());
    Entries<T> entries;
    for (std::uint64_t e = 0; e < count; ++e) entries.push_back({rows[e], cols[e], values[e]});
    return entries;
}

/// Runs a test on every backend under test.
template <class Test>
void on_each_backend(Test test) {
    REQUIRE_FALSE(backends_under_test().empty());
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        test(Context(backend));
    }
}

} // namespace mergus::tests
