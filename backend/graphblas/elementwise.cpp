/// \file elementwise.cpp
/// eWiseAdd and eWiseMult.
#include "elementwise.hpp"

using namespace mergus::grb;

#define MERGUS_EWISE(Kind)                                                                                   \
    GrB_Info GrB_Vector_eWiseMult_##Kind(GB_TO_VECTOR, const GrB_##Kind op, const GrB_Vector u,              \
                                         const GrB_Vector v, GB_HOW) {                                       \
        return call(output_of(w), __func__, [&] {                                                            \
            mergus::ewise_mult(live(w, "w").value, mask_of(mask), accum_of(accum),                           \
                               multiply_of(live(op, "op")), live(u, "u").value, live(v, "v").value,          \
                               flags_of(descriptor));                                                        \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_Matrix_eWiseMult_##Kind(GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A,              \
                                         const GrB_Matrix B, GB_HOW) {                                       \
        return call(output_of(C), __func__, [&] {                                                            \
            mergus::ewise_mult(live(C, "C").value, mask_of(mask), accum_of(accum),                           \
                               multiply_of(live(op, "op")), live(A, "A").value, live(B, "B").value,          \
                               flags_of(descriptor));                                                        \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_Vector_eWiseAdd_##Kind(GB_TO_VECTOR, const GrB_##Kind op, const GrB_Vector u,               \
                                        const GrB_Vector v, GB_HOW) {                                        \
        return call(output_of(w), __func__, [&] {                                                            \
            mergus::ewise_add(live(w, "w").value, mask_of(mask), accum_of(accum), add_of(live(op, "op")),    \
                              live(u, "u").value, live(v, "v").value, flags_of(descriptor));                 \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_Matrix_eWiseAdd_##Kind(GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A,               \
                                        const GrB_Matrix B, GB_HOW) {                                        \
        return call(output_of(C), __func__, [&] {                                                            \
            mergus::ewise_add(live(C, "C").value, mask_of(mask), accum_of(accum), add_of(live(op, "op")),    \
                              live(A, "A").value, live(B, "B").value, flags_of(descriptor));                 \
        });                                                                                                  \
    }
MERGUS_EWISE(Semiring)
MERGUS_EWISE(Monoid)
MERGUS_EWISE(BinaryOp)
