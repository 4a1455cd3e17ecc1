/// \file extract.cpp
/// C<mask> ⊙= A(rows, cols).
#include "operations.hpp"

namespace mergus::suitesparse {

void extract(mergus_context& context, const mergus_call& call) {
    const Operand operand(call, call.A->store.get());
    const GrB_Matrix A = operand.get();
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0;
    const GrB_Index nrows = call.rows != nullptr ? call.nrows : transposed ? ncols_of(A) : nrows_of(A);
    const GrB_Index ncols = call.cols != nullptr ? call.ncols : transposed ? nrows_of(A) : ncols_of(A);
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Mask mask(context, call);
    Output C(context, call);
    check(GrB_Matrix_extract(C.get(), mask.get(), accum, A, call.rows != nullptr ? call.rows : GrB_ALL, nrows,
                             call.cols != nullptr ? call.cols : GrB_ALL, ncols,
                             context.descriptor(call.descriptor)),
          "GrB_extract", C.get());
    C.commit("GrB_extract", nvals_of(C.get()));
}

} // namespace mergus::suitesparse
