/// \file ops_results.hpp
/// The library's part of the calls in ops.hpp that return a new matrix. Programs include ops.hpp.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/mask.hpp>
#include <mergus/matrix.hpp>
#include <mergus/scalar.hpp>

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
MERGUS_API AnyMatrix new_reduce_rows(Type type, const Mask& mask, Descriptor descriptor,
                                     const AnyMonoid& monoid, const AnyMatrix& A);
MERGUS_API AnyMatrix new_reduce_columns(Type type, const Mask& mask, Descriptor descriptor,
                                        const AnyMonoid& monoid, const AnyMatrix& A);
MERGUS_API AnyMatrix new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                                 const Indices& rows, const Indices& cols);

/// The flags of an operation whose matrix is its second input: transpose_a is DESC_T1 of the C API.
[[nodiscard]] constexpr Descriptor second_input(Descriptor flags) noexcept {
    return flags.has(DESC_T0) ? flags ^ DESC_T0 ^ DESC_T1 : flags;
}

} // namespace detail

} // namespace mergus
