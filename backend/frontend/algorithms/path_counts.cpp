/// \file path_counts.cpp
#include "path_counts.hpp"

#include "graph.hpp"

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <limits>
#include <numeric>

namespace mergus::core {

Matrix<double> source_rows(const AnyMatrix& A, std::span<const std::uint64_t> sources) {
    std::vector<std::uint64_t> rows(sources.size());
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    return Matrix<double>::from_tuples(A.context(), sources.size(), A.ncols(), rows, sources,
                                       std::vector<double>(sources.size(), 1.0));
}

std::vector<Matrix<double>> path_counts(const Matrix<bool>& A, std::span<const std::uint64_t> sources,
                                        const char* algorithm) {
    const Context context = A.context();
    std::vector<Matrix<double>> paths;
    paths.push_back(source_rows(A, sources));
    Matrix<bool> visited(context, sources.size(), A.ncols());
    assign(visited, false);
    assign(visited, true, {.mask = structure(paths.front())});
    Vector<double> most(context, sources.size());
    for (std::int64_t depth = 0;; ++depth) {
        auto next = mxm(plus_first<double>, paths.back(), A, {.mask = complement(visited)});
        if (counts_in_round(depth) && next.nvals() == 0) break;
        assign(visited, true, {.mask = structure(next)});
        reduce(most, max_monoid<double>, next, {.accum = ops::max<double>});
        paths.push_back(std::move(next));
    }
    if (reduce(max_monoid<double>, most) == std::numeric_limits<double>::infinity())
        throw Error(Code::invalid_value,
                    fmt::format("{}: more than 1.8e308 shortest paths to one vertex", algorithm));
    return paths;
}

double betweenness_factor(bool estimate, bool undirected, bool normalized, double pairs, double vertices,
                          std::size_t sources) {
    double factor = undirected ? 0.5 : 1;
    if (estimate && sources != 0) factor *= vertices / static_cast<double>(sources);
    if (normalized && pairs > 0) factor /= pairs * (undirected ? 0.5 : 1);
    return factor;
}

} // namespace mergus::core
