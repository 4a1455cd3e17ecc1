/// \file products.cpp
/// Products over a semiring, transposes and Kronecker products.
#include "elementwise.hpp"

using namespace mergus::grb;

GrB_Info GrB_mxm(GB_TO_MATRIX, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Matrix B, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::mxm(live(C, "C").value, mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    live(A, "A").value, live(B, "B").value, flags_of(descriptor));
    });
}

GrB_Info GrB_vxm(GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Vector u, const GrB_Matrix A, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::vxm(live(w, "w").value, mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    live(u, "u").value, live(A, "A").value, flags_of(descriptor));
    });
}

GrB_Info GrB_mxv(GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::mxv(live(w, "w").value, mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    live(A, "A").value, live(u, "u").value, flags_of(descriptor));
    });
}

GrB_Info GrB_transpose(GB_TO_MATRIX, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::transpose(live(C, "C").value, mask_of(mask), accum_of(accum), live(A, "A").value,
                          flags_of(descriptor));
    });
}

#define MERGUS_KRONECKER(Kind)                                                                               \
    GrB_Info GrB_Matrix_kronecker_##Kind(GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A,              \
                                         const GrB_Matrix B, GB_HOW) {                                       \
        return call(output_of(C), __func__, [&] {                                                            \
            mergus::kronecker(live(C, "C").value, mask_of(mask), accum_of(accum),                            \
                              multiply_of(live(op, "op")), live(A, "A").value, live(B, "B").value,           \
                              flags_of(descriptor));                                                         \
        });                                                                                                  \
    }
MERGUS_KRONECKER(Semiring)
MERGUS_KRONECKER(Monoid)
MERGUS_KRONECKER(BinaryOp)
