/// \file c_order.hpp
/// The operations with the argument order of the GraphBLAS C API: C, mask, accumulator, operator, inputs,
/// descriptor. ops.hpp has the same operations as C++ calls with named options, and describes semantics and
/// errors. The flags of mask and descriptor are combined: structure if one of them says so, complement if
/// exactly one of them says so. Vectors have no transposes: DESC_T0 and DESC_T1 have no effect on them.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/indices.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

/// C<mask> ⊙= A ⊕.⊗ B. A is m×k, B is k×n (after the descriptor's transposes), C and mask m×n.
MERGUS_API void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                    const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= A'; with DESC_T0, A itself.
MERGUS_API void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                          Descriptor descriptor = {});

/// C<mask> ⊙= A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry.
MERGUS_API void ewise_add(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                          const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= A ⊗ B on the intersection of the patterns.
MERGUS_API void ewise_mult(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                           const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

/// C<mask> ⊙= the entries a = A(i,j) for which op(a, i, j, y) is true.
MERGUS_API void select(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                       const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});

/// C<mask> ⊙= op(A), op(x, A), op(A, y), or op(A(i,j), i, j, y).
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const UnaryOp& op,
                      const AnyMatrix& A, Descriptor descriptor = {});
/// The scalar first: the descriptor transposes A by DESC_T1, as in the C API.
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const Scalar& x, const AnyMatrix& A, Descriptor descriptor = {});
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});
MERGUS_API void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                      const AnyMatrix& A, const Scalar& y, Descriptor descriptor = {});

/// C<mask> ⊙= the monoid over each row of A, if C and mask are nrows × 1, or over each column, if they are 1
/// × ncols (of A after the descriptor's transpose). A row or column without entries gives none.
MERGUS_API void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// result = the monoid over all entries of A (its identity if there are none), or accum(result, that), in
/// `type`. The descriptor must be empty or DESC_DETERMINISTIC.
MERGUS_API void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= A. The mask has the shape of C; A has the shape of the index lists. Without an
/// accumulator, entries of C in the region that are not in A are deleted. A list must not repeat an index.
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                       const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= the scalar everywhere in the region. A C++ value must be one of C's type (see
/// Scalar).
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                       const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {});

/// C<mask> ⊙= A(rows, cols). A list may repeat an index.
MERGUS_API void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        const Indices& rows = all, const Indices& cols = all, Descriptor descriptor = {});

/// C<mask> ⊙= the Kronecker product A ⊗ B: the block (i, k) of C is op(A(i,k), B). A is m×n, B is p×q (after
/// the descriptor's transposes), C and mask mp×nq.
MERGUS_API void kronecker(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                          const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor = {});

// ---- matrices and vectors

/// w<mask> ⊙= A ⊕.⊗ u. A is m×n (after the descriptor's transpose, DESC_T0), u of size n, w and mask of m.
MERGUS_API void mxv(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                    const AnyMatrix& A, const AnyVector& u, Descriptor descriptor = {});

/// w'<mask'> ⊙= u' ⊕.⊗ A. u is of size m, A is m×n, w and mask of size n. The descriptor transposes A by
/// DESC_T1, as in the C API.
MERGUS_API void vxm(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
                    const AnyVector& u, const AnyMatrix& A, Descriptor descriptor = {});

/// w<mask> ⊙= the monoid over each row of A (after the descriptor's transpose: over each column of A). A row
/// without entries gives none.
MERGUS_API void reduce(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyMatrix& A, Descriptor descriptor = {});

/// C(row, cols)<mask> ⊙= u, and C(rows, col)<mask> ⊙= u (GrB_Row_assign, GrB_Col_assign). The mask is a
/// vector of the size of C's row or column; u has the size of the index list. Only that row or column is
/// changed, also by DESC_R. A list must not repeat an index.
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Natural row,
                       const Indices& cols, Descriptor descriptor = {});
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                       const Indices& rows, Natural col, Descriptor descriptor = {});

/// w<mask> ⊙= A(rows, col), or A(row, cols), of A after the descriptor's transpose. A list may repeat an
/// index.
MERGUS_API void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        const Indices& rows, Natural col, Descriptor descriptor = {});
MERGUS_API void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        Natural row, const Indices& cols, Descriptor descriptor = {});

/// C<mask> ⊙= the square matrix with u on the diagonal k: u(e) is at (e, e+k) for k ≥ 0, at (e−k, e)
/// otherwise. C has u.size() + |k| rows.
MERGUS_API void diag(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Integer k = 0,
                     Descriptor descriptor = {});

/// w<mask> ⊙= the diagonal k of A: w(e) is A(e, e+k) for k ≥ 0, A(e−k, e) otherwise. Its size is the length
/// of that diagonal, 0 for a diagonal outside of A.
MERGUS_API void diag(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, Integer k = 0,
                     Descriptor descriptor = {});

// ---- vectors: as for matrices

/// w<mask> ⊙= u ⊕ v, on the union of the patterns.
MERGUS_API void ewise_add(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                          const AnyVector& u, const AnyVector& v, Descriptor descriptor = {});
/// w<mask> ⊙= u ⊗ v, on the intersection of the patterns.
MERGUS_API void ewise_mult(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                           const AnyVector& u, const AnyVector& v, Descriptor descriptor = {});
/// w<mask> ⊙= the entries x = u(i) for which op(x, i, 0, y) is true.
MERGUS_API void select(AnyVector& w, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                       const AnyVector& u, const Scalar& y, Descriptor descriptor = {});
/// w<mask> ⊙= op(u), op(x, u), op(u, y), or op(u(i), i, 0, y).
MERGUS_API void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const UnaryOp& op,
                      const AnyVector& u, Descriptor descriptor = {});
MERGUS_API void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const Scalar& x, const AnyVector& u, Descriptor descriptor = {});
MERGUS_API void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                      const AnyVector& u, const Scalar& y, Descriptor descriptor = {});
MERGUS_API void apply(AnyVector& w, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op,
                      const AnyVector& u, const Scalar& y, Descriptor descriptor = {});
/// result = the monoid over all entries of u (its identity if there are none), or accum(result, that), in
/// `type`.
MERGUS_API void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                       const AnyVector& u, Descriptor descriptor = {});

/// w<mask>(indices) ⊙= u, or the scalar. A list must not repeat an index.
MERGUS_API void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                       const Indices& indices = all, Descriptor descriptor = {});
MERGUS_API void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                       const Indices& indices = all, Descriptor descriptor = {});

/// w<mask> ⊙= u(indices). A list may repeat an index.
MERGUS_API void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
                        const Indices& indices = all, Descriptor descriptor = {});

} // namespace mergus
