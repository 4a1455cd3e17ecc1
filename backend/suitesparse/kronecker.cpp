/// \file kronecker.cpp
/// C<mask> ⊙= A ⊗ B, the Kronecker product.
#include "operations.hpp"

namespace mergus::suitesparse {

void kronecker(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const GrB_BinaryOp op = context.operators.binary(call.op);
    const Operand A(context, call, call.A, call.op->x_type, *call.op);
    const Operand B(context, call, call.B, call.op->y_type, *call.op);
    const Mask mask(context, call);
    Output C(context, call);
    check(GrB_Matrix_kronecker_BinaryOp(C.get().matrix(), mask.get().matrix(), accum, op, A.get().matrix(),
                                        B.get().matrix(), context.descriptor(call.descriptor)),
          "GrB_kronecker", C.get());
    C.commit("GrB_kronecker", nvals_of(A.get()) * nvals_of(B.get()));
}

} // namespace mergus::suitesparse
