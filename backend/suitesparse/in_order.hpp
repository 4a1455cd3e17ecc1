/// \file in_order.hpp
/// mxm and reductions whose terms must be folded from left to right.
#pragma once

#include "operations.hpp"

namespace mergus::suitesparse {

/// Whether the monoid's operator is declared not to commute or not to be associative.
bool folds_in_order(const mergus_monoid& monoid) noexcept;

/// As the operations of the same names, for monoids that fold in order. \param work for the report
void mxm_in_order(mergus_context& context, const mergus_call& call, std::uint64_t work);
void reduce_rows_in_order(mergus_context& context, const mergus_call& call);
void reduce_scalar_in_order(mergus_context& context, const mergus_call& call);

} // namespace mergus::suitesparse
