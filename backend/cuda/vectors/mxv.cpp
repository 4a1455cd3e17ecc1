/// \file mxv.cpp
/// mxv and vxm: w = A ⊕.⊗ u and w' = u' ⊕.⊗ A. A product with the rows of the stored matrix pulls; a product
/// with its columns pushes: it is a product of one row, u', and the matrix. Where the other direction is
/// better, the matrix's transpose takes its place (direction.hpp).
#include "ops/operations.hpp"

#include "direction.hpp"
#include "ops/write_result.hpp"
#include "pull.hpp"

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

} // namespace

void mxv(Context& context, const mergus_call& call) {
    const bool pulls = (call.descriptor & MERGUS_DESC_TRAN0) == 0;
    const bool reads_a = call.semiring->mul->x_type != nullptr;
    const auto transpose = transpose_instead(context, call, *call.A, *call.B, reads_a, pulls);
    const Matrix& A = transpose ? *transpose : *call.A;
    if (pulls != (transpose != nullptr)) return pull(context, call, A, *call.B, false);
    mergus_call row = call;
    row.A = call.B;
    row.B = &A;
    row.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0};
    multiply_flipped(context, row);
}

void vxm(Context& context, const mergus_call& call) {
    const bool pulls = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    const bool reads_a = call.semiring->mul->y_type != nullptr;
    const auto transpose = transpose_instead(context, call, *call.B, *call.A, reads_a, pulls);
    const Matrix& A = transpose ? *transpose : *call.B;
    if (pulls != (transpose != nullptr)) return pull(context, call, A, *call.A, true);
    mergus_call row = call;
    row.B = &A;
    row.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN1};
    mxm(context, row);
}

} // namespace mergus::cuda
