/// \file closeness.cpp
/// Closeness and harmonic centrality: searches against the edges from 32 vertices at a time.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mergus {

namespace {

/// value(D) for batches of the vertices: a vector with an entry for each row of D, the distances to the
/// vertices of a batch.
template <class Value>
Vector<double> of_distances(const AnyMatrix& A, const IndexList& vertex_list, const DistanceOptions& options,
                            const char* algorithm, Value value) {
    core::require_square(A, algorithm);
    const std::span<const std::uint64_t> vertices = vertex_list.list();
    core::require_vertices(A, vertices, algorithm);
    if (options.weighted && reduce(min_monoid<double>, A) < 0)
        throw Error(Code::invalid_value, fmt::format("{}: a weight is negative", algorithm));
    const AnyMatrix incoming = transpose(A);
    constexpr std::size_t batch_size = 32;
    std::vector<double> values;
    core::Reports reports(algorithm, "vertices", "batch");
    const auto known = [&] { return core::Known{values.size(), vertices.size()}; };
    reports.report(known);
    while (values.size() < vertices.size()) {
        const auto batch =
            vertices.subspan(values.size(), std::min(batch_size, vertices.size() - values.size()));
        Matrix<double> distance(A.context(), batch.size(), A.nrows());
        if (options.weighted)
            distance = shortest_path_lengths(incoming, batch);
        else
            assign(distance, bfs_levels(incoming, batch));
        const std::vector<double> found = value(distance).to_dense(0);
        values.insert(values.end(), found.begin(), found.end());
        reports.report(known);
    }
    // A vertex that is listed twice has the same value twice.
    return Vector<double>::from_tuples(A.context(), A.nrows(), vertices, values, ops::first<double>);
}

} // namespace

Vector<double> closeness(const AnyMatrix& A, const IndexList& vertices, const DistanceOptions& options) {
    const auto value = [&](const Matrix<double>& distance) {
        const Vector<double> sum = reduce_rows(plus_monoid<double>, distance);
        const auto count = apply<double>(ops::minus<double>, degrees(distance), 1.0);
        const auto share =
            apply<double>(ops::div<double>, ewise_mult<double>(ops::times<double>, count, count),
                          static_cast<double>(A.nrows()) - 1);
        return ewise_mult<double>(ops::div<double>, share, select(ops::valuegt<double>, sum, 0.0));
    };
    return of_distances(A, vertices, options, "closeness", value);
}

Vector<double> harmonic(const AnyMatrix& A, const IndexList& vertices, const DistanceOptions& options) {
    const auto value = [](const Matrix<double>& distance) {
        const auto away = select(ops::valuegt<double>, distance, 0.0);
        return reduce_rows(plus_monoid<double>, apply<double>(ops::minv<double>, away));
    };
    return of_distances(A, vertices, options, "harmonic", value);
}

} // namespace mergus
