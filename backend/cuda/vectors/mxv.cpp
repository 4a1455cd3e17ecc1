/// \file mxv.cpp
/// mxv and vxm: w = A ⊕.⊗ u and w' = u' ⊕.⊗ A. A product with the rows of the stored matrix pulls; a product
/// with its columns pushes: it is a product of one row, u', and the matrix.
#include "ops/operations.hpp"

#include "ops/write_result.hpp"
#include "pull.hpp"
#include "pull_cells.hpp"
#include "push.hpp"

namespace mergus::cuda {

namespace {

void pull(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool u_first) {
    Pull product(context, {.A = A,
                           .u = u,
                           .semiring = *call.semiring,
                           .u_first = u_first,
                           .mask = call.mask,
                           .structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0,
                           .complement = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0});
    OutputSpec output = OutputSpec::of(call);
    output.t_is_masked = true;
    const WriteResult write(context, *call.C, context.intern(call.semiring->add->op->z_type), output);
    compile_kernels(context, product, write);
    if (call.report != nullptr) product.explain(*call.report);
    write.run(product.run());
}

/// mxv with A' as a product of the row u', for multiply_flipped() and push_cells().
mergus_call as_row(const mergus_call& call) {
    mergus_call row = call;
    row.A = call.B;
    row.B = call.A;
    row.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0};
    return row;
}

} // namespace

void mxv(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN0) == 0) return pull(context, call, *call.A, *call.B, false);
    multiply_flipped(context, as_row(call));
}

bool mxv_cells(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN0) == 0)
        return pull_cells(context, call, *call.A, *call.B, false);
    return push_cells(context, as_row(call), true);
}

void vxm(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN1) != 0) return pull(context, call, *call.B, *call.A, true);
    mxm(context, call);
}

bool vxm_cells(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN1) != 0)
        return pull_cells(context, call, *call.B, *call.A, true);
    return push_cells(context, call, false);
}

bool mxm_cells(Context& context, const mergus_call& call) {
    return push_cells(context, call, false);
}

} // namespace mergus::cuda
