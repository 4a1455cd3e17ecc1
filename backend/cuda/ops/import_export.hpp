/// \file import_export.hpp
/// Import and export of matrices as compressed rows and as tuples.
#pragma once

#include "objects/matrix.hpp"

namespace mergus::cuda {

/// \throws Error invalid_value, invalid_index for arrays that are not compressed rows, unless they are
/// trusted. Of arrays with a stream and a release function settle_check() may throw instead.
Matrix import_csr(Context& context, const mergus_csr& csr);
/// Copies to the caller's arrays; a null array is skipped.
void export_csr(Context& context, const Matrix& matrix, mergus_csr& csr);
/// Hands the matrix's device arrays to the caller; csr.release returns them to the pool. The matrix has no
/// entries afterwards.
void move_csr(Context& context, Matrix& matrix, mergus_csr& csr);
/// Matrix from tuples on the host. \param dup folds duplicates in the order given; null: duplicates are
/// INVALID_VALUE.
void build(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
           const void* values, const mergus_type* value_type, std::uint64_t nvals, const mergus_op* dup);
/// Copies to host arrays, in row order; a null array is skipped.
void extract_tuples(Context& context, const Matrix& stored, std::uint64_t* rows, std::uint64_t* cols,
                    void* values, const mergus_type* value_type);

} // namespace mergus::cuda
