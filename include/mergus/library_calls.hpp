/// \file library_calls.hpp
/// The library's part of the operations: one function for each, for given and new results, and where both
/// exist for matrices and vectors. Programs include ops.hpp or c_order.hpp.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/descriptor.hpp>
#include <mergus/export.hpp>
#include <mergus/indices.hpp>
#include <mergus/mask.hpp>
#include <mergus/natural.hpp>
#include <mergus/options.hpp>
#include <mergus/result_types.hpp>
#include <mergus/scalar.hpp>
#include <mergus/vector.hpp>

#include <concepts>
#include <utility>

namespace mergus {

namespace detail {

/// Where an operation writes its result T: C<mask> ⊙= T. Refers to the options, and lives for one call.
struct Output {
    /// A given C, with the arguments of the C API.
    Output(AnyObject& given, const Mask& its_mask, const BinaryOp& accumulator, Descriptor flags) noexcept
        : C(given), mask(its_mask), accum(accumulator), descriptor(flags) {}
    /// A given C, with named options.
    template <class Options>
    Output(AnyObject& given, const Options& options) noexcept
        : C(given), mask(options.mask), accum(options.accum), descriptor(descriptor_of(options)),
          named(true) {}
    /// An empty object that the operation replaces by a new one. \param type_of_new null: the type that the
    /// operation gives
    template <ObjectType X, class Options>
    Output(X& empty, const Options& options, const mergus_type* type_of_new) noexcept
        : C(empty), mask(options.mask), accum(no_accum), descriptor(descriptor_of(options)), named(true),
          is_new(true), is_vector(std::derived_from<X, AnyVector>), type(type_of_new) {}

    AnyObject& C;
    const Mask& mask;
    const BinaryOp& accum;
    Descriptor descriptor;
    bool named = false;     ///< made of named options: DESC_T0 transposes the matrix A, whichever input it is
    bool is_new = false;    ///< the operation makes C
    bool is_vector = false; ///< the kind of a new C
    const mergus_type* type = nullptr;
};

/// An operator that takes a scalar as its second input.
template <class Op>
concept OpWithScalar = std::derived_from<Op, BinaryOp> || std::derived_from<Op, IndexUnaryOp>;

/// A new object, as the operation makes it from the arguments.
template <ObjectType R, class Options, class... Parameters, class... Arguments>
R made(const Options& options, void (*operation)(const Output&, Parameters...),
       const Arguments&... arguments) {
    ByKind<R, AnyMatrix, AnyVector> C;
    if constexpr (requires { typename R::value_type; })
        operation(Output(C, options, type_of<typename R::value_type>()), arguments...);
    else
        operation(Output(C, options, nullptr), arguments...);
    return R(std::move(C));
}

// A namespace that no argument has, so that calls of a program do not find these functions.
namespace call {

MERGUS_API void mxm(const Output& C, const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API void mxv(const Output& w, const AnySemiring& semiring, const AnyMatrix& A, const AnyVector& u);
MERGUS_API void vxm(const Output& w, const AnySemiring& semiring, const AnyVector& u, const AnyMatrix& A);
MERGUS_API void transpose(const Output& C, const AnyMatrix& A);
MERGUS_API void kronecker(const Output& C, const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B);
MERGUS_API void reduce_rows(const Output& C, const AnyMonoid& monoid, const AnyMatrix& A);
MERGUS_API void reduce_columns(const Output& w, const AnyMonoid& monoid, const AnyMatrix& A);

// Of objects of C's kind.
MERGUS_API void ewise_add(const Output& C, const BinaryOp& op, const AnyObject& A, const AnyObject& B);
MERGUS_API void ewise_mult(const Output& C, const BinaryOp& op, const AnyObject& A, const AnyObject& B);
MERGUS_API void ewise_union(const Output& C, const BinaryOp& op, const AnyObject& A, const Scalar& alpha,
                            const AnyObject& B, const Scalar& beta);
MERGUS_API void select(const Output& C, const IndexUnaryOp& op, const AnyObject& A, const Scalar& y);
MERGUS_API void apply_unary(const Output& C, const UnaryOp& op, const AnyObject& A);
MERGUS_API void apply_first(const Output& C, const BinaryOp& op, const Scalar& x, const AnyObject& A);
MERGUS_API void apply_second(const Output& C, const BinaryOp& op, const AnyObject& A, const Scalar& y);
MERGUS_API void apply_index(const Output& C, const IndexUnaryOp& op, const AnyObject& A, const Scalar& y);

// Of objects of C's kind; a vector's list of indices is `rows`, and its `cols` are all.
MERGUS_API void assign_object(const Output& C, const AnyObject& A, const Indices& rows, const Indices& cols);
MERGUS_API void assign_scalar(const Output& C, const Scalar& value, const Indices& rows, const Indices& cols);
MERGUS_API void extract_region(const Output& C, const AnyObject& A, const Indices& rows, const Indices& cols);

MERGUS_API void assign_row(const Output& C, const AnyVector& u, Natural row, const Indices& cols);
MERGUS_API void assign_column(const Output& C, const AnyVector& u, const Indices& rows, Natural col);
MERGUS_API void extract_row(const Output& w, const AnyMatrix& A, Natural row, const Indices& cols);
MERGUS_API void extract_column(const Output& w, const AnyMatrix& A, const Indices& rows, Natural col);
MERGUS_API void diag_matrix(const Output& C, const AnyVector& u, Integer k);
MERGUS_API void diag_vector(const Output& w, const AnyMatrix& A, Integer k);

/// apply of an operator with a scalar as its second input.
template <OpWithScalar Op>
inline constexpr auto* apply_with_scalar = [] {
    if constexpr (std::derived_from<Op, BinaryOp>)
        return &apply_second;
    else
        return &apply_index;
}();

} // namespace call

} // namespace detail

} // namespace mergus
