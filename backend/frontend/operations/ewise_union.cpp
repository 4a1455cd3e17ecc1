/// \file ewise_union.cpp
/// The union of two patterns with a scalar for entries that one input lacks, by operations that every backend
/// has: the intersection first, then the entries of each input outside of the pattern of the other one.
///
/// Invariant: C is changed by the last operation only.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "operation.hpp"

namespace mergus::detail::call {

namespace {

/// The matrix, or its transpose in `kept`.
const AnyObject& input(const AnyObject& A, bool transposed, AnyMatrix& kept) {
    if (!transposed) return A;
    kept = mergus::transpose(static_cast<const AnyMatrix&>(A));
    return kept;
}

Mask outside_of(const AnyObject& object, bool is_vector) {
    return complement(structure(is_vector ? Mask(static_cast<const AnyVector&>(object))
                                          : Mask(static_cast<const AnyMatrix&>(object))));
}

} // namespace

void ewise_union(const Output& out, const BinaryOp& op, const AnyObject& A, const Scalar& alpha,
                 const AnyObject& B, const Scalar& beta) {
    constexpr const char* name = "ewise_union";
    if (out.is_new) make_new(out, name, op.get(), MERGUS_BINARY, A, out.descriptor.has(DESC_T0));
    const OutputChecker check(name, out);
    const std::string_view name_a = check.name_A(), name_b = check.name_B();
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, name_a);
    const MatrixState& b = check.input(B, name_b);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast(name_a, "op", a.type, f.x_type);
    check.cast(name_b, "op", b.type, f.y_type);
    check.output(f.z_type, flags);
    const CastScalar x(check, alpha, f.x_type, "alpha"), y(check, beta, f.y_type, "beta");
    const bool transpose_a = flags.has(DESC_T0), transpose_b = flags.has(DESC_T1);
    const Shape shape = check.C().shape();
    check.same_shape(name_a, shape_of(a, transpose_a), check.name_C(), shape);
    check.same_shape(name_b, shape_of(b, transpose_b), check.name_C(), shape);
    check.mask_shape();
    x.require(check);
    y.require(check);

    AnyMatrix kept_a, kept_b, matrix;
    AnyVector vector;
    const AnyObject &first = input(A, transpose_a, kept_a), &second = input(B, transpose_b, kept_b);
    const auto scalar = [](const CastScalar& value, const Scalar& given, const mergus_type* type) {
        return Scalar(value.data(), type != nullptr ? type : given.type());
    };
    AnyObject& T = shape.is_vector ? static_cast<AnyObject&>(vector) : matrix;
    if (shape.is_vector)
        vector = AnyVector(Context(check.C().context), f.z_type, shape.nrows);
    else
        matrix = AnyMatrix(Context(check.C().context), f.z_type, shape.nrows, shape.ncols);
    ewise_mult({T, no_mask, no_accum, {}}, op, first, second);
    apply_second({T, outside_of(second, shape.is_vector), no_accum, {}}, op, first,
                 scalar(y, beta, f.y_type));
    apply_first({T, outside_of(first, shape.is_vector), no_accum, {}}, op, scalar(x, alpha, f.x_type),
                second);
    assign_object({out.C, out.mask, out.accum, {out.descriptor.bits & ~DESC_T0T1.bits}}, T, all, all);
}

} // namespace mergus::detail::call
