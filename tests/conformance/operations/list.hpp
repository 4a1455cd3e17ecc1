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
extern const Operation kronecker_row;
extern const Operation diag_row;
extern const Operation extract_diag_row;
extern const Operation elements_row;
extern const Operation resize_row;
extern const Operation mxv_row;
extern const Operation vxm_row;
extern const Operation vector_select_row;
extern const Operation vector_apply_row;
extern const Operation vector_apply_first_row;
extern const Operation vector_apply_second_row;
extern const Operation vector_apply_index_row;
extern const Operation vector_ewise_add_row;
extern const Operation vector_ewise_mult_row;
extern const Operation reduce_to_vector_row;
extern const Operation vector_reduce_row;
extern const Operation vector_assign_row;
extern const Operation vector_assign_scalar_row;
extern const Operation vector_extract_row;
extern const Operation assign_to_row_row;
extern const Operation assign_to_column_row;
extern const Operation extract_from_row_row;
extern const Operation extract_from_column_row;
extern const Operation vector_build_row;
extern const Operation vector_elements_row;
extern const Operation vector_resize_row;

} // namespace mergus::conformance
