/// \file relaxation.hpp
/// The Bellman–Ford algorithm: best ⊕= changed ⊕.⊗ A, until nothing changes. `best` and `changed` are vectors
/// for one source, or matrices with a row for each of several.
#pragma once

#include "graph.hpp"

#include <mergus/ops.hpp>

#include <utility>

namespace mergus::core {

/// \param best a value everywhere, the identity of ⊕ where nothing is known
/// \param changed the sources
/// \param better whether a value replaces another one: lt for min, gt for max
/// \param product product(sums, changed) sets sums = changed ⊕.⊗ A
/// \param goes_on goes_on(round, changed) is called after each round. If it returns false, it has finished
/// `best`. \return false if values still improve after n rounds: there is a cycle that improves them for ever
template <class Object, class Product, class GoesOn>
bool relax(Object& best, Object&& changed, const BinaryOp& better, std::uint64_t vertices, Product product,
           GoesOn goes_on) {
    Object sums = changed.dup();
    auto improved = ewise_mult<bool>(better, sums, best);
    // A round without changes changes nothing, so the changes are not counted in every round.
    const auto most = static_cast<std::int64_t>(vertices);
    for (std::int64_t round = 0; !counts_in_round(round) || changed.nvals() != 0; ++round) {
        if (round == most && changed.nvals() != 0) return false;
        product(sums, changed);
        ewise_mult(improved, better, sums, best);
        assign(changed, sums, {.mask = improved, .replace = true});
        assign(best, changed, {.mask = structure(changed)});
        if (!goes_on(round, changed)) break;
    }
    return true;
}

} // namespace mergus::core
