/// \file operations.hpp
/// The functions in the table of plugin.cpp, documented in plugin.h. Errors are thrown as Error.
#pragma once

#include "output.hpp"

namespace mergus::blocks {

// matrix.cpp; also of vectors
/// Refuses a type that the local backend does not support, as that does, before there are blocks.
void require_type(mergus_context& context, const mergus_type* type, bool is_vector);
mergus_matrix* matrix_new(mergus_context& context, const mergus_type* type, const Shape& shape);
void matrix_info(const mergus_matrix& matrix, mergus_matrix_info& info);
void matrix_clear(mergus_matrix& matrix);
void matrix_resize(mergus_context& context, mergus_matrix& matrix, std::uint64_t nrows, std::uint64_t ncols);
void matrix_build(mergus_context& context, const mergus_matrix_build_args& args);
/// Each rank has a part of the entries (build_parts.cpp).
void matrix_build_parts(mergus_context& context, const mergus_matrix_build_args& args);
/// The entries of this rank's blocks. \return their number
std::uint64_t matrix_extract_own(mergus_context& context, const mergus_matrix_extract_tuples_args& args);
void matrix_extract_tuples(mergus_context& context, const mergus_matrix_extract_tuples_args& args);

// csr.cpp
mergus_matrix* matrix_import_csr(mergus_context& context, const mergus_csr& csr);
void matrix_export_csr(mergus_context& context, const mergus_matrix& matrix, mergus_csr& csr);
void matrix_move_csr(mergus_context& context, mergus_matrix& matrix, mergus_csr& csr);

// vector.cpp
mergus_matrix* vector_import(mergus_context& context, const mergus_vector_arrays& arrays);
void vector_export(mergus_context& context, const mergus_matrix& vector, mergus_vector_arrays& arrays);

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
void diag(mergus_context& context, const mergus_call& call);
void extract_diag(mergus_context& context, const mergus_call& call);

// recut.cpp
/// Whether a matrix that is cut into columns can be cut into rows on the devices of this process.
[[nodiscard]] bool can_be_cut_into_rows(const mergus_context& context, const mergus_matrix& M);
[[nodiscard]] std::shared_ptr<const mergus_matrix> cut_into_rows(mergus_context& context,
                                                                 const mergus_matrix& M);

// graphs.cpp: extensions. \throws Error not_implemented where the library's generic method has to run
void count_triangles(mergus_context& context, const mergus_call& call);
void connected_components(mergus_context& context, const mergus_call& call);
void bfs_levels(mergus_context& context, const mergus_call& call);
void bfs_parents(mergus_context& context, const mergus_call& call);

/// Whether parts of a fold may be folded by themselves and then together: with the same bits in a
/// deterministic call.
bool may_split_fold(const mergus_context& context, const mergus_call& call, const mergus_monoid& monoid);
/// Whether a deterministic call of the local backend may have other bits for other storage of its operands.
bool bits_depend_on_storage(const mergus_context& context);
inline bool is_deterministic(const mergus_context& context, const mergus_call& call) {
    return context.deterministic || has(call, MERGUS_DESC_DETERMINISTIC);
}

} // namespace mergus::blocks
