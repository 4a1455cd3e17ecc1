/// \file reduce.cpp
/// Reductions of rows or of a matrix by a monoid.
#include "identity_terms.hpp"
#include "ordered_fold.hpp"
#include "plugin_status.hpp"

#include <cstddef>
#include <vector>

namespace mergus::suitesparse {

void reduce_rows(mergus_context& context, const mergus_call& call) {
    if (needs_ordered_fold(*call.monoid)) return reduce_rows_ordered(context, call);
    const GrB_Matrix A = call.A->store.get().matrix();
    const std::uint32_t transposed = call.descriptor & MERGUS_DESC_TRAN0;
    const Type& type = intern(call.monoid->op->z_type);
    VectorHandle sums = new_vector(type, transposed != 0 ? ncols_of(A) : nrows_of(A));
    // Of a matrix without columns to which one value was assigned, GraphBLAS makes an entry for each row.
    if (nvals_of(A) != 0) {
        const MonoidHandle monoid =
            context.operators.monoid(*call.monoid, kernels_for_entries(context, *call.monoid, *call.A));
        check(GrB_Matrix_reduce_Monoid(sums.get(), nullptr, nullptr, monoid.get(), A,
                                       context.descriptor(transposed)),
              "GrB_reduce", sums.get());
        finish(sums.get());
    }
    write_result(context, call, std::move(sums), "GrB_reduce", nvals_of(A));
}

void reduce_scalar(mergus_context& context, const mergus_call& call) {
    const mergus_monoid& monoid = *call.monoid;
    const Collection A = call.A->store.get();
    const bool ordered = needs_ordered_fold(monoid);
    const std::size_t size = monoid.op->z_type->size;
    std::max_align_t small[2]; // short calls allocate nothing
    std::vector<std::max_align_t> large(size > sizeof small ? size / sizeof(std::max_align_t) + 1 : 0);
    void* const sum = large.empty() ? small : large.data();
    if (nvals_of(A) == 0)
        std::memcpy(sum, monoid.identity, size);
    else if (ordered)
        fold_entries(context, monoid, *call.A, sum);
    else
        sum_of_entries(context, monoid, *call.A, sum);
    std::memcpy(call.result, sum, size);
    if (call.report != nullptr) {
        *call.report = mergus_report{sizeof(mergus_report), "", "", bytes_of(A) + size, nvals_of(A), 0};
        const bool plain = ordered || predefined_monoid(monoid) == nullptr;
        core::write_text(call.report->method, plain ? "plain code" : "GrB_reduce");
        core::write_text(call.report->reason,
                         ordered ? "the operator minds the order" : "one pass over the entries");
    }
}

} // namespace mergus::suitesparse
