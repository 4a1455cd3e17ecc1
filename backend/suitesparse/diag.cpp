/// \file diag.cpp
/// C<mask> ⊙= the matrix with a vector on a diagonal, or the vector of a matrix's diagonal.
#include "operations.hpp"

namespace mergus::suitesparse {

void diag(mergus_context& context, const mergus_call& call) {
    const GrB_Vector A = call.A->store.get().vector();
    const Collection C = call.C->store.get();
    const MatrixHandle T = new_matrix(*call.A->type, nrows_of(C), ncols_of(C));
    check(GxB_Matrix_diag(T.get(), A, call.diagonal, context.descriptor(0)), "GxB_Matrix_diag", T.get());
    finish(T.get());
    write_through(context, call, T.get(), "GxB_Matrix_diag", nvals_of(A));
}

void extract_diag(mergus_context& context, const mergus_call& call) {
    const GrB_Matrix A = call.A->store.get().matrix();
    const VectorHandle T = new_vector(*call.A->type, nrows_of(call.C->store.get()));
    check(GxB_Vector_diag(T.get(), A, call.diagonal, context.descriptor(0)), "GxB_Vector_diag", T.get());
    finish(T.get());
    write_through(context, call, T.get(), "GxB_Vector_diag", nvals_of(T.get()));
}

} // namespace mergus::suitesparse
