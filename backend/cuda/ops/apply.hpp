/// \file apply.hpp
/// Values mapped one by one.
#pragma once

#include "matrix.hpp"

#include <vector>

namespace mergus::cuda {

/// The matrix with its values cast to `type`; the same arrays if it has that type.
Matrix cast_matrix(Context& context, Matrix&& matrix, const mergus_type* type);
/// Adds the kernel of such a cast, of indices that are wide or not. Both types are the context's.
void request_cast(std::vector<KernelRequest>& requests, bool wide, const mergus_type* from,
                  const mergus_type* to);

void apply(Context& context, const mergus_call& call);

} // namespace mergus::cuda
