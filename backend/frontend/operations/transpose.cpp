/// \file transpose.cpp
/// The transpose.
#include "operation.hpp"

namespace mergus::detail::call {

void transpose(const Output& out, const AnyMatrix& A) {
    if (out.is_new) {
        const MatrixState& a = state_of(A, "transpose", "A");
        make_new(out, a, a.type, shape_of(a, true));
    }
    const OutputChecker check("transpose", out);
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, "A");
    const bool twice = flags.has(DESC_T0);
    check.output(a.type, flags);
    check.same_shape(twice ? "A" : "A'", shape_of(a, !twice), "C", check.C().shape());
    check.mask_shape();
    check.run({"transpose", &mergus_backend::transpose}, flags, &a, nullptr, [](mergus_call&) {});
}

} // namespace mergus::detail::call
