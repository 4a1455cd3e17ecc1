/// \file operation.hpp
/// What the operations that write a result have in common: a new C, the checks of mask and accumulator, and
/// the call of the backend.
#pragma once

#include "checks.hpp"
#include "dispatch.hpp"

#include <mergus/library_calls.hpp>

#include <string_view>

namespace mergus::core {

using detail::Output;

/// Makes the C of a call that returns it, in the context of `input`. `type` is that of T.
inline void make_new(const Output& out, const MatrixState& input, const mergus_type* type, Shape shape) {
    const Context context(input.context);
    if (out.type != nullptr) type = out.type;
    if (out.is_vector)
        static_cast<AnyVector&>(out.C) = AnyVector(context, type, shape.nrows);
    else
        static_cast<AnyMatrix&>(out.C) = AnyMatrix(context, type, shape.nrows, shape.ncols);
}

/// The same for an operation that makes each value by an operator, of the shape of A or of A'.
inline void make_new(const Output& out, std::string_view operation, const mergus_op* op, mergus_op_kind kind,
                     const AnyObject& A, bool transposed) {
    const Checker check(operation, A, out.is_vector ? "u" : "A");
    make_new(out, check.C(), check.op(op, "op", kind).z_type, shape_of(check.C(), transposed));
}

/// The flags of an operation whose matrix is its second input, which DESC_T1 transposes, as in the C API.
inline Output second_input(Output out) {
    if (out.named && out.descriptor.has(DESC_T0)) out.descriptor = out.descriptor ^ DESC_T0 ^ DESC_T1;
    return out;
}

/// The flags of an operation on A' in place of A.
inline Output of_transpose(Output out) {
    out.descriptor = out.descriptor ^ DESC_T0;
    return out;
}

/// The checks of a call that writes C<mask> ⊙= T, and the call.
class OutputChecker : public Checker {
public:
    OutputChecker(std::string_view operation, const Output& out)
        : Checker(operation, output_state_of(out.C, operation, "C")), out_(out) {}
    /// C with updates that are still pending.
    OutputChecker(std::string_view operation, const Output& out, MatrixState& C)
        : Checker(operation, C), out_(out) {}

    /// As Checker::flags, of mask and descriptor.
    [[nodiscard]] Descriptor flags(Descriptor transposes = {}) const {
        return Checker::flags(out_.mask, out_.descriptor, transposes);
    }
    /// The domains of writing: T of type `t` into C, the accumulator, the mask.
    void output(const mergus_type* t, Descriptor flags) const {
        Checker::output(out_.accum, t);
        mask_values(out_.mask, flags);
    }
    using Checker::mask_shape;
    void mask_shape() const { Checker::mask_shape(out_.mask); }

    /// Calls the backend, unless the mask admits nothing. \param fill sets members of the call. Whether C may
    /// have changed.
    template <class Fill>
    bool run(const Operation& operation, Descriptor flags, const MatrixState* A, const MatrixState* B,
             Fill fill) const {
        if (nothing_admitted(C(), out_.mask, flags)) return false;
        mergus_call call = make_call(out_.accum, flags);
        fill(call);
        dispatch(operation, {&C(), state_of(out_.mask), A, B}, call);
        return true;
    }

private:
    const Output& out_;
};

} // namespace mergus::core

namespace mergus::detail::call {
using namespace core; // NOLINT(google-build-using-namespace): the checks and steps of every operation
}
