/// \file apply.hpp
/// Values mapped one by one.
#pragma once

#include "matrix.hpp"

namespace mergus::cuda {

/// The matrix with its values cast to `type`; the same arrays if it has that type.
Matrix cast_matrix(Context& context, Matrix&& matrix, const mergus_type* type);

void apply(Context& context, const mergus_call& call);

} // namespace mergus::cuda
