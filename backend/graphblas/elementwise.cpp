/// \file elementwise.cpp
/// eWiseAdd and eWiseMult.
#include "elementwise.hpp"

#include "views.hpp"

using namespace mergus::grb;

#define MERGUS_EWISE(Object, GB_TO, C, A, B, Kind)                                                           \
    GrB_Info GrB_##Object##_eWiseMult_##Kind(GB_TO, const GrB_##Kind op, const GrB_##Object A,               \
                                             const GrB_##Object B, GB_HOW) {                                 \
        return call(output_of(C), __func__, [&] {                                                            \
            View output(C, #C);                                                                              \
            mergus::ewise_mult(output.get(), mask_of(mask), accum_of(accum), multiply_of(live(op, "op")),    \
                               View(A, #A).get(), View(B, #B).get(), flags_of(descriptor));                  \
            output.store();                                                                                  \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_##Object##_eWiseAdd_##Kind(GB_TO, const GrB_##Kind op, const GrB_##Object A,                \
                                            const GrB_##Object B, GB_HOW) {                                  \
        return call(output_of(C), __func__, [&] {                                                            \
            View output(C, #C);                                                                              \
            mergus::ewise_add(output.get(), mask_of(mask), accum_of(accum), add_of(live(op, "op")),          \
                              View(A, #A).get(), View(B, #B).get(), flags_of(descriptor));                   \
            output.store();                                                                                  \
        });                                                                                                  \
    }
#define MERGUS_EWISE_OF(Kind)                                                                                \
    MERGUS_EWISE(Vector, GB_TO_VECTOR, w, u, v, Kind)                                                        \
    MERGUS_EWISE(Matrix, GB_TO_MATRIX, C, A, B, Kind)
MERGUS_EWISE_OF(Semiring)
MERGUS_EWISE_OF(Monoid)
MERGUS_EWISE_OF(BinaryOp)
