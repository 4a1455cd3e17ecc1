/// \file select.cpp
/// The entries for which an operator is true.
#include "cast_scalar.hpp"
#include "operation.hpp"

namespace mergus::detail::call {

void select(const Output& out, const IndexUnaryOp& op, const AnyObject& A, const Scalar& y) {
    if (out.is_new) {
        const MatrixState& a = state_of(A, "select", out.is_vector ? "u" : "A");
        make_new(out, a, a.type, shape_of(a, out.descriptor.has(DESC_T0)));
    }
    const OutputChecker check("select", out);
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, check.name_A());
    const mergus_op& f = check.op(op.get(), "op", MERGUS_INDEX_UNARY);
    check.cast(check.name_A(), "op", a.type, f.x_type);
    check.cast("op's result", "bool", f.z_type, type_of<bool>());
    const CastScalar scalar(check, y, f.y_type, "y into op");
    check.output(a.type, flags);
    check.same_shape(check.name_A(), shape_of(a, flags.has(DESC_T0)), check.name_C(), check.C().shape());
    check.mask_shape();
    scalar.require(check);
    check.run({"select", &mergus_backend::select}, flags, &a, nullptr, [&](mergus_call& call) {
        call.op = &f;
        scalar.put_into(call);
    });
}

} // namespace mergus::detail::call
