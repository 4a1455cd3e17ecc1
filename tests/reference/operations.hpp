/// \file operations.hpp
/// Every operation of the library as section 2.3 and chapter 4 of the GraphBLAS C API 2.0 define it: T from
/// the inputs, then C<M, r> ⊙= T. Results are new matrices, so aliasing cannot matter here. Operands are
/// taken to be valid; a mismatch is a std::logic_error.
#pragma once

#include "reference/matrix.hpp"

#include <span>

namespace mergus::reference {

/// How T is written into C: mask, accumulator, and the descriptor's bits (including those of the inputs).
struct Output {
    const Matrix* mask = nullptr;
    const mergus_op* accum = nullptr;
    std::uint32_t descriptor = 0;
};

/// Row or column indices; null: all.
using List = const std::vector<std::uint64_t>*;

Matrix mxm(const Matrix& C, const Output& output, const mergus_semiring& semiring, const Matrix& A,
           const Matrix& B);
/// C and A are vectors (n × 1): T' = A' ⊕.⊗ B. TRAN1 transposes B.
Matrix vxm(const Matrix& C, const Output& output, const mergus_semiring& semiring, const Matrix& A,
           const Matrix& B);
Matrix kronecker(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A,
                 const Matrix& B);
/// A is a vector, C has A.nrows + |k| rows and columns.
Matrix diag(const Matrix& C, const Output& output, const Matrix& A, std::int64_t k);
/// C is a vector.
Matrix extract_diag(const Matrix& C, const Output& output, const Matrix& A, std::int64_t k);
/// Without the entries outside of the new shape.
Matrix resize(const Matrix& C, std::uint64_t nrows, std::uint64_t ncols);
Matrix transpose(const Matrix& C, const Output& output, const Matrix& A);
Matrix select(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A, const Value& y);
Matrix apply(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A);
/// op(x, A): TRAN1 transposes A.
Matrix apply_first(const Matrix& C, const Output& output, const mergus_op& op, const Value& x,
                   const Matrix& A);
/// op(A, y), or op(A(i,j), i, j, y).
Matrix apply_second(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A,
                    const Value& y);
Matrix ewise_add(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A,
                 const Matrix& B);
Matrix ewise_mult(const Matrix& C, const Output& output, const mergus_op& op, const Matrix& A,
                  const Matrix& B);
Matrix reduce_rows(const Matrix& C, const Output& output, const mergus_monoid& monoid, const Matrix& A);
/// The monoid over all entries in `result`'s type, or accum(result, that).
Entry reduce_scalar(const Value& result, const mergus_op* accum, const mergus_monoid& monoid,
                    const Matrix& A);
Matrix assign(const Matrix& C, const Output& output, const Matrix& A, List rows, List cols);
/// A vector A and a vector mask of the size of that row or column of C, which alone is changed.
Matrix assign_to_row(const Matrix& C, const Output& output, const Matrix& A, std::uint64_t row, List cols);
Matrix assign_to_column(const Matrix& C, const Output& output, const Matrix& A, List rows, std::uint64_t col);
Matrix assign_scalar(const Matrix& C, const Output& output, const Value& value, List rows, List cols);
Matrix extract(const Matrix& C, const Output& output, const Matrix& A, List rows, List cols);
/// Entries in any order; duplicates are combined with dup from left to right. Without a dup a duplicate is a
/// std::invalid_argument.
Matrix build(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
             std::span<const std::uint64_t> rows, std::span<const std::uint64_t> cols,
             std::span<const Value> values, const mergus_op* dup);

// ---- shared steps

/// C<M, r> ⊙= T.
Matrix write(const Matrix& C, const Output& output, const Matrix& T);
/// C<M, r> = Z, for a Z that is already combined with C.
Matrix write_masked(const Matrix& C, const Output& output, const Matrix& Z);
/// op(x, y) of two entries, with the other values that are right.
Entry combine(const mergus_op& op, const Entry& x, const Entry& y);
/// Whether the sign of a 0 in op(x, y) is open: min and max of −0 and 0 is either.
bool gives_either_zero(const mergus_op& op, const Value& x, const Value& y);
/// Both signs are right if the value is 0; of a complex value, in each part that is 0.
void allow_either_zero(Entry& entry);
/// The monoid over terms (at least one).
Entry fold(const mergus_monoid& monoid, const std::vector<Value>& terms);
Entry cast_entry(const Entry& entry, const mergus_type* type);
/// A' if the bit is set, else A.
Matrix input(const Matrix& A, std::uint32_t descriptor, std::uint32_t transpose_bit);

} // namespace mergus::reference
