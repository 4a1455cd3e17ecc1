/// \file assign.cpp
/// C<mask>(rows, cols) ⊙= A or a scalar, with a mask of C's shape.
#include "operations.hpp"

namespace mergus::suitesparse {

namespace {

/// Index lists in GraphBLAS's format.
struct Region {
    Region(const mergus_call& call, GrB_Matrix C)
        : rows(call.rows != nullptr ? call.rows : GrB_ALL), cols(call.cols != nullptr ? call.cols : GrB_ALL),
          nrows(call.rows != nullptr ? call.nrows : nrows_of(C)),
          ncols(call.cols != nullptr ? call.ncols : ncols_of(C)),
          whole(call.rows == nullptr && call.cols == nullptr) {}
    const GrB_Index *rows, *cols;
    GrB_Index nrows, ncols;
    bool whole;
};

} // namespace

void assign(mergus_context& context, const mergus_call& call) {
    const Region region(call, call.C->store.get());
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const Operand operand(call, call.A->store.get());
    const GrB_Matrix A = operand.get();
    const Mask mask(context, call);
    Output C(context, call, region.whole);
    check(GrB_Matrix_assign(C.get(), mask.get(), accum, A, region.rows, region.nrows, region.cols,
                            region.ncols, context.descriptor(call.descriptor)),
          "GrB_assign", C.get());
    C.commit("GrB_assign", nvals_of(A));
}

void assign_scalar(mergus_context& context, const mergus_call& call) {
    const Region region(call, call.C->store.get());
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const ScalarHandle scalar = make_scalar(intern(call.scalar_type), call.scalar);
    const Mask mask(context, call);
    Output C(context, call, region.whole);
    check(GrB_Matrix_assign_Scalar(C.get(), mask.get(), accum, scalar.get(), region.rows, region.nrows,
                                   region.cols, region.ncols, context.descriptor(call.descriptor)),
          "GrB_assign", C.get());
    finish(C.get());
    C.commit("GrB_assign of a scalar", nvals_of(C.get()));
}

} // namespace mergus::suitesparse
