/// \file mxv.cpp
/// mxv and vxm: the table of methods, and the direction of a product.
#include "operations.hpp"

#include "bitmap/convert.hpp"
#include "direction.hpp"
#include "mxm/operations.hpp"
#include "push.hpp"
#include "steps/accumulate.hpp"
#include "vector_method.hpp"

#include <algorithm>
#include <array>

namespace mergus::cuda {

namespace vector_methods {

// Each record stands at the end of its method's file.
extern const VectorMethod degrees, tiles_bitmap, pull_bitmap, push_bitmap, tiles, pull, rows;

constinit const VectorMethod rows{
    .name = "rows",
    .summary = "rows of the matrix that the vector names, as a product of one row by mxm",
    .evidence = "docs/laboratory/long-rows.md",
    .on_bitmap = false,
    .run = [](VectorProduct& product) {
        if (product.pulls()) return false;
        (product.u_first ? mxm : multiply_flipped)(product.context, product.of_rows());
        return true;
    }};

namespace {
constexpr std::array in_order = {&degrees, &tiles_bitmap, &pull_bitmap, &push_bitmap, &tiles, &pull, &rows};
} // namespace
constexpr MethodTable<VectorMethod> all(in_order);

} // namespace vector_methods

namespace {

/// Whether U ⊕.⊗ B' of few rows, where the transpose of B is not known to be better, is pulled by the rows of
/// B: those of a normal mask alone, or those of a U that is known to have many entries.
bool pulls_rows(const mergus_call& call) {
    const bool visits_few = call.mask != nullptr && (call.descriptor & MERGUS_DESC_COMPLEMENT) == 0;
    return visits_few || has_many_entries(*call.A) || !allows_atomics(*call.semiring->add);
}

/// By the first method of the table that makes it.
bool run(Context& context, const mergus_call& call, bool u_first, bool on_bitmap) {
    VectorProduct product(context, call, u_first);
    return std::ranges::any_of(vector_methods::all, [&](const VectorMethod* method) {
        return method->on_bitmap == on_bitmap && method->run(product);
    });
}

} // namespace

VectorProduct::VectorProduct(Context& context, const mergus_call& call, bool u_first)
    : context(context), call(call), A(u_first ? *call.B : *call.A), u(u_first ? *call.A : *call.B),
      u_first(u_first), pulls_given(u_first ? (call.descriptor & MERGUS_DESC_TRAN1) != 0
                                            : (call.descriptor & MERGUS_DESC_TRAN0) == 0) {}

bool VectorProduct::on_bitmap() {
    return pulls_ || product_on_bitmap(context, call, u, A);
}

bool VectorProduct::pulls() {
    if (pulls_) return *pulls_;
    const mergus_op& mul = *call.semiring->mul;
    const bool reads_a = (u_first ? mul.y_type : mul.x_type) != nullptr;
    transpose_ = transpose_instead(context, call, csr(context, A), u, reads_a, pulls_given);
    pulls_ = transpose_ ? !pulls_given : pulls_given && (u.nrows == 1 || pulls_rows(call));
    return *pulls_;
}

mergus_call VectorProduct::of_rows() const {
    mergus_call row = call;
    row.A = &u;
    row.B = &matrix();
    row.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1};
    // A matrix of several rows is pushed with a transpose that is made for it.
    if (pulls_given && !transpose_) row.descriptor |= MERGUS_DESC_TRAN1;
    return row;
}

void mxv(Context& context, const mergus_call& call) {
    static_cast<void>(run(context, call, false, false));
}

void vxm(Context& context, const mergus_call& call) {
    static_cast<void>(run(context, call, true, false));
}

bool mxv_bitmap(Context& context, const mergus_call& call) {
    return run(context, call, false, true);
}

bool vxm_bitmap(Context& context, const mergus_call& call) {
    return run(context, call, true, true);
}

bool mxm_bitmap(Context& context, const mergus_call& call) {
    if ((call.descriptor & MERGUS_DESC_TRAN0) != 0 || !product_on_bitmap(context, call, *call.A, *call.B))
        return false;
    // The rows path keeps the order of deterministic sums.
    if (call.A->nrows != 1 && context.deterministic) return false;
    return vxm_bitmap(context, call);
}

} // namespace mergus::cuda
