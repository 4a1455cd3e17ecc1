/// \file identity_terms.hpp
/// Sums in which the identity must not be a term: min and max of floating-point values.
///
/// GraphBLAS's compiled kernels begin some sums with the identity, ±∞. As min(∞, NaN) is ∞, a sum of which
/// all terms are NaN would be ∞. Its generic kernels begin with the first term, but are slower, so they are
/// used only for sums that may have NaN as a term. Reductions to a scalar begin with the identity in both, so
/// those by a user's monoid are computed here.
#pragma once

#include "context.hpp"

namespace mergus::suitesparse {

/// The kernels for a product. Generic if its sums are min or max and a product may be NaN.
Kernels kernels_for_product(const mergus_context& context, const mergus_call& call);
/// The kernels for sums of A's entries.
Kernels kernels_for_entries(const mergus_context& context, const mergus_monoid& monoid,
                            const mergus_matrix& A);

/// The sum of all entries of A, of which there is at least one, in the monoid's type. The identity is no
/// term.
void sum_of_entries(const mergus_context& context, const mergus_monoid& monoid, const mergus_matrix& A,
                    void* sum);

} // namespace mergus::suitesparse
