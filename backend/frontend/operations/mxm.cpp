/// \file mxm.cpp
/// The product of two matrices over a semiring.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"

#include <fmt/format.h>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Shape;
using core::shape_of;
using detail::MatrixState;

void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
         const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor) {
    const Checker check("mxm", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    const bool transpose_a = flags.has(DESC_T0);
    const bool transpose_b = flags.has(DESC_T1);
    const Shape shape_a = shape_of(a, transpose_a);
    const Shape shape_b = shape_of(b, transpose_b);
    if (shape_a.ncols != shape_b.nrows)
        check.fail(Code::dimension_mismatch,
                   fmt::format("{} is {} x {}, but {} is {} x {}", transpose_a ? "A'" : "A", shape_a.nrows,
                               shape_a.ncols, transpose_b ? "B'" : "B", shape_b.nrows, shape_b.ncols));
    check.same_shape("the product", {shape_a.nrows, shape_b.ncols}, "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_semiring& s = check.semiring(semiring.get());
    check.cast("A into the semiring", a.type, s.mul->x_type);
    check.cast("B into the semiring", b.type, s.mul->y_type);
    check.output(accum, s.add->op->z_type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.semiring = &s;
    dispatch({"mxm", &mergus_backend::mxm}, {&C, mask.matrix(), &A, &B}, call);
}

AnyMatrix detail::new_mxm(Type type, const Mask& mask, Descriptor descriptor, const AnySemiring& semiring,
                          const AnyMatrix& A, const AnyMatrix& B) {
    const Checker check("mxm", A);
    const mergus_semiring& s = check.semiring(semiring.get());
    const Shape a = shape_of(check.C(), descriptor.has(DESC_T0));
    const Shape b = shape_of(check.input(B, "B"), descriptor.has(DESC_T1));
    AnyMatrix C(A.context(), type != nullptr ? type : s.add->op->z_type, a.nrows, b.ncols);
    mxm(C, mask, no_accum, semiring, A, B, descriptor);
    return C;
}

} // namespace mergus
