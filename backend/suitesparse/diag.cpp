/// \file diag.cpp
/// C<mask> ⊙= the matrix with a vector on a diagonal, or the vector of a matrix's diagonal.
#include "operations.hpp"

namespace mergus::suitesparse {

void diag(mergus_context& context, const mergus_call& call) {
    const GrB_Vector A = call.A->store.get().vector();
    const Collection C = call.C->store.get();
    MatrixHandle T = new_matrix(*call.A->type, nrows_of(C), ncols_of(C));
    check(GxB_Matrix_diag(T.get(), A, call.diagonal, context.descriptor(0)), "GxB_Matrix_diag", T.get());
    finish(T.get());
    write_result(context, call, std::move(T), "GxB_Matrix_diag", nvals_of(A));
}

void extract_diag(mergus_context& context, const mergus_call& call) {
    const GrB_Matrix A = call.A->store.get().matrix();
    VectorHandle T = new_vector(*call.A->type, nrows_of(call.C->store.get()));
    check(GxB_Vector_diag(T.get(), A, call.diagonal, context.descriptor(0)), "GxB_Vector_diag", T.get());
    finish(T.get());
    const std::uint64_t work = nvals_of(T.get());
    write_result(context, call, std::move(T), "GxB_Vector_diag", work);
}

} // namespace mergus::suitesparse
