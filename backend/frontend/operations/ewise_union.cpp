/// \file ewise_union.cpp
/// The union of two patterns with a scalar for entries that one input lacks, by operations that every backend
/// has: the intersection first, then the entries of each input outside of the pattern of the other one.
///
/// Invariant: C is changed by the last operation only.
#include <mergus/ewise_union.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "results.hpp"

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::shape_of;
using detail::MatrixState;

namespace {

constexpr const char* name = "ewise_union";

/// The matrix, or its transpose in `kept`.
const AnyMatrix& input(const AnyMatrix& A, bool transposed, AnyMatrix& kept) {
    if (!transposed) return A;
    kept = transpose(A);
    return kept;
}
const AnyVector& input(const AnyVector& u, bool, AnyVector&) {
    return u;
}

template <class Object>
void ewise_union_of(Object& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Object& A,
                    const Scalar& alpha, const Object& B, const Scalar& beta, Descriptor descriptor) {
    const Checker check(name, C);
    const std::string_view name_a = check.name_A(), name_b = check.name_B();
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, name_a);
    const MatrixState& b = check.input(B, name_b);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast(name_a, "op", a.type, f.x_type);
    check.cast(name_b, "op", b.type, f.y_type);
    check.output(accum, f.z_type);
    check.mask_values(mask, flags);
    const CastScalar x(check, alpha, f.x_type, "alpha"), y(check, beta, f.y_type, "beta");
    const bool transpose_a = flags.has(DESC_T0), transpose_b = flags.has(DESC_T1);
    check.same_shape(name_a, shape_of(a, transpose_a), check.name_C(), check.C().shape());
    check.same_shape(name_b, shape_of(b, transpose_b), check.name_C(), check.C().shape());
    check.mask_shape(mask);
    x.require(check);
    y.require(check);

    Object kept_a, kept_b;
    const Object &first = input(A, transpose_a, kept_a), &second = input(B, transpose_b, kept_b);
    const auto scalar = [](const CastScalar& value, const Scalar& given, const mergus_type* type) {
        return Scalar(value.data(), type != nullptr ? type : given.type());
    };
    Object T = core::new_result<Object>(check.C(), f.z_type, check.C().shape());
    ewise_mult(T, op, first, second);
    apply(T, op, first, scalar(y, beta, f.y_type), {.mask = complement(structure(Mask(second)))});
    apply(T, op, scalar(x, alpha, f.x_type), second, {.mask = complement(structure(Mask(first)))});
    const Descriptor write{descriptor.bits & ~DESC_T0T1.bits};
    if constexpr (std::same_as<Object, AnyVector>)
        assign(C, mask, accum, T, all, write);
    else
        assign(C, mask, accum, T, all, all, write);
}

template <class Object>
Object new_union(const mergus_type* type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                 const Object& A, const Scalar& alpha, const Object& B, const Scalar& beta) {
    const Checker check(name, A, core::name_of_input<Object>);
    if (type == nullptr) type = check.op(op.get(), "op", MERGUS_BINARY).z_type;
    Object C = core::new_result<Object>(check.C(), type, shape_of(check.C(), descriptor.has(DESC_T0)));
    ewise_union_of(C, mask, no_accum, op, A, alpha, B, beta, descriptor);
    return C;
}

} // namespace

void ewise_union(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                 const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B, const Scalar& beta,
                 Descriptor descriptor) {
    ewise_union_of(C, mask, accum, op, A, alpha, B, beta, descriptor);
}
void ewise_union(AnyVector& w, const Mask& mask, const BinaryOp& accum, const BinaryOp& op,
                 const AnyVector& u, const Scalar& alpha, const AnyVector& v, const Scalar& beta,
                 Descriptor descriptor) {
    ewise_union_of(w, mask, accum, op, u, alpha, v, beta, descriptor);
}

AnyMatrix detail::new_ewise_union(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                  const AnyMatrix& A, const Scalar& alpha, const AnyMatrix& B,
                                  const Scalar& beta) {
    return new_union(type, mask, descriptor, op, A, alpha, B, beta);
}
AnyVector detail::new_ewise_union(Type type, const Mask& mask, Descriptor descriptor, const BinaryOp& op,
                                  const AnyVector& u, const Scalar& alpha, const AnyVector& v,
                                  const Scalar& beta) {
    return new_union(type, mask, descriptor, op, u, alpha, v, beta);
}

} // namespace mergus
