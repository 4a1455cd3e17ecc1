/// \file k_truss.cpp
/// k-truss by repeated masked products (Davis 2018). After a round that removes few edges D of T and keeps K,
/// only the triangles of D are subtracted: K·K = T·T − (D·T + K·D).
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

namespace mergus {

namespace {

/// A round that removes at most 1 / few_removed of the edges that it keeps subtracts triangles. With more, a
/// full product is less work: it may be made of dot products, where a removed edge (i, j) costs all edges of
/// j.
constexpr std::uint64_t few_removed = 64;

/// support(i, j) = the number of triangles of T that have the edge (i, j). T is symmetric: no transpose is
/// needed.
Matrix<std::int64_t> support_of(const AnyMatrix& T) {
    return mxm(plus_pair<std::int64_t>, T, T, {.mask = structure(T)});
}

/// Subtracts from the support in T, the values of `kept`, the triangles that have a removed edge.
void subtract_lost(const AnyMatrix& T, Matrix<std::int64_t>& kept) {
    const auto removed = apply<bool>(ops::one<bool>, T, {.mask = complement(structure(kept))});
    auto lost = mxm(plus_pair<std::int64_t>, removed, T, {.mask = structure(kept)});
    mxm(lost, plus_pair<std::int64_t>, kept, removed,
        {.mask = structure(kept), .accum = ops::plus<std::int64_t>});
    assign(kept, lost, {.mask = structure(lost), .accum = ops::minus<std::int64_t>});
}

} // namespace

Matrix<std::int64_t> k_truss(const AnyMatrix& A, Integer least) {
    core::require_square(A, "k_truss");
    const std::int64_t k = least;
    if (k < 3) throw Error(Code::invalid_value, fmt::format("k_truss: k is {}, not at least 3", k));
    const auto enough = [k](const AnyMatrix& support) {
        return select<std::int64_t>(ops::valuege<std::int64_t>, support, k - 2);
    };
    AnyMatrix T = core::simple_graph(A);
    core::Reports reports("k_truss", "entries left", "round");
    const auto known = [&] { return core::Known{T.nvals()}; };
    reports.report(known);
    for (auto kept = enough(support_of(T));;) {
        const std::uint64_t removed = T.nvals() - kept.nvals();
        if (removed == 0 || kept.nvals() == 0) return kept;
        const bool few = removed <= kept.nvals() / few_removed;
        if (few) subtract_lost(T, kept);
        T = std::move(kept);
        reports.report(known);
        kept = few ? enough(T) : enough(support_of(T));
    }
}

} // namespace mergus
