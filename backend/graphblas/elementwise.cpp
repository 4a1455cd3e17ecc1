/// \file elementwise.cpp
/// eWiseAdd and eWiseMult.
#include "elementwise.hpp"

#include "positions.hpp"
#include "views.hpp"

namespace mergus::grb {

namespace {

template <class Entries, class Op>
void multiply(Entries& C, const Mask& mask, const BinaryOp& accum, const Op& op, const Entries& A,
              const Entries& B, Descriptor flags) {
    if (const PositionOp f = positions_of(op))
        ewise_mult(C, mask, accum, f, A, B, flags);
    else
        mergus::ewise_mult(C, mask, accum, multiply_of(op), A, B, flags);
}

template <class Entries, class Op>
void add(Entries& C, const Mask& mask, const BinaryOp& accum, const Op& op, const Entries& A,
         const Entries& B, Descriptor flags) {
    if constexpr (std::is_same_v<Op, mergus_grb_binary_op>)
        if (const PositionOp f = positions_of(op)) return ewise_add(C, mask, accum, f, A, B, flags);
    mergus::ewise_add(C, mask, accum, add_of(op), A, B, flags);
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_EWISE(Object, GB_TO, C, A, B, Kind)                                                           \
    GrB_Info GrB_##Object##_eWiseMult_##Kind(GB_TO, const GrB_##Kind op, const GrB_##Object A,               \
                                             const GrB_##Object B, GB_HOW) {                                 \
        return call(output_of(C), __func__, [&] {                                                            \
            View output(C, #C);                                                                              \
            multiply(output.get(), mask_of(mask), accum_of(accum), live(op, "op"), View(A, #A).get(),        \
                     View(B, #B).get(), flags_of(descriptor));                                               \
            output.store();                                                                                  \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_##Object##_eWiseAdd_##Kind(GB_TO, const GrB_##Kind op, const GrB_##Object A,                \
                                            const GrB_##Object B, GB_HOW) {                                  \
        return call(output_of(C), __func__, [&] {                                                            \
            View output(C, #C);                                                                              \
            add(output.get(), mask_of(mask), accum_of(accum), live(op, "op"), View(A, #A).get(),             \
                View(B, #B).get(), flags_of(descriptor));                                                    \
            output.store();                                                                                  \
        });                                                                                                  \
    }
#define MERGUS_EWISE_OF(Kind)                                                                                \
    MERGUS_EWISE(Vector, GB_TO_VECTOR, w, u, v, Kind)                                                        \
    MERGUS_EWISE(Matrix, GB_TO_MATRIX, C, A, B, Kind)
MERGUS_EWISE_OF(Semiring)
MERGUS_EWISE_OF(Monoid)
MERGUS_EWISE_OF(BinaryOp)
