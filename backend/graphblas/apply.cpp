/// \file apply.cpp
/// apply in all forms, and select.
#include "values.hpp"
#include "views.hpp"

namespace mergus::grb {

namespace {

/// The scalar argument x of an operator, which has that type there; null if the operator ignores it.
template <class V>
Scalar operand_of(const V& x, const mergus_op& op, const mergus_type* type) {
    return checked_scalar(x, type != nullptr ? type : op.z_type, type, "the scalar into the operator");
}

inline const BinaryOp& operator_of(GrB_BinaryOp op) {
    return live(op, "op").value;
}
inline const IndexUnaryOp& operator_of(GrB_IndexUnaryOp op) {
    return live(op, "op").value;
}

/// The arguments that these calls have in common, checked.
template <class Handle>
struct Common {
    View<Handle> output, input;
    Mask mask = no_mask;
    BinaryOp accum = no_accum;
    Descriptor flags{};

    Common(Handle C, Handle where, GrB_BinaryOp how, Handle A, GrB_Descriptor descriptor)
        : output(C, "the output"), input(A, "the input") {
        mask = mask_of(where);
        accum = accum_of(how);
        flags = flags_of(descriptor);
    }
};

template <class Handle>
void apply_unary(Handle C, Handle mask, GrB_BinaryOp accum, const mergus_grb_unary_op& op, Handle A,
                 GrB_Descriptor descriptor) {
    Common<Handle> given(C, mask, accum, A, descriptor);
    const mergus_op* const f = op.value.get();
    if (f->kind == MERGUS_INDEX_UNARY)
        apply(given.output.get(), given.mask, given.accum, IndexUnaryOp(f), given.input.get(),
              Scalar(op.offset), given.flags);
    else
        apply(given.output.get(), given.mask, given.accum, op.value, given.input.get(), given.flags);
    given.output.store();
}

/// A predefined binary operator on positions reads the position of the entry alone: true if it was one.
/// \param transpose the flag of the matrix \param scalar the other argument, which must have a value
template <class Handle>
bool apply_position(Common<Handle>& given, const mergus_op& op, Descriptor transpose, const Scalar& scalar) {
    if (op.kind != MERGUS_INDEX_BINARY || op.code == MERGUS_OP_USER) return false;
    const bool row = op.code == MERGUS_OP_FIRSTI || op.code == MERGUS_OP_FIRSTI1 ||
                     op.code == MERGUS_OP_SECONDI || op.code == MERGUS_OP_SECONDI1;
    const bool from_one = op.code == MERGUS_OP_FIRSTI1 || op.code == MERGUS_OP_FIRSTJ1 ||
                          op.code == MERGUS_OP_SECONDI1 || op.code == MERGUS_OP_SECONDJ1;
    Descriptor flags{given.flags.bits & ~DESC_T0T1.bits};
    if (given.flags.has(transpose)) flags = flags | DESC_T0;
    const IndexUnaryOp index(detail::builtin_op(row ? MERGUS_OP_ROWINDEX : MERGUS_OP_COLINDEX,
                                                static_cast<mergus_type_code>(op.z_type->code)));
    const std::int64_t offset = from_one ? 1 : 0;
    apply(given.output.get(), given.mask, given.accum, index, given.input.get(),
          Scalar(scalar.data() == nullptr ? nullptr : &offset, type_of<std::int64_t>()), flags);
    return true;
}

/// apply(first input x), apply(second input y) for binary and index unary operators, and select.
template <class Handle, class V>
void apply_first(Handle C, Handle mask, GrB_BinaryOp accum, GrB_BinaryOp op, V x, Handle A,
                 GrB_Descriptor descriptor) {
    Common<Handle> given(C, mask, accum, A, descriptor);
    const BinaryOp& f = operator_of(op);
    const Scalar first = operand_of(x, *f.get(), f.get()->x_type);
    if (!apply_position(given, *f.get(), DESC_T1, first))
        apply(given.output.get(), given.mask, given.accum, f, first, given.input.get(), given.flags);
    given.output.store();
}

template <class Handle, class Op, class V>
void apply_second(Handle C, Handle mask, GrB_BinaryOp accum, Op op, Handle A, V y,
                  GrB_Descriptor descriptor) {
    Common<Handle> given(C, mask, accum, A, descriptor);
    const auto& f = operator_of(op);
    const Scalar second = operand_of(y, *f.get(), f.get()->y_type);
    if (!apply_position(given, *f.get(), DESC_T0, second))
        apply(given.output.get(), given.mask, given.accum, f, given.input.get(), second, given.flags);
    given.output.store();
}

template <class Handle, class V>
void select_entries(Handle C, Handle mask, GrB_BinaryOp accum, GrB_IndexUnaryOp op, Handle A, V y,
                    GrB_Descriptor descriptor) {
    Common<Handle> given(C, mask, accum, A, descriptor);
    const IndexUnaryOp& f = operator_of(op);
    select(given.output.get(), given.mask, given.accum, f, given.input.get(),
           operand_of(y, *f.get(), f.get()->y_type), given.flags);
    given.output.store();
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Vector_apply(GB_TO_VECTOR, const GrB_UnaryOp op, const GrB_Vector u, GB_HOW) {
    return call(output_of(w), __func__, [&] { apply_unary(w, mask, accum, live(op, "op"), u, descriptor); });
}

GrB_Info GrB_Matrix_apply(GB_TO_MATRIX, const GrB_UnaryOp op, const GrB_Matrix A, GB_HOW) {
    return call(output_of(C), __func__, [&] { apply_unary(C, mask, accum, live(op, "op"), A, descriptor); });
}

#define MERGUS_APPLY_TO(Object, GB_TO, C, A, P, S, V)                                                        \
    GrB_Info P##_##Object##_apply_BinaryOp1st_##S(GB_TO, const GrB_BinaryOp op, V x, const GrB_##Object A,   \
                                                  GB_HOW) {                                                  \
        return call(output_of(C), __func__, [&] { apply_first(C, mask, accum, op, x, A, descriptor); });     \
    }                                                                                                        \
    GrB_Info P##_##Object##_apply_BinaryOp2nd_##S(GB_TO, const GrB_BinaryOp op, const GrB_##Object A, V y,   \
                                                  GB_HOW) {                                                  \
        return call(output_of(C), __func__, [&] { apply_second(C, mask, accum, op, A, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info P##_##Object##_apply_IndexOp_##S(GB_TO, const GrB_IndexUnaryOp op, const GrB_##Object A, V y,   \
                                              GB_HOW) {                                                      \
        return call(output_of(C), __func__, [&] { apply_second(C, mask, accum, op, A, y, descriptor); });    \
    }                                                                                                        \
    GrB_Info P##_##Object##_select_##S(GB_TO, const GrB_IndexUnaryOp op, const GrB_##Object A, V y,          \
                                       GB_HOW) {                                                             \
        return call(output_of(C), __func__, [&] { select_entries(C, mask, accum, op, A, y, descriptor); });  \
    }
#define MERGUS_APPLY(F, P, S, V, E)                                                                          \
    MERGUS_APPLY_TO(Vector, GB_TO_VECTOR, w, u, P, S, V)                                                     \
    MERGUS_APPLY_TO(Matrix, GB_TO_MATRIX, C, A, P, S, V)
GB_FOR_SCALARS(MERGUS_APPLY, )
GB_FOR_COMPLEX(MERGUS_APPLY, )
