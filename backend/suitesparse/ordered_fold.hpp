/// \file ordered_fold.hpp
/// mxm and reductions in plain code: for operators whose order matters, and reductions to a scalar.
#pragma once

#include "operations.hpp"

namespace mergus::suitesparse {

/// Whether the monoid's operator is declared not commutative or not associative.
bool needs_ordered_fold(const mergus_monoid& monoid) noexcept;

/// The sum of all entries of A, of which there is at least one, in the monoid's type: from left to right if
/// the order matters, else in parts that depend on the number of entries only.
void fold_entries(const mergus_context& context, const mergus_monoid& monoid, const mergus_matrix& A,
                  void* sum);

/// Implementations of the operations of the same names for monoids that need an ordered fold.
/// \param work for the report
void mxm_ordered(mergus_context& context, const mergus_call& call, std::uint64_t work);
void reduce_rows_ordered(mergus_context& context, const mergus_call& call);

} // namespace mergus::suitesparse
