/// \file operations.hpp
/// Operations of the table, one file each: C<mask, replace> ⊙= T.
#pragma once

#include "objects/context.hpp"

namespace mergus::cuda {

void select(Context& context, const mergus_call& call);
void apply(Context& context, const mergus_call& call);
void ewise_add(Context& context, const mergus_call& call);
void ewise_mult(Context& context, const mergus_call& call);
void assign(Context& context, const mergus_call& call);
void assign_scalar(Context& context, const mergus_call& call);
void extract(Context& context, const mergus_call& call);
/// *result = whether A and B, of one shape and number of entries, have the same pattern and op holds
/// everywhere.
void isequal(Context& context, const mergus_call& call);
void kronecker(Context& context, const mergus_call& call);

} // namespace mergus::cuda
