/// \file csr.hpp
/// Compressed rows for tests.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <functional>

namespace mergus::tests {

/// Compressed rows of small integers, as real values: sums of them are exact.
inline Csr csr_where(std::uint64_t nrows, std::uint64_t ncols,
                     const std::function<bool(std::uint64_t row, std::uint64_t col)>& has) {
    Csr csr;
    csr.nrows = nrows;
    csr.ncols = ncols;
    csr.field = Field::real;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (has(i, j)) {
                csr.cols.push_back(j);
                csr.reals.push_back(static_cast<double>(1 + (3 * i + 5 * j) % 7));
            }
        csr.row_ptr.push_back(csr.cols.size());
    }
    return csr;
}

/// Every `step`th position in row-major order, starting at `from`.
inline Csr csr_every(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step, std::uint64_t from = 0) {
    return csr_where(nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return i * ncols + j >= from && (i * ncols + j - from) % step == 0;
    });
}

/// The pattern with different small whole numbers, so that sums are exact and none can be lost or taken twice
/// unseen.
inline Csr with_integers(Csr matrix) {
    matrix.field = Field::real;
    matrix.integers.clear();
    matrix.reals.resize(matrix.nvals());
    for (std::size_t e = 0; e < matrix.reals.size(); ++e)
        matrix.reals[e] = static_cast<double>(1 + e * 7919 % 101);
    return matrix;
}

} // namespace mergus::tests
