/// \file assign.cpp
/// C<mask>(rows, cols) ⊙= A or a scalar, with a mask of C's shape. A vector A is also assigned to a part of a
/// row or column of a matrix C.
#include "in_place.hpp"
#include "operations.hpp"

namespace mergus::suitesparse {

namespace {

Region region_of(const mergus_call& call) {
    const Collection C = call.C->store.get();
    return {call.rows != nullptr ? call.rows : GrB_ALL, call.rows != nullptr ? call.nrows : nrows_of(C),
            call.cols != nullptr ? call.cols : GrB_ALL, call.cols != nullptr ? call.ncols : ncols_of(C)};
}

/// Whether the operation writes all of C. A vector A goes to a row or a column of a matrix C.
bool writes_whole(const mergus_call& call) {
    const bool part =
        call.A != nullptr && call.A->store.get().is_vector() && !call.C->store.get().is_vector();
    return call.rows == nullptr && call.cols == nullptr && !part;
}

/// The mask of a copy of C: in C<C> = x, with the structure of C, the copy itself, so that GraphBLAS sees
/// that the result has one value.
Collection mask_of(const mergus_call& call, const Mask& mask, const Output& C) {
    constexpr std::uint32_t flags = MERGUS_DESC_STRUCTURE | MERGUS_DESC_COMPLEMENT | MERGUS_DESC_REPLACE;
    const bool own = call.mask == call.C && (call.descriptor & flags) == MERGUS_DESC_STRUCTURE;
    return own && call.accum == nullptr && writes_whole(call) ? C.get() : mask.get();
}

} // namespace

void assign(mergus_context& context, const mergus_call& call) {
    if (write_in_place(context, call, nullptr, "GrB_assign")) return;
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Operand A(call, call.A->store.get());
    const Mask mask(context, call);
    Output C(context, call, writes_whole(call));
    grb::assign({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, A.get(), region_of(call));
    C.commit("GrB_assign", nvals_of(A.get()));
}

void assign_scalar(mergus_context& context, const mergus_call& call) {
    const char* const method = "GrB_assign of a scalar";
    const Type& type = intern(call.scalar_type);
    if (&type == call.C->type && write_in_place(context, call, call.scalar, method)) return;
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const GrB_Scalar scalar = context.scalars.get(type, call.scalar);
    const Mask mask(context, call);
    Output C(context, call, writes_whole(call));
    grb::assign_scalar({C.get(), mask_of(call, mask, C), accum, context.descriptor(call.descriptor)}, scalar,
                       region_of(call));
    finish(C.get());
    C.commit(method, nvals_of(C.get()));
}

} // namespace mergus::suitesparse
