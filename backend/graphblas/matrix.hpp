/// \file matrix.hpp
/// Dimensions of matrices.
#pragma once

#include "call.hpp"

namespace mergus::grb {

/// The number of rows or columns, as `what` says. 0 is allowed, because programs such as LAGraph use it.
/// \throws Failure GrB_INVALID_VALUE beyond GrB_INDEX_MAX + 1
std::uint64_t checked_dimension(GrB_Index size, std::string_view what);

} // namespace mergus::grb
