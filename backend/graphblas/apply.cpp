/// \file apply.cpp
/// apply in all forms, and select.
#include "values.hpp"

namespace mergus::grb {

namespace {

/// The type of an operator's input; of one that the operator ignores, the type of its result.
const mergus_type* input_type(const mergus_op& op, const mergus_type* type) {
    return type != nullptr ? type : op.z_type;
}

/// Calls run(C, x as a scalar of the operator's input). A GrB_Scalar without a value is an execution error,
/// which comes after those of the arguments: these are checked by a call on a copy of C.
template <class Handle, class V, class Run>
void with_value(Handle C, const V& x, const mergus_type* type, const Run& run) {
    if constexpr (std::is_same_v<V, GrB_Scalar>) {
        const mergus_grb_scalar& s = live(x, "the scalar");
        if (!s.present) {
            auto copy = C->value.dup();
            run(copy, s.value());
        }
    }
    run(C->value, scalar_of(x, type, "the operator's input"));
}

/// apply(first input x), apply(second input y) for binary and index unary operators, and select.
template <class Handle, class V>
void apply_first(Handle C, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, V x, Handle A,
                 GrB_Descriptor descriptor) {
    live(C, "the output");
    const BinaryOp& f = live(op, "op").value;
    live(A, "the input");
    with_value(C, x, input_type(*f.get(), f.get()->x_type), [&](auto& output, const Scalar& value) {
        apply(output, mask_of(mask), accum_of(accum), f, value, A->value, flags_of(descriptor));
    });
}

template <class Handle, class Op, class V>
void apply_second(Handle C, Handle mask, GrB_BinaryOp accum, Op op, Handle A, V y,
                  GrB_Descriptor descriptor) {
    live(C, "the output");
    const auto& f = live(op, "op").value;
    live(A, "the input");
    with_value(C, y, input_type(*f.get(), f.get()->y_type), [&](auto& output, const Scalar& value) {
        apply(output, mask_of(mask), accum_of(accum), f, A->value, value, flags_of(descriptor));
    });
}

template <class Handle, class V>
void select_entries(Handle C, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle A, V y,
                    GrB_Descriptor descriptor) {
    live(C, "the output");
    const IndexUnaryOp& f = live(op, "op").value;
    live(A, "the input");
    with_value(C, y, input_type(*f.get(), f.get()->y_type), [&](auto& output, const Scalar& value) {
        select(output, mask_of(mask), accum_of(accum), f, A->value, value, flags_of(descriptor));
    });
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Vector_apply(GB_TO_VECTOR, const GrB_UnaryOp op, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::apply(live(w, "w").value, mask_of(mask), accum_of(accum), live(op, "op").value,
                      live(u, "u").value, flags_of(descriptor));
    });
}

GrB_Info GrB_Matrix_apply(GB_TO_MATRIX, const GrB_UnaryOp op, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::apply(live(C, "C").value, mask_of(mask), accum_of(accum), live(op, "op").value,
                      live(A, "A").value, flags_of(descriptor));
    });
}

#define MERGUS_APPLY(F, S, V, E)                                                                             \
    GrB_Info GrB_Vector_apply_BinaryOp1st_##S(GB_TO_VECTOR, const GrB_BinaryOp op, V x, const GrB_Vector u,  \
                                              GB_HOW) {                                                      \
        return call(output_of(w), __func__, [&] { apply_first(w, mask, accum, op, x, u, descriptor); });     \
    }                                                                                                        \
    GrB_Info GrB_Vector_apply_BinaryOp2nd_##S(GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u, V y,  \
                                              GB_HOW) {                                                      \
        return call(output_of(w), __func__, [&] { apply_second(w, mask, accum, op, u, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info GrB_Vector_apply_IndexOp_##S(GB_TO_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u, V y,  \
                                          GB_HOW) {                                                          \
        return call(output_of(w), __func__, [&] { apply_second(w, mask, accum, op, u, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info GrB_Vector_select_##S(GB_TO_VECTOR, const GrB_IndexUnaryOp op, const GrB_Vector u, V y,         \
                                   GB_HOW) {                                                                 \
        return call(output_of(w), __func__, [&] { select_entries(w, mask, accum, op, u, y, descriptor); });  \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_BinaryOp1st_##S(GB_TO_MATRIX, const GrB_BinaryOp op, V x, const GrB_Matrix A,  \
                                              GB_HOW) {                                                      \
        return call(output_of(C), __func__, [&] { apply_first(C, mask, accum, op, x, A, descriptor); });     \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_BinaryOp2nd_##S(GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A, V y,  \
                                              GB_HOW) {                                                      \
        return call(output_of(C), __func__, [&] { apply_second(C, mask, accum, op, A, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info GrB_Matrix_apply_IndexOp_##S(GB_TO_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A, V y,  \
                                          GB_HOW) {                                                          \
        return call(output_of(C), __func__, [&] { apply_second(C, mask, accum, op, A, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info GrB_Matrix_select_##S(GB_TO_MATRIX, const GrB_IndexUnaryOp op, const GrB_Matrix A, V y,         \
                                   GB_HOW) {                                                                 \
        return call(output_of(C), __func__, [&] { select_entries(C, mask, accum, op, A, y, descriptor); });  \
    }
GB_FOR_SCALARS(MERGUS_APPLY, )
