/// \file ops_results.hpp
/// The library's part of the calls in ops.hpp that return a new matrix or vector. Programs include ops.hpp.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

#include <cstdint>

namespace mergus {

namespace detail {

/// Null: the type that the operation gives.
using Type = const mergus_type*;
MERGUS_API AnyMatrix new_mxm(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                             const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API AnyMatrix new_transpose(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A);
MERGUS_API AnyMatrix new_ewise_add(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                   const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API AnyMatrix new_ewise_mult(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                    const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API AnyMatrix new_select(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                                const AnyMatrix& A, const Scalar& y);
MERGUS_API AnyMatrix new_apply(Type type, const Mask& mask, Descriptor descriptor, const UnaryOp& op,
                               const AnyMatrix& A);
MERGUS_API AnyMatrix new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                               const Scalar& x, const AnyMatrix& A);
MERGUS_API AnyMatrix new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                               const AnyMatrix& A, const Scalar& y);
MERGUS_API AnyMatrix new_apply(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                               const AnyMatrix& A, const Scalar& y);
MERGUS_API AnyMatrix new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                                 const Indices& rows, const Indices& cols);
MERGUS_API AnyMatrix new_kronecker(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                   const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API AnyMatrix new_diag(Type type, const AnyVector& u, Integer k);

MERGUS_API AnyVector new_mxv(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                             const AnyMatrix& A, const AnyVector& u);
MERGUS_API AnyVector new_vxm(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                             const AnyVector& u, const AnyMatrix& A);
MERGUS_API AnyVector new_ewise_add(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                   const AnyVector& u, const AnyVector& v);
MERGUS_API AnyVector new_ewise_mult(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                    const AnyVector& u, const AnyVector& v);
MERGUS_API AnyVector new_select(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                                const AnyVector& u, const Scalar& y);
MERGUS_API AnyVector new_apply(Type type, const Mask& mask, Descriptor descriptor, const UnaryOp& op,
                               const AnyVector& u);
MERGUS_API AnyVector new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                               const Scalar& x, const AnyVector& u);
MERGUS_API AnyVector new_apply(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                               const AnyVector& u, const Scalar& y);
MERGUS_API AnyVector new_apply(Type type, const Mask& mask, Descriptor descriptor, const IndexUnaryOp& op,
                               const AnyVector& u, const Scalar& y);
MERGUS_API AnyVector new_reduce_rows(Type type, const Mask& mask, Descriptor descriptor,
                                     const AnyMonoid& monoid, const AnyMatrix& A);
MERGUS_API AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyVector& u,
                                 const Indices& indices);
MERGUS_API AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                                 const Indices& rows, Natural col);
MERGUS_API AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                                 Natural row, const Indices& cols);
MERGUS_API AnyVector new_diag(Type type, const AnyMatrix& A, Integer k);

/// The flags of an operation whose matrix is its second input: transpose_a is DESC_T1 of the C API.
[[nodiscard]] constexpr Descriptor second_input(Descriptor flags) noexcept {
    return flags.has(DESC_T0) ? flags ^ DESC_T0 ^ DESC_T1 : flags;
}

} // namespace detail

} // namespace mergus
