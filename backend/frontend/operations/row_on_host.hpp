/// \file row_on_host.hpp
/// Whole rows of a matrix that the host reads one at a time, from the matrix' copy on the host.
#pragma once

#include "dispatch.hpp"

namespace mergus::core {

/// C = row call.cols[0] of A, C a vector, if the host read the rows before this one and A has or gets a copy:
/// the entries of C become pending updates. \return false, and nothing has changed, otherwise
bool row_on_host(const Operands& operands, const mergus_call& call);

} // namespace mergus::core
