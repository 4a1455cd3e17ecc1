/// \file host_csr.cpp
#include "host_csr.hpp"

#include "convert.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <numeric>
#include <tuple>

namespace mergus::bench {

namespace {

constexpr std::uint64_t grain = 1U << 16;
constexpr std::uint64_t row_grain = 1U << 10;

/// Element e of a sequence of random words (SplitMix64; Steele, Lea and Flood, 2014).
std::uint64_t random_word(std::uint64_t seed, std::uint64_t e) {
    std::uint64_t z = (seed + e + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

HostCsr narrow(Csr&& wide) {
    if (wide.ncols > std::uint64_t{1} << 32)
        throw Error(Code::invalid_value, "bench: more than 2^32 columns");
    if (wide.field == Field::complex)
        throw Error(Code::invalid_value, "bench: complex matrices are not supported");
    HostCsr matrix;
    matrix.nrows = wide.nrows;
    matrix.ncols = wide.ncols;
    matrix.ptr.assign(wide.row_ptr.begin(), wide.row_ptr.end());
    matrix.cols = cast<std::uint32_t>(wide.cols);
    if (wide.field == Field::real) matrix.values = cast<double>(wide.reals);
    if (wide.field == Field::integer) matrix.values = cast<double>(wide.integers);
    wide = {};
    return matrix;
}

void fill_random(HostCsr& matrix, std::uint64_t seed) {
    matrix.values.resize(matrix.nvals());
    core::parallel_for(matrix.nvals(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e)
            matrix.values[e] = static_cast<double>((random_word(seed, e) >> 11) + 1) * 0x1p-53;
    });
}

void round_to_float(HostCsr& matrix) {
    core::parallel_for(matrix.values.size(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) matrix.values[e] = static_cast<float>(matrix.values[e]);
    });
}

HostCsr transposed(const HostCsr& matrix) {
    HostCsr result;
    result.nrows = matrix.ncols;
    result.ncols = matrix.nrows;
    result.ptr.assign(matrix.ncols + 1, std::uint64_t{0});
    result.cols.resize(matrix.nvals());
    result.values.resize(matrix.values.size());
    for (const std::uint32_t col : matrix.cols) ++result.ptr[std::uint64_t{col} + 1];
    std::partial_sum(result.ptr.begin(), result.ptr.end(), result.ptr.begin());
    Array<std::uint64_t> next(result.ptr.begin(), result.ptr.end());
    for (std::uint64_t row = 0; row < matrix.nrows; ++row)
        for (std::uint64_t e = matrix.ptr[row]; e < matrix.ptr[row + 1]; ++e) {
            const std::uint64_t position = next[matrix.cols[e]]++;
            result.cols[position] = static_cast<std::uint32_t>(row);
            if (!matrix.values.empty()) result.values[position] = matrix.values[e];
        }
    return result;
}

HostCsr undirected(const HostCsr& matrix) {
    HostCsr pattern;
    pattern.nrows = pattern.ncols = matrix.nrows;
    pattern.ptr = matrix.ptr;
    pattern.cols = matrix.cols;
    const HostCsr other = transposed(pattern);
    HostCsr result;
    result.nrows = result.ncols = matrix.nrows;
    result.ptr.assign(matrix.nrows + 1, std::uint64_t{0});
    std::vector<std::uint32_t> neighbours;
    for (std::uint64_t row = 0; row < matrix.nrows; ++row) {
        neighbours.clear();
        std::set_union(pattern.cols.data() + pattern.ptr[row], pattern.cols.data() + pattern.ptr[row + 1],
                       other.cols.data() + other.ptr[row], other.cols.data() + other.ptr[row + 1],
                       std::back_inserter(neighbours));
        std::erase(neighbours, static_cast<std::uint32_t>(row));
        result.cols.insert(result.cols.end(), neighbours.begin(), neighbours.end());
        result.ptr[row + 1] = result.cols.size();
    }
    return result;
}

void sort_rows(HostCsr& matrix) {
    core::parallel_for(matrix.nrows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<std::pair<std::uint32_t, double>> row;
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t first = matrix.ptr[i];
            const std::uint64_t last = matrix.ptr[i + 1];
            if (std::is_sorted(matrix.cols.data() + first, matrix.cols.data() + last)) continue;
            row.clear();
            for (std::uint64_t e = first; e < last; ++e) row.emplace_back(matrix.cols[e], matrix.values[e]);
            std::sort(row.begin(), row.end());
            for (std::uint64_t e = first; e < last; ++e)
                std::tie(matrix.cols[e], matrix.values[e]) = row[e - first];
        }
    });
}

std::uint64_t products_of(const HostCsr& a, const HostCsr& b) {
    std::atomic<std::uint64_t> total{0};
    core::parallel_for(a.nvals(), grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t sum = 0;
        for (std::uint64_t e = begin; e < end; ++e) sum += b.ptr[a.cols[e] + 1ULL] - b.ptr[a.cols[e]];
        total += sum;
    });
    return total;
}

std::vector<std::uint64_t> highest_degrees(const HostCsr& graph, std::uint64_t count) {
    std::vector<std::uint64_t> vertices(graph.nrows);
    std::iota(vertices.begin(), vertices.end(), std::uint64_t{0});
    count = std::min(count, graph.nrows);
    const auto degree = [&](std::uint64_t v) { return graph.ptr[v + 1] - graph.ptr[v]; };
    std::partial_sort(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(count), vertices.end(),
                      [&](std::uint64_t a, std::uint64_t b) {
                          return degree(a) != degree(b) ? degree(a) > degree(b) : a < b;
                      });
    vertices.resize(count);
    return vertices;
}

} // namespace mergus::bench
