/// \file kronecker.cpp
/// C<M> ⊙= the Kronecker product A ⊗ B.
#include "conformance/instance.hpp"
#include "conformance/operations/list.hpp"

#include <algorithm>

namespace mergus::conformance {

const Operation kronecker_row = {
    .name = "kronecker",
    .operands = roles(role_C, role_M, role_A, role_B),
    .algebra = AlgebraKind::binary,
    .tran_a = true,
    .tran_b = true,
    .lay_out =
        [](Layout& layout) { // small factors, because C has the product of their sizes
            const auto part = [](std::uint64_t size) { return std::min<std::uint64_t>(6, (size + 3) / 4); };
            const Dimensions& d = layout.dimensions;
            const Extent A{part(d.m), part(d.n)}, B{part(d.k), part(d.n)};
            layout.extents[role_A] = A;
            layout.extents[role_B] = B;
            layout.extents[role_C] = Extent{A.nrows * B.nrows, A.ncols * B.ncols};
        },
    .call =
        [](const BackendCall& call) {
            kronecker(call.C, call.mask, call.accum, BinaryOp(call.algebra.op), call.A, call.B,
                      call.descriptor);
        },
    .reference =
        [](const ReferenceCall& call) {
            return reference::kronecker(call.C, call.output, *call.algebra.op, call.A, call.B);
        },
};

} // namespace mergus::conformance
