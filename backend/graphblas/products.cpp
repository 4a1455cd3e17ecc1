/// \file products.cpp
/// Products over a semiring, transposes and Kronecker products.
#include "elementwise.hpp"
#include "positions.hpp"
#include "views.hpp"

using namespace mergus::grb;

GrB_Info GrB_mxm(GB_TO_MATRIX, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Matrix B, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        View output(C, "C");
        mergus::mxm(output.get(), mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    View(A, "A").get(), View(B, "B").get(), flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_vxm(GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Vector u, const GrB_Matrix A, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        View output(w, "w");
        mergus::vxm(output.get(), mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    View(u, "u").get(), View(A, "A").get(), flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_mxv(GB_TO_VECTOR, const GrB_Semiring semiring, const GrB_Matrix A, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        View output(w, "w");
        mergus::mxv(output.get(), mask_of(mask), accum_of(accum), live(semiring, "semiring").value,
                    View(A, "A").get(), View(u, "u").get(), flags_of(descriptor));
        output.store();
    });
}

GrB_Info GrB_transpose(GB_TO_MATRIX, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        View output(C, "C");
        mergus::transpose(output.get(), mask_of(mask), accum_of(accum), View(A, "A").get(),
                          flags_of(descriptor));
        output.store();
    });
}

#define MERGUS_KRONECKER(Kind)                                                                               \
    GrB_Info GrB_Matrix_kronecker_##Kind(GB_TO_MATRIX, const GrB_##Kind op, const GrB_Matrix A,              \
                                         const GrB_Matrix B, GB_HOW) {                                       \
        return call(output_of(C), __func__, [&] {                                                            \
            View output(C, "C");                                                                             \
            const auto& f = live(op, "op");                                                                  \
            View first(A, "A"), second(B, "B");                                                              \
            if (const PositionOp on_positions = positions_of(f))                                             \
                kronecker(output.get(), mask_of(mask), accum_of(accum), on_positions, first.get(),           \
                          second.get(), flags_of(descriptor));                                               \
            else                                                                                             \
                mergus::kronecker(output.get(), mask_of(mask), accum_of(accum), multiply_of(f), first.get(), \
                                  second.get(), flags_of(descriptor));                                       \
            output.store();                                                                                  \
        });                                                                                                  \
    }
MERGUS_KRONECKER(Semiring)
MERGUS_KRONECKER(Monoid)
MERGUS_KRONECKER(BinaryOp)
