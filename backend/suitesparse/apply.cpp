/// \file apply.cpp
/// C<mask> ⊙= op(A): unary, binary with a scalar on either side, and index unary.
#include "index_unary.hpp"
#include "operations.hpp"

namespace mergus::suitesparse {

void apply(mergus_context& context, const mergus_call& call) {
    const mergus_op& op = *call.op;
    const bool scalar_first = call.A == nullptr;
    const mergus_matrix* const matrix = scalar_first ? call.B : call.A;
    const mergus_type* const declared_type = scalar_first ? op.y_type : op.x_type;
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    // Positional operators of GraphBLAS accept matrices of any type.
    const bool any_type = op.kind == MERGUS_INDEX_UNARY && !context.operators.index_unary(op).closure;
    const Operand operand =
        any_type ? Operand(call, matrix->store.get()) : Operand(context, call, matrix, declared_type, op);
    // GraphBLAS 7.4 passes garbage to index unary operators if the matrix is stored as one value for all
    // entries (iso).
    const CollectionHandle written_out = op.kind == MERGUS_INDEX_UNARY && declared_type != nullptr
                                             ? write_out(operand.get())
                                             : CollectionHandle();
    const Collection A = written_out.is_null() ? operand.get() : written_out.get();

    Output C(context, call);
    const Target target{C.get(), mask.get(), accum, context.descriptor(call.descriptor)};
    switch (op.kind) {
    case MERGUS_UNARY:
        grb::apply(target, context.operators.unary(op), A);
        break;
    case MERGUS_BINARY: {
        const GrB_BinaryOp binary = context.operators.binary(&op);
        const GrB_Scalar scalar = operand_scalar(context, call, scalar_first ? op.x_type : op.y_type, op);
        if (scalar_first)
            grb::apply_first(target, binary, scalar, A);
        else
            grb::apply_second(target, binary, A, scalar);
        break;
    }
    case MERGUS_INDEX_UNARY: {
        const IndexUnary index_unary = context.operators.index_unary(op);
        const IndexUnaryScalar y(context, call, index_unary);
        grb::apply_index(target, index_unary.op, A, y.get());
        finish(C.get()); // before y is destroyed
        break;
    }
    default:
        throw Failure{MERGUS_NOT_IMPLEMENTED, "this kind of operator cannot be applied"};
    }
    C.commit("GrB_apply", work_of(call, A));
}

} // namespace mergus::suitesparse
