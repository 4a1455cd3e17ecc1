/// \file transpose.cpp
/// C<mask> ⊙= A', or A itself with TRAN0.
#include "operations.hpp"

namespace mergus::suitesparse {

void transpose(mergus_context& context, const mergus_call& call) {
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Operand A(call, call.A->store.get());
    const Mask mask(context, call);
    Output C(context, call);
    grb::transpose({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, A.get());
    C.commit("GrB_transpose", work_of(call, A.get()));
}

void write_through(mergus_context& context, const mergus_call& call, Collection T, const char* method,
                   std::uint64_t work) {
    const bool to_vector = call.C->store.get().is_vector();
    CollectionHandle converted;
    if (to_vector && !T.is_vector()) converted = column_of(T.matrix());
    if (!to_vector && T.is_vector()) converted = as_column(T.vector(), type_of(T));
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    Output C(context, call);
    const Operand operand(call, converted.is_null() ? T : converted.get());
    const std::uint32_t transposes = MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1;
    copy_through(context, C.get(), mask.get(), accum, operand.get(), call.descriptor & ~transposes);
    C.commit(method, work);
}

} // namespace mergus::suitesparse
