/// \file mxm.cpp
/// C<mask> ⊙= A ⊕.⊗ B. index_binary.cpp implements multiplies with indices that are not predefined;
/// ordered_fold.cpp implements additions whose order matters.
#include "index_binary.hpp"
#include "operations.hpp"
#include "ordered_fold.hpp"

namespace mergus::suitesparse {

namespace {

/// The number of multiplications without the mask: for all entries A(i,k), the sum of the lengths of rows k
/// of B.
std::uint64_t count_products(mergus_context& context, const mergus_call& call) {
    // The multiplies below ignore the values, so operands of built-in types need no cast.
    const Type& bytes = intern_builtin(MERGUS_BOOL);
    const auto as_pattern = [&](const mergus_matrix* matrix) {
        return matrix->type->builtin() ? MatrixHandle() : pattern_of(context, matrix->store.get(), bytes);
    };
    const MatrixHandle a_pattern = as_pattern(call.A), b_pattern = as_pattern(call.B);
    const GrB_Matrix A = a_pattern.get() != nullptr ? a_pattern.get() : call.A->store.get();
    const GrB_Matrix B = b_pattern.get() != nullptr ? b_pattern.get() : call.B->store.get();
    const std::uint32_t a_transposed = call.descriptor & MERGUS_DESC_TRAN0;
    const std::uint32_t b_transposed = (call.descriptor & MERGUS_DESC_TRAN1) / 2; // TRAN0
    const GrB_Index outer = b_transposed != 0 ? nrows_of(B) : ncols_of(B);

    VectorHandle ones, lengths, products;
    check(GrB_Vector_new(ones.put(), GrB_INT64, outer), "GrB_Vector_new");
    check(GrB_Vector_new(lengths.put(), GrB_INT64, b_transposed != 0 ? ncols_of(B) : nrows_of(B)),
          "GrB_Vector_new");
    check(GrB_Vector_new(products.put(), GrB_INT64, a_transposed != 0 ? ncols_of(A) : nrows_of(A)),
          "GrB_Vector_new");
    check(GrB_Vector_assign_INT64(ones.get(), nullptr, nullptr, 1, GrB_ALL, outer, nullptr), "GrB_assign");
    Operators& operators = context.operators;
    check(GrB_mxv(lengths.get(), nullptr, nullptr, operators.semiring(GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64),
                  B, ones.get(), context.descriptor(b_transposed)),
          "GrB_mxv");
    check(GrB_mxv(products.get(), nullptr, nullptr,
                  operators.semiring(GrB_PLUS_MONOID_INT64, GrB_SECOND_INT64), A, lengths.get(),
                  context.descriptor(a_transposed)),
          "GrB_mxv");
    std::int64_t total = 0;
    check(GrB_Vector_reduce_INT64(&total, nullptr, GrB_PLUS_MONOID_INT64, products.get(), nullptr),
          "GrB_reduce");
    return static_cast<std::uint64_t>(total);
}

bool hypersparse(GrB_Matrix matrix) {
    std::int32_t form = 0;
    check(GxB_Matrix_Option_get_INT32(matrix, GxB_SPARSITY_STATUS, &form), "GxB_Matrix_Option_get", matrix);
    return form == GxB_HYPERSPARSE;
}

} // namespace

void mxm(mergus_context& context, const mergus_call& call) {
    const mergus_op& mul = *call.semiring->mul;
    const std::uint64_t work = call.report != nullptr ? count_products(context, call) : 0;
    if (nvals_of(call.A->store.get()) == 0 || nvals_of(call.B->store.get()) == 0) {
        // For some products with no index k, GraphBLAS 7.4 does not terminate or reports a domain mismatch.
        const MatrixHandle T =
            new_matrix(intern(mul.z_type), nrows_of(call.C->store.get()), ncols_of(call.C->store.get()));
        write_through(context, call, T.get(), "no products, as an input is empty", work);
        return;
    }
    if (needs_ordered_fold(*call.semiring->add)) {
        mxm_ordered(context, call, work);
        return;
    }
    if (mul.kind == MERGUS_INDEX_BINARY && predefined_binary(mul) == nullptr) {
        mxm_index_binary(context, call, work);
        return;
    }
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const GrB_Semiring semiring = context.operators.semiring(*call.semiring);
    const Operand A(context, call, call.A, mul.x_type, mul);
    const Operand B(context, call, call.B, mul.y_type, mul);
    const Mask mask(context, call);
    Output C(context, call);
    // In dot products of hypersparse matrices, GraphBLAS 7.4 passes wrong indices to positional operators.
    const bool saxpy = mul.kind == MERGUS_INDEX_BINARY && (hypersparse(A.get()) || hypersparse(B.get()));
    const GrB_Descriptor descriptor =
        saxpy ? context.saxpy_descriptor(call.descriptor) : context.descriptor(call.descriptor);
    check(GrB_mxm(C.get(), mask.get(), accum, semiring, A.get(), B.get(), descriptor), "GrB_mxm", C.get());
    C.commit(saxpy ? "GrB_mxm, saxpy method" : "GrB_mxm, default method", work);
}

} // namespace mergus::suitesparse
