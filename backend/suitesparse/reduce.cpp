/// \file reduce.cpp
/// Reductions of rows or of a matrix by a monoid.
#include "ordered_fold.hpp"

#include <cstddef>
#include <vector>

namespace mergus::suitesparse {

void reduce_rows(mergus_context& context, const mergus_call& call) {
    if (needs_ordered_fold(*call.monoid)) return reduce_rows_ordered(context, call);
    const GrB_Matrix A = call.A->store.get().matrix();
    const std::uint32_t transposed = call.descriptor & MERGUS_DESC_TRAN0;
    const Type& type = intern(call.monoid->op->z_type);
    const VectorHandle sums = new_vector(type, transposed != 0 ? ncols_of(A) : nrows_of(A));
    check(GrB_Matrix_reduce_Monoid(sums.get(), nullptr, nullptr, context.operators.monoid(*call.monoid), A,
                                   context.descriptor(transposed)),
          "GrB_reduce", sums.get());
    finish(sums.get());
    write_through(context, call, sums.get(), "GrB_reduce", nvals_of(A));
}

void reduce_scalar(mergus_context& context, const mergus_call& call) {
    if (needs_ordered_fold(*call.monoid)) return reduce_scalar_ordered(context, call);
    const Collection A = call.A->store.get();
    const GrB_Monoid monoid = context.operators.monoid(*call.monoid);
    const GrB_BinaryOp accum = context.operators.binary(call.accum);
    const GrB_Descriptor descriptor = context.descriptor(0);
    // By default the result has the monoid's type.
    const Type& type = intern(call.scalar_type != nullptr ? call.scalar_type : call.monoid->op->z_type);
    std::vector<std::max_align_t> result(type.size / sizeof(std::max_align_t) + 1);
    if (accum != nullptr) std::memcpy(result.data(), call.scalar, type.size);
    void* const to = result.data();
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        info = A.is_vector() ? PREFIX##_Vector_reduce_##SUFFIX(static_cast<TYPE*>(to), accum, monoid,        \
                                                               A.vector(), descriptor)                       \
                             : PREFIX##_Matrix_reduce_##SUFFIX(static_cast<TYPE*>(to), accum, monoid,        \
                                                               A.matrix(), descriptor);                      \
        break;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = A.is_vector() ? GrB_Vector_reduce_UDT(to, accum, monoid, A.vector(), descriptor)
                             : GrB_Matrix_reduce_UDT(to, accum, monoid, A.matrix(), descriptor);
    }
    check(info, "GrB_reduce", A);
    std::memcpy(call.result, to, type.size);
    if (call.report != nullptr) {
        *call.report = mergus_report{sizeof(mergus_report),   "GrB_reduce", "one pass over the entries",
                                     bytes_of(A) + type.size, nvals_of(A),  0};
    }
}

} // namespace mergus::suitesparse
