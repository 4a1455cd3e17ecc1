/// \file mxv.cpp
/// mxv and vxm: w = A ⊕.⊗ u and w' = u' ⊕.⊗ A. A product with the rows of the stored matrix pulls; a product
/// with its columns pushes: it is a product of one row, u', and the matrix. Where the other direction is
/// better, the matrix's transpose takes its place (direction.hpp).
#include "cells/convert.hpp"
#include "mxm/operations.hpp"
#include "operations.hpp"

#include "degrees.hpp"
#include "direction.hpp"
#include "pull.hpp"
#include "pull_cells.hpp"
#include "push.hpp"
#include "steps/accumulate.hpp"
#include "steps/write_result.hpp"

#include <memory>

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

/// Whether U ⊕.⊗ B' of few rows, where the transpose of B is not known to be better, is pulled by the rows of
/// B: those of a normal mask alone, or those of a U that is known to have many entries.
bool pulls_rows(const mergus_call& call) {
    const bool visits_few = call.mask != nullptr && (call.descriptor & MERGUS_DESC_COMPLEMENT) == 0;
    return visits_few || has_many_entries(*call.A) || !allows_atomics(*call.semiring->add);
}

/// The matrix of a product with a vector, and its direction.
struct Direction {
    /// \param A the matrix, \param u the vector, \param pulls the product with A pulls, \param a_type of ⊗'s
    /// argument that is A's value, or null
    Direction(Context& context, const mergus_call& call, const Matrix& A, const Matrix& u, bool pulls,
              const mergus_type* a_type)
        : transpose(transpose_instead(context, call, csr(context, A), u, a_type != nullptr, pulls)),
          A(transpose ? *transpose : A), pulls(pulls != (transpose != nullptr)) {}

    std::shared_ptr<const Matrix> transpose; ///< in the matrix's place, or null
    const Matrix& A;
    bool pulls;
};

Direction direction_of_mxv(Context& context, const mergus_call& call) {
    return {context,
            call,
            *call.A,
            *call.B,
            (call.descriptor & MERGUS_DESC_TRAN0) == 0,
            call.semiring->mul->x_type};
}
Direction direction_of_vxm(Context& context, const mergus_call& call) {
    return {context,
            call,
            *call.B,
            *call.A,
            (call.descriptor & MERGUS_DESC_TRAN1) != 0,
            call.semiring->mul->y_type};
}

/// The product of the row u' and a matrix.
mergus_call row_product(const mergus_call& call, const Matrix& u, const Matrix& A) {
    mergus_call row = call;
    row.A = &u;
    row.B = &A;
    row.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1};
    return row;
}

} // namespace

void mxv(Context& context, const mergus_call& call) {
    const Direction direction = direction_of_mxv(context, call);
    if (direction.pulls) return pull(context, call, direction.A, *call.B, false);
    multiply_flipped(context, row_product(call, *call.B, direction.A));
}

void vxm(Context& context, const mergus_call& call) {
    const Direction direction = direction_of_vxm(context, call);
    if (direction.pulls) return pull(context, call, direction.A, *call.A, true);
    mxm(context, row_product(call, *call.A, direction.A));
}

bool mxv_cells(Context& context, const mergus_call& call) {
    if (count_entries(context, call, *call.A, *call.B, (call.descriptor & MERGUS_DESC_TRAN0) != 0))
        return true;
    if (!product_on_cells(context, call, *call.B, *call.A)) return false;
    const Direction direction = direction_of_mxv(context, call);
    if (direction.pulls) return pull_cells(context, call, direction.A, *call.B, false);
    return push_cells(context, row_product(call, *call.B, direction.A), true);
}

bool vxm_cells(Context& context, const mergus_call& call) {
    if (count_entries(context, call, *call.B, *call.A, (call.descriptor & MERGUS_DESC_TRAN1) == 0))
        return true;
    if (!product_on_cells(context, call, *call.A, *call.B)) return false;
    const Direction direction = direction_of_vxm(context, call);
    if (direction.pulls) return pull_cells(context, call, direction.A, *call.A, true);
    return push_cells(context, row_product(call, *call.A, direction.A), false);
}

bool mxm_cells(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN0) != 0 || !product_on_cells(context, call, *call.A, *call.B))
        return false;
    if (call.A->nrows == 1) return vxm_cells(context, call);
    // The rows path keeps the order of deterministic sums.
    if (context.deterministic) return false;
    const Direction direction = direction_of_vxm(context, call);
    if (direction.pulls && (direction.transpose || pulls_rows(call)))
        return pull_cells(context, call, direction.A, *call.A, true);
    if (direction.transpose) return push_cells(context, row_product(call, *call.A, direction.A), false);
    return push_cells(context, call, false);
}

} // namespace mergus::cuda
