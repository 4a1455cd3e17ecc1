/// \file suitesparse_testing.hpp
/// Helpers for the tests of the SuiteSparse backend: its context, and matrices as maps.
#pragma once

#include "testing/refuses.hpp"

#include <mergus/graphblas.hpp>
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

// GraphBLAS.h includes these, and newer versions do so between extern "C" braces.
#include <cmath>
#include <complex.h>
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}
#undef I

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mergus::tests {

inline const Context& context() {
    static const Context one("suitesparse");
    return one;
}

using Entries = std::map<std::pair<std::uint64_t, std::uint64_t>, double>;

inline Entries entries_in(const AnyMatrix& A) {
    std::vector<std::uint64_t> rows(A.nvals()), cols(A.nvals());
    std::vector<double> values(A.nvals());
    A.extract_tuples(rows.data(), cols.data(), values.data(), type_of<double>());
    Entries found;
    for (std::size_t e = 0; e < rows.size(); ++e) found[{rows[e], cols[e]}] = values[e];
    return found;
}

template <class T>
Matrix<T> matrix(std::uint64_t nrows, std::uint64_t ncols, const Entries& from) {
    Matrix<T> A(context(), nrows, ncols);
    std::vector<std::uint64_t> rows, cols;
    std::vector<double> values;
    for (const auto& [place, value] : from) {
        rows.push_back(place.first);
        cols.push_back(place.second);
        values.push_back(value);
    }
    A.AnyMatrix::build(rows, cols, values.data(), type_of<double>());
    return A;
}

} // namespace mergus::tests
