/// \file union.cpp
/// GxB_eWiseUnion.
#include "values.hpp"

#include <mergus/ewise_union.hpp>

using namespace mergus::grb;

GrB_Info GxB_Vector_eWiseUnion(GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u,
                               const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::ewise_union(live(w, "w").value, mask_of(mask), accum_of(accum), binary_of(op, "op"),
                            live(u, "u").value, scalar_of(alpha, nullptr, "alpha"), live(v, "v").value,
                            scalar_of(beta, nullptr, "beta"), flags_of(descriptor));
    });
}

GrB_Info GxB_Matrix_eWiseUnion(GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A,
                               const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::ewise_union(live(C, "C").value, mask_of(mask), accum_of(accum), binary_of(op, "op"),
                            live(A, "A").value, scalar_of(alpha, nullptr, "alpha"), live(B, "B").value,
                            scalar_of(beta, nullptr, "beta"), flags_of(descriptor));
    });
}
