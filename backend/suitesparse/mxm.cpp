/// \file mxm.cpp
/// C<mask> ⊙= A ⊕.⊗ B, where A or B may be a vector. index_binary.cpp implements multiplies with indices that
/// are not predefined; ordered_fold.cpp implements additions whose order matters.
#include "identity_terms.hpp"
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
    const auto as_pattern = [&](const mergus_matrix* input) {
        return input->type->builtin() ? CollectionHandle() : pattern_of(context, input->store.get(), bytes);
    };
    const CollectionHandle a_pattern = as_pattern(call.A), b_pattern = as_pattern(call.B);
    const Collection A = a_pattern.is_null() ? call.A->store.get() : a_pattern.get();
    const Collection B = b_pattern.is_null() ? call.B->store.get() : b_pattern.get();
    const std::uint32_t a_transposed = call.descriptor & MERGUS_DESC_TRAN0;
    const std::uint32_t b_transposed = (call.descriptor & MERGUS_DESC_TRAN1) / 2; // TRAN0

    // The products of matrix plus.op vector.
    const auto multiply = [&](Collection matrix, std::uint32_t transposed, GrB_BinaryOp op,
                              Collection vector) {
        VectorHandle result = new_vector(GrB_INT64, transposed != 0 ? ncols_of(matrix) : nrows_of(matrix));
        const CallSemiring plus(MonoidHandle(GrB_PLUS_MONOID_INT64), op);
        check(GrB_mxv(result.get(), nullptr, nullptr, plus.get(), matrix.matrix(), vector.vector(),
                      context.descriptor(transposed)),
              "GrB_mxv", result.get());
        return result;
    };
    VectorHandle products;
    if (A.is_vector()) {
        products = multiply(B, b_transposed ^ MERGUS_DESC_TRAN0, GrB_ONEB_INT64, A);
    } else if (B.is_vector()) {
        products = multiply(A, a_transposed, GrB_ONEB_INT64, B);
    } else {
        const GrB_Index ncols = b_transposed != 0 ? nrows_of(B) : ncols_of(B);
        const VectorHandle ones = new_vector(GrB_INT64, ncols);
        check(GrB_Vector_assign_INT64(ones.get(), nullptr, nullptr, 1, GrB_ALL, ncols, nullptr), "GrB_assign",
              ones.get());
        const VectorHandle lengths = multiply(B, b_transposed, GrB_ONEB_INT64, ones.get());
        products = multiply(A, a_transposed, GrB_SECOND_INT64, lengths.get());
    }
    std::int64_t total = 0;
    check(GrB_Vector_reduce_INT64(&total, nullptr, GrB_PLUS_MONOID_INT64, products.get(), nullptr),
          "GrB_reduce");
    return static_cast<std::uint64_t>(total);
}

/// mxv or vxm as mxm with the vector as a matrix of one column or row, for multiplies and additions that
/// other files implement for matrices only.
void product_of_matrices(mergus_context& context, const mergus_call& call, std::uint64_t work) {
    const Type& z = intern(call.semiring->mul->z_type);
    const bool row = call.A->store.get().is_vector();
    const mergus_matrix& vector = row ? *call.A : *call.B;
    const GrB_Vector entries = vector.store.get().vector();
    const GrB_Index size = nrows_of(call.C->store.get());
    const mergus_matrix factor{
        vector.type, Store(row ? as_row(entries, vector.type->grb) : as_column(entries, vector.type->grb))};
    mergus_matrix T{&z, Store(row ? new_matrix(z, 1, size) : new_matrix(z, size, 1))};
    mergus_report report{};
    mergus_call product{};
    product.struct_size = sizeof product;
    product.C = &T;
    product.semiring = call.semiring;
    product.A = row ? &factor : call.A;
    product.B = row ? call.B : &factor;
    product.descriptor = call.descriptor & (row ? MERGUS_DESC_TRAN1 : MERGUS_DESC_TRAN0);
    product.report = &report;
    if (needs_ordered_fold(*call.semiring->add))
        mxm_ordered(context, product, work);
    else
        mxm_index_binary(context, product, work);
    VectorHandle result = row ? row_of(T.store.get().matrix()) : column_of(T.store.get().matrix());
    write_result(context, call, std::move(result), report.method, work);
}

const char* method_name(Collection A, Collection B, bool saxpy) {
    if (A.is_vector()) return saxpy ? "GrB_vxm, saxpy method" : "GrB_vxm, default method";
    if (B.is_vector()) return saxpy ? "GrB_mxv, saxpy method" : "GrB_mxv, default method";
    return saxpy ? "GrB_mxm, saxpy method" : "GrB_mxm, default method";
}

bool hypersparse(Collection collection) {
    return form_of(collection) == GxB_HYPERSPARSE;
}

} // namespace

void product(mergus_context& context, const mergus_call& call) {
    const mergus_op& mul = *call.semiring->mul;
    const std::uint64_t work = call.report != nullptr ? count_products(context, call) : 0;
    if (nvals_of(call.A->store.get()) == 0 || nvals_of(call.B->store.get()) == 0) {
        // For some products with no index k, GraphBLAS 7.4 does not terminate or reports a domain mismatch.
        CollectionHandle T = new_like(call.C->store.get(), intern(mul.z_type));
        write_result(context, call, std::move(T), "no products, as an input is empty", work);
        return;
    }
    const bool ordered = needs_ordered_fold(*call.semiring->add);
    if (ordered || (mul.kind == MERGUS_INDEX_BINARY && predefined_binary(mul) == nullptr)) {
        if (call.C->store.get().is_vector())
            product_of_matrices(context, call, work);
        else if (ordered)
            mxm_ordered(context, call, work);
        else
            mxm_index_binary(context, call, work);
        return;
    }
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const CallSemiring semiring =
        context.operators.semiring(*call.semiring, kernels_for_product(context, call));
    const Operand A(context, call, call.A, mul.x_type, mul);
    const Operand B(context, call, call.B, mul.y_type, mul);
    const Mask mask(context, call);
    Output C(context, call);
    // In dot products of hypersparse matrices, GraphBLAS 7.4 passes wrong indices to positional operators.
    const bool saxpy = mul.kind == MERGUS_INDEX_BINARY && (hypersparse(A.get()) || hypersparse(B.get()));
    const GrB_Descriptor descriptor =
        saxpy ? context.saxpy_descriptor(call.descriptor) : context.descriptor(call.descriptor);
    grb::product({C.get(), mask.get(), accum, descriptor}, semiring.get(), A.get(), B.get());
    C.commit(method_name(A.get(), B.get(), saxpy), work);
}

} // namespace mergus::suitesparse
