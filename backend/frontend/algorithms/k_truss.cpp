/// \file k_truss.cpp
/// k-truss by repeated masked products (Davis 2018).
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

#include <fmt/format.h>

namespace mergus {

Matrix<std::int64_t> k_truss(const AnyMatrix& A, Integer least) {
    core::require_square(A, "k_truss");
    const std::int64_t k = least;
    if (k < 3) throw Error(Code::invalid_value, fmt::format("k_truss: k is {}, not at least 3", k));
    Matrix<std::int64_t> truss(A.context(), A.nrows(), A.ncols());
    assign(truss, core::simple_graph(A));
    for (std::uint64_t before = truss.nvals() + 1; truss.nvals() != before;) {
        before = truss.nvals();
        // support(i, j) = the number of triangles of the truss that have the edge (i, j)
        const auto support =
            mxm(plus_pair<std::int64_t>, truss, truss, {.mask = structure(truss), .transpose_b = true});
        truss = select(ops::valuege<std::int64_t>, support, k - 2);
    }
    return truss;
}

} // namespace mergus
