/// \file index_binary.hpp
/// Products with a user-defined multiply that uses indices, z = f(A(i,k), B(k,j), i, k, j).
#pragma once

#include "operands.hpp"

namespace mergus::suitesparse {

void mxm_index_binary(mergus_context& context, const mergus_call& call, std::uint64_t work);

} // namespace mergus::suitesparse
