/// \file import_export.hpp
/// Matrices in and out: compressed rows, tuples.
#pragma once

#include "matrix.hpp"

namespace mergus::cuda {

Matrix import_csr(Context& context, const mergus_csr& csr);
void export_csr(Context& context, const Matrix& matrix, mergus_csr& csr);
/// The device arrays themselves, which csr.release gives back to the pool; the matrix is left without
/// entries.
void move_csr(Context& context, Matrix& matrix, mergus_csr& csr);
void build(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
           const void* values, const mergus_type* value_type, std::uint64_t nvals, const mergus_op* dup);
void extract_tuples(Context& context, const Matrix& matrix, std::uint64_t* rows, std::uint64_t* cols,
                    void* values, const mergus_type* value_type);

} // namespace mergus::cuda
