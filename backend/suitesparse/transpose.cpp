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

void write_result(mergus_context& context, const mergus_call& call, CollectionHandle T, const char* method,
                  std::uint64_t work) {
    const bool masked = call.mask != nullptr || (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    const Collection C = call.C->store.get();
    if (masked || call.accum != nullptr || T.get().is_vector() != C.is_vector() ||
        type_of(T.get()) != call.C->type->grb)
        write_through(context, call, T.get(), method, work);
    else
        Output(context, call, std::move(T)).commit(method, work);
}

} // namespace mergus::suitesparse
