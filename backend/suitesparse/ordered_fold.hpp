/// \file ordered_fold.hpp
/// mxm and reductions that fold their terms from left to right.
#pragma once

#include "operations.hpp"

namespace mergus::suitesparse {

/// Whether the monoid's operator is declared not commutative or not associative.
bool needs_ordered_fold(const mergus_monoid& monoid) noexcept;

/// Implementations of the operations of the same names for such monoids. \param work for the report
void mxm_ordered(mergus_context& context, const mergus_call& call, std::uint64_t work);
void reduce_rows_ordered(mergus_context& context, const mergus_call& call);
void reduce_scalar_ordered(mergus_context& context, const mergus_call& call);

} // namespace mergus::suitesparse
