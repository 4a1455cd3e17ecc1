/// \file operations.hpp
/// The product of matrices: C<mask, replace> ⊙= A ⊕.⊗ B.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

void mxm(Context& context, const mergus_call& call);
/// mxm, but ⊗ gets (B(k, j), A(i, k)), and its positions are (j, k, i): the transpose of B'·A'.
void multiply_flipped(Context& context, const mergus_call& call);

} // namespace mergus::cuda
