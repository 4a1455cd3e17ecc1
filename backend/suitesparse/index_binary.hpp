/// \file index_binary.hpp
/// Products whose multiply sees the indices, z = f(A(i,k), B(k,j), i, k, j), for the program's own f.
#pragma once

#include "operands.hpp"

namespace mergus::suitesparse {

void mxm_index_binary(mergus_context& context, const mergus_call& call, std::uint64_t work);

} // namespace mergus::suitesparse
