/// \file apply.cpp
/// An operator on every entry: unary, binary with a scalar, or index unary.
#include "cast_scalar.hpp"
#include "operation.hpp"

#include <optional>
#include <utility>

namespace mergus::detail::call {

namespace {

enum class Bound { none, first, second };

/// All forms of apply: `scalar` is null for a unary operator.
void apply(const Output& out, const mergus_op* op, mergus_op_kind kind, const AnyObject& A,
           const Scalar* scalar, Bound bound) {
    const bool is_first = bound == Bound::first;
    const Descriptor transposes_a = is_first ? DESC_T1 : DESC_T0;
    if (out.is_new) make_new(out, "apply", op, kind, A, out.descriptor.has(transposes_a));
    const OutputChecker check("apply", out);
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, check.name_A());
    const mergus_op& f = check.op(op, "op", kind);
    check.cast(check.name_A(), "op", a.type, is_first ? f.y_type : f.x_type);
    std::optional<CastScalar> value;
    if (scalar != nullptr)
        value.emplace(check, *scalar, is_first ? f.x_type : f.y_type, "the scalar into op");
    check.output(f.z_type, flags);
    check.same_shape(check.name_A(), shape_of(a, flags.has(transposes_a)), check.name_C(), check.C().shape());
    check.mask_shape();
    if (value) value->require(check);
    check.run({"apply", &mergus_backend::apply}, flags, is_first ? nullptr : &a, is_first ? &a : nullptr,
              [&](mergus_call& call) {
                  call.op = &f;
                  if (value) value->put_into(call);
              });
}

} // namespace

void apply_unary(const Output& C, const UnaryOp& op, const AnyObject& A) {
    apply(C, op.get(), MERGUS_UNARY, A, nullptr, Bound::none);
}

void apply_first(const Output& C, const BinaryOp& op, const Scalar& x, const AnyObject& A) {
    apply(second_input(C), op.get(), MERGUS_BINARY, A, &x, Bound::first);
}

void apply_second(const Output& C, const BinaryOp& op, const AnyObject& A, const Scalar& y) {
    apply(C, op.get(), MERGUS_BINARY, A, &y, Bound::second);
}

void apply_index(const Output& C, const IndexUnaryOp& op, const AnyObject& A, const Scalar& y) {
    apply(C, op.get(), MERGUS_INDEX_UNARY, A, &y, Bound::second);
}

} // namespace mergus::detail::call
