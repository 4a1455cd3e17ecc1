/// \file label_propagation.cpp
/// Label propagation: with P the labels as a matrix, A·P has the weight of each label around each vertex.
#include <mergus/algorithms/communities.hpp>
#include <mergus/algorithms/components.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "local_moving_extension.hpp"
#include "partition.hpp"
#include "reports.hpp"

namespace mergus {

namespace {

// clang-format takes the definition for arguments of a function.
// clang-format off

/// A pseudo-random number of vertex and label, which chooses between labels of equal weight.
MERGUS_INDEX_UNARY_OP(label_hash,
    static uint64_t apply(double, int64_t i, int64_t j, uint64_t seed) {
        uint64_t z = (uint64_t(i) + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t(j) + seed) * 0xd1342543de82ef95u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    })

// clang-format on

/// For the vertices whose label is not among the heaviest of their neighbours, one that is.
Vector<std::int64_t> better_labels(const Matrix<double>& graph, const Matrix<double>& P, std::uint64_t seed) {
    const auto around = mxm(plus_first<double>, graph, P);
    const auto most = diag(reduce_rows(max_monoid<double>, around));
    const auto heaviest =
        select(ops::valueeq<bool>,
               ewise_mult<bool>(ops::eq<double>, around, mxm(any_first<double>, most, around)), true);
    const auto kept = reduce_rows(lor_monoid, ewise_mult<bool>(ops::first<bool>, heaviest, P));
    const auto labels = argmin(apply<std::uint64_t>(label_hash, heaviest, seed));
    Vector<std::int64_t> better(graph.context(), graph.nrows());
    assign(better, labels, {.mask = complement(structure(kept))});
    return better;
}

} // namespace

LabelPropagation label_propagation(const AnyMatrix& A, const LabelPropagationOptions& options) {
    core::require_square(A, "label_propagation");
    const Matrix<double> weights = select(ops::offdiag, core::checked_weights(A, "label_propagation"), 0);
    const auto graph = ewise_add<double>(ops::plus<double>, weights, weights, {.transpose_b = true});
    LabelPropagation result;
    result.labels = core::numbered(A.context(), A.nrows());
    core::Reports reports("label_propagation", "iterations", "iteration");
    const auto known = [&] { return core::Known{result.iterations, options.max_iterations}; };
    while (reports.proceed(known) && result.iterations < options.max_iterations) {
        const auto P = core::membership(result.labels, A.nrows());
        const std::uint64_t seed = options.seed + result.iterations;
        const auto better = better_labels(graph, P, seed);
        result.converged = better.nvals() == 0;
        if (result.converged) break;
        // Neighbours that change at the same time may exchange their labels for ever.
        const auto half = core::group_of(A.context(), A.nrows(), 2, 0, seed);
        const auto changed = ewise_mult<std::int64_t>(ops::first<std::int64_t>, better, half);
        assign(result.labels, changed, {.mask = structure(changed)});
        ++result.iterations;
    }
    result.labels = core::components_within(graph, result.labels);
    return result;
}

} // namespace mergus
