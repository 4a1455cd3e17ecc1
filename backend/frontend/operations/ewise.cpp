/// \file ewise.cpp
/// Elementwise operations on the union and on the intersection of two patterns.
#include "operation.hpp"

namespace mergus::detail::call {

namespace {

void ewise(const Operation& operation, bool is_union, const Output& out, const BinaryOp& op,
           const AnyObject& A, const AnyObject& B) {
    if (out.is_new) make_new(out, operation.name, op.get(), MERGUS_BINARY, A, out.descriptor.has(DESC_T0));
    const OutputChecker check(operation.name, out);
    const std::string_view name_a = check.name_A(), name_b = check.name_B();
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, name_a);
    const MatrixState& b = check.input(B, name_b);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast(name_a, "op", a.type, f.x_type);
    check.cast(name_b, "op", b.type, f.y_type);
    if (is_union) { // entries of one input alone are the result there
        check.cast(name_a, "op's result", a.type, f.z_type);
        check.cast(name_b, "op's result", b.type, f.z_type);
    }
    check.output(f.z_type, flags);
    check.same_shape(name_a, shape_of(a, flags.has(DESC_T0)), check.name_C(), check.C().shape());
    check.same_shape(name_b, shape_of(b, flags.has(DESC_T1)), check.name_C(), check.C().shape());
    check.mask_shape();
    check.run(operation, flags, &a, &b, [&](mergus_call& call) { call.op = &f; });
}

} // namespace

void ewise_add(const Output& C, const BinaryOp& op, const AnyObject& A, const AnyObject& B) {
    ewise({"ewise_add", &mergus_backend::ewise_add}, true, C, op, A, B);
}

void ewise_mult(const Output& C, const BinaryOp& op, const AnyObject& A, const AnyObject& B) {
    ewise({"ewise_mult", &mergus_backend::ewise_mult}, false, C, op, A, B);
}

} // namespace mergus::detail::call
