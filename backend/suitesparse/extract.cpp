/// \file extract.cpp
/// C<mask> ⊙= A(rows, cols); of a matrix A and a vector C: a part of a column.
#include "operations.hpp"

namespace mergus::suitesparse {

void extract(mergus_context& context, const mergus_call& call) {
    const Operand operand(call, call.A->store.get());
    const Collection A = operand.get();
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0;
    const GrB_Index nrows = transposed ? ncols_of(A) : nrows_of(A);
    const GrB_Index ncols = transposed ? nrows_of(A) : ncols_of(A);
    const Region region{call.rows != nullptr ? call.rows : GrB_ALL, call.rows != nullptr ? call.nrows : nrows,
                        call.cols != nullptr ? call.cols : GrB_ALL,
                        call.cols != nullptr ? call.ncols : ncols};
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    Output C(context, call);
    grb::extract({C.get(), mask.get(), accum, context.descriptor(call.descriptor)}, A, region);
    C.commit("GrB_extract", work_of(call, C.get()));
}

} // namespace mergus::suitesparse
