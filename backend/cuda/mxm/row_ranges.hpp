/// \file row_ranges.hpp
/// A product in less memory: C row range by row range, when memory does not suffice for all rows at once.
#pragma once

#include "problem.hpp"

namespace mergus::cuda {

/// C<mask, replace> ⊙= A ⊕.⊗ B. Counts the entries of C range by range, allocates C's arrays, and computes
/// them range by range. Beside its operands and the result it needs the temporary memory of one range; ranges
/// are halved until that suffices. \param A and B after their transposes. \throws ResultTooLarge before the
/// first value is computed
void multiply_in_ranges(Context& context, const mergus_call& call, const Matrix& A, const Matrix& B,
                        bool flipped);

} // namespace mergus::cuda
