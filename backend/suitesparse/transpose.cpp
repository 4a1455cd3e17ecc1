/// \file transpose.cpp
/// C<mask> ⊙= A', or A itself with TRAN0.
#include "operations.hpp"

namespace mergus::suitesparse {

void transpose(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Operand A(call, call.A->store.get());
    const Mask mask(context, call);
    Output C(context, call);
    check(GrB_transpose(C.get(), mask.get(), accum, A.get(), context.descriptor(call.descriptor)),
          "GrB_transpose", C.get());
    C.commit("GrB_transpose", nvals_of(A.get()));
}

void write_through(mergus_context& context, const mergus_call& call, GrB_Matrix T, const char* method,
                   std::uint64_t work) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    Output C(context, call);
    const Operand operand(call, T);
    // Transposed twice: T unchanged.
    const std::uint32_t bits =
        (call.descriptor & ~std::uint32_t{MERGUS_DESC_TRAN1}) | std::uint32_t{MERGUS_DESC_TRAN0};
    check(GrB_transpose(C.get(), mask.get(), accum, operand.get(), context.descriptor(bits)), "GrB_transpose",
          C.get());
    C.commit(method, work);
}

} // namespace mergus::suitesparse
