/// \file fold.hpp
/// Reductions with an operator that has no predefined monoid. Without an identity a backend cannot reduce, so
/// the entries are folded on the host, in their order.
#pragma once

#include "call.hpp"

#include <cstddef>
#include <vector>

namespace mergus::grb {

/// w<mask> ⊙= the rows of A, or of its transpose, reduced with the operator. \throws Error domain_mismatch,
/// dimension_mismatch
void fold_rows(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
               Descriptor flags);

/// The reduction of all entries, a value of the operator's type. The input has an entry.
std::vector<std::max_align_t> fold_all(const BinaryOp& op, const AnyMatrix& A);
std::vector<std::max_align_t> fold_all(const BinaryOp& op, const AnyVector& u);

/// s ⊙= value, as `type`. Without an operator, or if s has no value, s = value.
void accumulate(mergus_grb_scalar& s, const BinaryOp& accum, const void* value, const mergus_type* type);

} // namespace mergus::grb
