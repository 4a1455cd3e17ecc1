/// \file modularity.cpp
/// Conductance of communities, and modularity of a division P: the trace of P'·A·P / m − γ (P'·out) · (P'·in)
/// / m².
#include <mergus/algorithms/communities.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "partition.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mergus {

namespace {

void check(const Vector<std::int64_t>& labels, std::uint64_t vertices, const char* algorithm) {
    if (labels.size() != vertices || labels.nvals() != vertices)
        throw Error(Code::dimension_mismatch, fmt::format("modularity: {} labels of size {} for {} vertices",
                                                          labels.nvals(), labels.size(), vertices));
    const auto bound = static_cast<std::int64_t>(vertices);
    if (vertices != 0 &&
        (reduce(min_monoid<std::int64_t>, labels) < 0 || reduce(max_monoid<std::int64_t>, labels) >= bound))
        throw Error(Code::invalid_value, fmt::format("{}: a label is not in [0, {})", algorithm, vertices));
}

} // namespace

double modularity(const AnyMatrix& A, const Vector<std::int64_t>& labels, const ModularityOptions& options) {
    core::require_square(A, "modularity");
    check(labels, A.nrows(), "modularity");
    const double resolution = options.resolution;
    if (!(resolution >= 0 && std::isfinite(resolution)))
        throw Error(Code::invalid_value, fmt::format("modularity: resolution is {}", resolution));
    const Matrix<double> weights = core::checked_weights(A, "modularity");
    const double total = reduce(plus_monoid<double>, weights);
    if (total == 0) return 0;
    const Matrix<double> P = core::membership(labels, A.nrows());
    const auto inner = mxm(plus_first<double>, weights, P, {.mask = structure(P)});
    // Shares of the total, so that squares do not overflow.
    const auto share = [&](const Vector<double>& degrees) {
        return vxm(plus_first<double>, apply<double>(ops::div<double>, degrees, total), P);
    };
    const auto expected =
        ewise_mult<double>(ops::times<double>, share(reduce_rows(plus_monoid<double>, weights)),
                           share(reduce_columns(plus_monoid<double>, weights)));
    return reduce(plus_monoid<double>, inner) / total - resolution * reduce(plus_monoid<double>, expected);
}

Vector<double> conductance(const AnyMatrix& A, const Vector<std::int64_t>& labels) {
    core::require_square(A, "conductance");
    check(labels, A.nrows(), "conductance");
    const Matrix<double> weights = core::checked_weights(A, "conductance");
    const double total = reduce(plus_monoid<double>, weights);
    const Matrix<double> P = core::membership(labels, A.nrows());
    // Of each community: the sum of its degrees, and the part of it within.
    Vector<double> degree = core::filled(A.context(), A.nrows(), 0);
    reduce(degree, plus_monoid<double>, weights, {.accum = ops::plus<double>});
    const auto volume = vxm(plus_first<double>, degree, P);
    const auto inner =
        reduce_columns(plus_monoid<double>, mxm(plus_first<double>, weights, P, {.mask = structure(P)}));
    const auto leaving =
        ewise_add<double>(ops::plus<double>, volume, apply<double>(ops::ainv<double>, inner));
    const auto lesser =
        ewise_mult<double>(ops::min<double>, volume, apply<double>(ops::minus<double>, total, volume));
    Vector<double> shares = apply<double>(ops::times<double>, volume, 0.0);
    const auto positive = select(ops::valuegt<double>, lesser, 0.0);
    assign(shares, ewise_mult<double>(ops::div<double>, leaving, positive), {.mask = structure(positive)});
    return shares;
}

} // namespace mergus
