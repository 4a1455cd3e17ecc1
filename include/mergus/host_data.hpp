/// \file host_data.hpp
/// Matrices as plain arrays in host memory, for files, generators and exports. No backend is involved.
#pragma once

#include <mergus/export.hpp>

#include <complex>
#include <cstdint>
#include <vector>

namespace mergus {

/// The kind of values of a file or a generator.
enum class Field {
    pattern, ///< no values: every entry is 1 (true)
    integer, ///< 64-bit signed
    real,    ///< fp64
    complex  ///< two fp64, real and imaginary part
};

/// Entries as (row, column, value), structure of arrays, in any order, zero-based, duplicates allowed.
/// `integers` has one value for each entry if field is integer, `reals` if it is real, `complexes` if it is
/// complex; the others are empty.
struct Tuples {
    std::uint64_t nrows = 0;                       ///< rows
    std::uint64_t ncols = 0;                       ///< columns
    Field field = Field::pattern;                  ///< which array has the values
    std::vector<std::uint64_t> rows;               ///< row of each entry
    std::vector<std::uint64_t> cols;               ///< column of each entry
    std::vector<std::int64_t> integers;            ///< values if field is integer
    std::vector<double> reals;                     ///< values if field is real
    std::vector<std::complex<double>> complexes{}; ///< values if field is complex

    [[nodiscard]] std::uint64_t nvals() const noexcept { return rows.size(); } ///< entries
};

/// Compressed sparse rows: row i holds entries row_ptr[i] … row_ptr[i+1]−1, columns strictly increasing.
/// Values as in Tuples.
struct Csr {
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    Field field = Field::pattern;
    std::vector<std::uint64_t> row_ptr = {0}; ///< nrows + 1 offsets
    std::vector<std::uint64_t> cols;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::complex<double>> complexes{};

    [[nodiscard]] std::uint64_t nvals() const noexcept { return cols.size(); } ///< entries
};

} // namespace mergus
