/// \file c_order.hpp
/// The operations with the argument order of the GraphBLAS C API: C, mask, accumulator, operator, inputs,
/// descriptor. ops.hpp has the same operations as C++ calls with named options, and describes semantics and
/// errors. The flags of mask and descriptor are combined: structure if one of them says so, complement if
/// exactly one of them says so.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/indices.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>

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
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask>(rows, cols) ⊙= the scalar everywhere in the region. A C++ value must be one of C's type (see
/// Scalar).
MERGUS_API void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                       const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

/// C<mask> ⊙= A(rows, cols). A list may repeat an index.
MERGUS_API void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
                        const Indices& rows = {}, const Indices& cols = {}, Descriptor descriptor = {});

} // namespace mergus
