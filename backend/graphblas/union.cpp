/// \file union.cpp
/// GxB_eWiseUnion.
#include "positions.hpp"
#include "values.hpp"
#include "views.hpp"

#include <mergus/ewise_union.hpp>

namespace mergus::grb {

namespace {

/// All objects are checked before domains and dimensions, and an empty scalar after them: the order of
/// docs/C-API.md.
template <class Handle>
void union_of(Handle C, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, Handle A, GrB_Scalar alpha,
              Handle B, GrB_Scalar beta, GrB_Descriptor descriptor) {
    View output(C, "the output"), first(A, "the first input"), second(B, "the second input");
    live(alpha, "alpha");
    live(beta, "beta");
    live(op, "op");
    live_or_null(accum, "accum");
    const Mask where = mask_of(mask);
    const Descriptor flags = flags_of(descriptor);
    const BinaryOp how = accum_of(accum);
    const BinaryOp& f = op->value;
    const Scalar x = checked_scalar(alpha, nullptr, f.get()->x_type, "alpha");
    const Scalar y = checked_scalar(beta, nullptr, f.get()->y_type, "beta");
    if (const PositionOp on_positions = positions_of(*op))
        ewise_union(output.get(), where, how, on_positions, first.get(), x, second.get(), y, flags);
    else
        mergus::ewise_union(output.get(), where, how, f, first.get(), x, second.get(), y, flags);
    output.store();
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_eWiseUnion(GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u,
                               const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(w), __func__, [&] { union_of(w, mask, accum, op, u, alpha, v, beta, descriptor); });
}

GrB_Info GxB_Matrix_eWiseUnion(GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A,
                               const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(C), __func__, [&] { union_of(C, mask, accum, op, A, alpha, B, beta, descriptor); });
}
