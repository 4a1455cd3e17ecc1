/// \file graph.cpp
#include "graph.hpp"

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <numeric>
#include <vector>

namespace mergus::core {

void require_square(const AnyMatrix& A, std::string_view algorithm) {
    if (A.nrows() != A.ncols())
        throw Error(Code::dimension_mismatch, fmt::format("{}: the adjacency matrix is {} x {}, not square",
                                                          algorithm, A.nrows(), A.ncols()));
}

void require_vertices(const AnyMatrix& A, std::span<const std::uint64_t> sources,
                      std::string_view algorithm) {
    for (const std::uint64_t source : sources)
        if (source >= A.nrows())
            throw Error(Code::invalid_index, fmt::format("{}: source {} is not a vertex of a graph of {}",
                                                         algorithm, source, A.nrows()));
}

Matrix<bool> pattern_of(const AnyMatrix& A) {
    Matrix<bool> pattern(A.context(), A.nrows(), A.ncols());
    assign(pattern, true, {.mask = structure(A)});
    return pattern;
}

Matrix<bool> simple_graph(const AnyMatrix& A) {
    return select(ops::offdiag, pattern_of(A), 0);
}

Matrix<bool> rows_between(const Matrix<bool>& A, std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint64_t> rows(end - first);
    std::iota(rows.begin(), rows.end(), first);
    return extract<bool>(A, rows, all);
}

const AnyMatrix& as_fp64(const AnyMatrix& A, std::optional<Matrix<double>>& own) {
    if (A.type() == type_of<double>()) return A;
    own.emplace(A.context(), A.nrows(), A.ncols());
    assign(*own, A);
    return *own;
}

Vector<std::int64_t> out_degrees(const AnyMatrix& A) {
    Vector<std::int64_t> ones(A.context(), A.ncols());
    assign(ones, std::int64_t{1});
    Vector<std::int64_t> degrees(A.context(), A.nrows());
    assign(degrees, std::int64_t{0});
    mxv(degrees, plus_pair<std::int64_t>, A, ones, {.accum = ops::plus<std::int64_t>});
    return degrees;
}

} // namespace mergus::core
