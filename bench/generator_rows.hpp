/// \file generator_rows.hpp
/// What the generators of the benchmark share: a matrix from a function of its rows, random numbers of a row,
/// and the keys of a generator.
#pragma once

#include "host_csr.hpp"

#include "../backend/frontend/generate/random.hpp"
#include "../backend/frontend/support/parallel.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mergus::bench {

using Number = std::uint64_t;
using Columns = std::vector<std::uint32_t>;
inline constexpr Number percent = 100, none = 0; ///< Largest and default values of keys; such keys may be 0.

/// The random numbers of a row.
class Random {
public:
    Random(Number seed, Number row) : stream_(generate::Stream(seed, 40).sub(row)) {}
    /// A number below `bound`, which is not 0.
    Number below(Number bound) { return generate::multiply_high(stream_.at(count_++), bound); }
    bool percent(Number chance) { return below(100) < chance; }

private:
    generate::Stream stream_;
    Number count_ = 0;
};

struct Key {
    std::string_view name;
    Number fallback = required;
    Number most = 100'000'000;
    static constexpr Number required = ~Number{0};
};

struct Generator {
    std::string_view name;
    std::vector<Key> keys;
    HostCsr (*make)(const std::vector<Number>& values); ///< In the order of the keys.
};

/// \param fill(row, columns) appends the columns of a row
template <class Fill>
HostCsr from_rows(Number nrows, Number ncols, const Fill& fill) {
    constexpr Number grain = 4096;
    std::vector<Columns> chunks((nrows + grain - 1) / grain);
    HostCsr matrix;
    matrix.nrows = nrows;
    matrix.ncols = ncols;
    matrix.ptr.resize(nrows + 1); // first the lengths
    matrix.ptr[0] = 0;
    core::parallel_for(nrows, grain, 0, [&](Number begin, Number end) {
        Columns& chunk = chunks[begin / grain];
        Columns columns;
        for (Number row = begin; row < end; ++row) {
            columns.clear();
            fill(row, columns);
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
            matrix.ptr[row + 1] = columns.size();
            chunk.insert(chunk.end(), columns.begin(), columns.end());
        }
    });
    for (Number row = 0; row < nrows; ++row) matrix.ptr[row + 1] += matrix.ptr[row];
    matrix.cols.resize(matrix.ptr[nrows]);
    core::parallel_for(chunks.size(), 1, 0, [&](Number begin, Number end) {
        for (Number c = begin; c < end; ++c)
            std::copy(chunks[c].begin(), chunks[c].end(), matrix.cols.data() + matrix.ptr[c * grain]);
    });
    return matrix;
}

inline void add(Columns& columns, Number column) {
    columns.push_back(static_cast<std::uint32_t>(column));
}

/// All generators (generators.cpp).
const std::vector<Generator>& generators();

} // namespace mergus::bench
