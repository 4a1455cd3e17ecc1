/// \file select.cpp
/// C<mask> ⊙= the entries of A for which an index unary operator is true; and the scalars of such operators.
#include "index_unary.hpp"
#include "operations.hpp"

#include <algorithm>

namespace mergus::suitesparse {

GrB_Scalar operand_scalar(mergus_context& context, const mergus_call& call, const mergus_type* declared_type,
                          const mergus_op& op) {
    if (declared_type != nullptr) return context.scalars.get(intern(call.scalar_type), call.scalar);
    const Type& type = Operators::stand_in(op);
    const std::vector<std::max_align_t> zero(type.size / sizeof(std::max_align_t) + 1);
    return context.scalars.get(type, zero.data());
}

namespace {

/// The scalar of a predefined operator. GraphBLAS computes i + y and -y for the operators of diagonals, which
/// overflow at the ends of int64. Of matrices with at most 2^60 rows and columns, diagonals beyond 2^60 have
/// no entries.
GrB_Scalar diagonal_scalar(mergus_context& context, const mergus_call& call) {
    const bool of_diagonals = call.op->code >= MERGUS_OP_TRIL && call.op->code <= MERGUS_OP_OFFDIAG;
    if (!of_diagonals) return context.scalars.get(intern(call.scalar_type), call.scalar);
    constexpr std::int64_t beyond = std::int64_t{1} << 60;
    std::int64_t y = 0;
    std::memcpy(&y, call.scalar, sizeof y);
    y = std::clamp(y, -beyond, beyond);
    return context.scalars.get(intern(call.scalar_type), &y);
}

} // namespace

IndexUnaryScalar::IndexUnaryScalar(mergus_context& context, const mergus_call& call, const IndexUnary& op) {
    const mergus_op& definition = *call.op;
    if (!op.closure) {
        scalar_ = diagonal_scalar(context, call);
        return;
    }
    const Type& type =
        definition.y_type != nullptr ? intern(definition.y_type) : Operators::stand_in(definition);
    value_.resize(type.size / sizeof(std::max_align_t) + 1);
    read_scalar(operand_scalar(context, call, definition.y_type, definition), type, value_.data());
    closure_ = {definition.function.index_unary, value_.data()};
    const IndexUnaryClosure* const address = &closure_;
    scalar_ = context.scalars.get(closure_type(), &address);
}

namespace {

/// For operators that ignore values and do not accept those of A: the operator is applied to the pattern, and
/// its results are a mask for A.
void select_by_pattern(mergus_context& context, const mergus_call& call, const IndexUnary& op,
                       const IndexUnaryScalar& y) {
    const Collection A = call.A->store.get(), C = call.C->store.get();
    const std::uint32_t transposed = call.descriptor & MERGUS_DESC_TRAN0;
    const CollectionHandle pattern = pattern_of(context, A, Operators::stand_in(*call.op));
    const CollectionHandle chosen = new_like(C, intern_builtin(MERGUS_BOOL));
    grb::apply_index({chosen.get(), {}, nullptr, context.descriptor(transposed)}, op.op, pattern.get(),
                     y.get());
    CollectionHandle T = new_like(C, *call.A->type);
    copy_through(context, T.get(), chosen.get(), nullptr, A, MERGUS_DESC_REPLACE | transposed);
    write_result(context, call, std::move(T), "GrB_apply to the pattern, then as a mask", nvals_of(A));
}

/// Whether a predefined operator would compare in A's type instead of its own, as versions 8 to 10 do. 7.4
/// casts A's values to the operator's type, but not complex ones.
bool casts_before_comparing(const mergus_call& call) {
    return call.op->code >= MERGUS_OP_VALUEEQ && call.op->code <= MERGUS_OP_VALUEGE &&
           call.A->type->code != call.op->x_type->code;
}

} // namespace

void select(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const IndexUnary op = casts_before_comparing(call) ? context.operators.index_unary_closure(*call.op)
                                                       : context.operators.index_unary(*call.op);
    const IndexUnaryScalar y(context, call, op);
    if (op.closure && call.op->x_type == nullptr && !call.A->type->casts_to(Operators::stand_in(*call.op))) {
        select_by_pattern(context, call, op, y);
        return;
    }
    const Operand operand(call, call.A->store.get());
    const Mask mask(context, call);
    Output C(context, call);
    grb::select({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, op.op, operand.get(),
                y.get());
    C.commit("GrB_select", work_of(call, operand.get()));
}

} // namespace mergus::suitesparse
