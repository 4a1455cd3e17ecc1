/// \file bipartite.cpp
/// The sides of a bipartite graph, from the components of its double cover: vertex v becomes 2v and 2v + 1,
/// and an edge (u, v) joins 2u with 2v + 1 and 2u + 1 with 2v. A cycle of odd length joins 2v with 2v + 1. So
/// the search takes as few rounds as that for components, for a long path too.
#include <mergus/algorithms/components.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"

namespace mergus {

std::optional<Vector<bool>> bipartite_sides(const AnyMatrix& A) {
    core::require_square(A, "bipartite_sides");
    const Context context = A.context();
    const auto crossed = Matrix<bool>::from_tuples(context, 2, 2, {0, 1}, {1, 0}, {true, true});
    const auto labels = connected_components(kronecker(ops::pair<bool>, core::pattern_of(A), crossed));
    // Row v has an entry in column 2v, or in 2v + 1.
    Vector<bool> everyone(context, A.nrows());
    assign(everyone, true);
    const auto copies = [&](std::uint64_t which) {
        const auto place = Matrix<bool>::from_tuples(context, 1, 2, {0}, {which}, {true});
        return mxv(any_second<std::int64_t>, kronecker(ops::pair<bool>, diag(everyone), place), labels);
    };
    const auto even = copies(0);
    if (reduce(lor_monoid, ewise_mult<bool>(ops::eq<std::int64_t>, even, copies(1)))) return std::nullopt;
    // The least label of a component is 2r for its least vertex r, or 2r + 1 from the other side.
    return apply<bool>(ops::band<std::int64_t>, even, std::int64_t{1});
}

} // namespace mergus
