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
    const GrB_Descriptor descriptor = context.descriptor(call.descriptor);
    const Mask call_mask(context, call);
    const GrB_Matrix mask = call_mask.get();
    // Positional operators of GraphBLAS accept matrices of any type.
    const bool any_type = op.kind == MERGUS_INDEX_UNARY && !context.operators.index_unary(op).closure;
    const Operand operand =
        any_type ? Operand(call, matrix->store.get()) : Operand(context, call, matrix, declared_type, op);
    // GraphBLAS 7.4 passes garbage to index unary operators if the matrix is stored as one value for all
    // entries (iso).
    const MatrixHandle written_out =
        op.kind == MERGUS_INDEX_UNARY && declared_type != nullptr ? write_out(operand.get()) : MatrixHandle();
    const GrB_Matrix A = written_out.get() != nullptr ? written_out.get() : operand.get();

    Output C(context, call);
    GrB_Info info = GrB_SUCCESS;
    switch (op.kind) {
    case MERGUS_UNARY:
        info = GrB_Matrix_apply(C.get(), mask, accum, context.operators.unary(op), A, descriptor);
        break;
    case MERGUS_BINARY: {
        const GrB_BinaryOp binary = context.operators.binary(&op);
        const ScalarHandle scalar = operand_scalar(call, scalar_first ? op.x_type : op.y_type, op);
        info = scalar_first ? GrB_Matrix_apply_BinaryOp1st_Scalar(C.get(), mask, accum, binary, scalar.get(),
                                                                  A, descriptor)
                            : GrB_Matrix_apply_BinaryOp2nd_Scalar(C.get(), mask, accum, binary, A,
                                                                  scalar.get(), descriptor);
        break;
    }
    case MERGUS_INDEX_UNARY: {
        const IndexUnary index_unary = context.operators.index_unary(op);
        const IndexUnaryScalar y(call, index_unary);
        info = GrB_Matrix_apply_IndexOp_Scalar(C.get(), mask, accum, index_unary.op, A, y.get(), descriptor);
        check(info, "GrB_apply", C.get());
        finish(C.get()); // before y is destroyed
        break;
    }
    default:
        throw Failure{MERGUS_NOT_IMPLEMENTED, "this kind of operator cannot be applied"};
    }
    check(info, "GrB_apply", C.get());
    C.commit("GrB_apply", nvals_of(A));
}

} // namespace mergus::suitesparse
