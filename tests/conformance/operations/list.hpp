/// \file list.hpp
/// The rows of all operations.
#pragma once

#include "conformance/operation.hpp"

namespace mergus::conformance {

extern const Operation mxm_row;
extern const Operation transpose_row;
extern const Operation select_row;
extern const Operation apply_row;
extern const Operation apply_first_row;
extern const Operation apply_second_row;
extern const Operation apply_index_row;
extern const Operation ewise_add_row;
extern const Operation ewise_mult_row;
extern const Operation reduce_rows_row;
extern const Operation reduce_scalar_row;
extern const Operation assign_row;
extern const Operation assign_scalar_row;
extern const Operation extract_row;
extern const Operation build_row;

} // namespace mergus::conformance
