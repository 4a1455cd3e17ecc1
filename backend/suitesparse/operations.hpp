/// \file operations.hpp
/// The functions in the table of plugin.cpp, documented in plugin.h. Errors are thrown as Failure.
#pragma once

#include "operands.hpp"

namespace mergus::suitesparse {

// matrix.cpp; also of vectors, but for matrix_new and the native objects
mergus_matrix* matrix_new(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols);
mergus_matrix* matrix_dup(const mergus_matrix& matrix);
void matrix_clear(mergus_matrix& matrix);
void matrix_resize(mergus_matrix& matrix, std::uint64_t nrows, std::uint64_t ncols);
void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info);
void matrix_build(mergus_context& context, mergus_matrix& matrix, const std::uint64_t* rows,
                  const std::uint64_t* cols, const void* values, const mergus_type* value_type,
                  std::uint64_t nvals, const mergus_op* dup);
void matrix_extract_tuples(const mergus_matrix& matrix, std::uint64_t* rows, std::uint64_t* cols,
                           void* values, const mergus_type* value_type);
mergus_matrix* matrix_adopt_native(const mergus_context& context, void* native, const mergus_type* type);
void* matrix_release_native(mergus_matrix& matrix);

// csr.cpp
mergus_matrix* matrix_import_csr(const mergus_csr& csr);
void matrix_export_csr(const mergus_matrix& matrix, mergus_csr& csr);
void matrix_move_csr(mergus_matrix& matrix, mergus_csr& csr);

// vector.cpp
mergus_matrix* vector_new(const mergus_type* type, std::uint64_t size);
mergus_matrix* vector_import(const mergus_vector_arrays& arrays);
void vector_export(const mergus_matrix& vector, mergus_vector_arrays& arrays);
void vector_move(mergus_matrix& vector, mergus_vector_arrays& arrays);

// one file each
void product(mergus_context& context, const mergus_call& call); ///< mxm, mxv and vxm, by the operands
void transpose(mergus_context& context, const mergus_call& call);
void select(mergus_context& context, const mergus_call& call);
void apply(mergus_context& context, const mergus_call& call);
void ewise_add(mergus_context& context, const mergus_call& call);
void ewise_mult(mergus_context& context, const mergus_call& call);
void reduce_rows(mergus_context& context, const mergus_call& call);
void reduce_scalar(mergus_context& context, const mergus_call& call);
void assign(mergus_context& context, const mergus_call& call);
void assign_scalar(mergus_context& context, const mergus_call& call);
void extract(mergus_context& context, const mergus_call& call);
void kronecker(mergus_context& context, const mergus_call& call);

// diag.cpp
void diag(mergus_context& context, const mergus_call& call);
void extract_diag(mergus_context& context, const mergus_call& call);

/// C<mask> ⊙= T for a computed T of C's shape. T may be a matrix of one column where C is a vector, and the
/// reverse.
void write_through(mergus_context& context, const mergus_call& call, Collection T, const char* method,
                   std::uint64_t work);
/// The same for a T that owns its arrays. It becomes C if nothing else is to be done.
void write_result(mergus_context& context, const mergus_call& call, CollectionHandle T, const char* method,
                  std::uint64_t work);

} // namespace mergus::suitesparse
