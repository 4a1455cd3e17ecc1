/// \file reduce.cpp
/// Reductions of rows, of columns, and of a whole matrix or vector to a scalar.
#include <mergus/ops.hpp>

#include "../objects/catalogue.hpp"
#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <fmt/format.h>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operation;
using core::Shape;
using core::shape_of;
using core::state_of;
using core::value_buffer;
using detail::MatrixState;

namespace {

constexpr Operation rows_operation{"reduce", &mergus_backend::reduce_rows};

/// The rows of A, each to one entry of C.
void reduce_rows_into(MatrixState& C, const Mask& mask, const BinaryOp& accum, const mergus_monoid& monoid,
                      const MatrixState& a, Descriptor flags) {
    mergus_call call = make_call(accum, flags);
    call.monoid = &monoid;
    dispatch(rows_operation, {&C, state_of(mask), &a, nullptr}, call);
}

/// The domains; the dimensions are checked after them.
const mergus_monoid& check_domains(const Checker& check, const Mask& mask, const BinaryOp& accum,
                                   const AnyMonoid& monoid, const MatrixState& a, Descriptor flags) {
    check.mask_values(mask, flags);
    const mergus_monoid& m = check.monoid(monoid.get());
    check.cast("A", "the monoid", a.type, m.op->z_type);
    check.output(accum, m.op->z_type);
    return m;
}

} // namespace

void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const mergus_monoid& m = check_domains(check, mask, accum, monoid, a, flags);
    const Shape shape = shape_of(a, flags.has(DESC_T0));
    const Shape output = check.C().shape();
    const bool by_rows = output.nrows == shape.nrows && output.ncols == 1;
    if (!by_rows && (output.nrows != 1 || output.ncols != shape.ncols))
        check.fail(
            Code::dimension_mismatch,
            fmt::format("the reduction of the rows is {} x 1 and of the columns 1 x {}, but C is {} x {}",
                        shape.nrows, shape.ncols, output.nrows, output.ncols));
    check.mask_shape(mask);
    if (nothing_admitted(check.C(), mask, flags)) return;
    if (by_rows) {
        reduce_rows_into(check.C(), mask, accum, m, a, flags);
        return;
    }
    // Backends reduce rows. The columns of A are the rows of A'; their reduction is transposed into C.
    const AnyMatrix column(C.context(), m.op->z_type, shape.ncols, 1);
    const Descriptor how{flags.bits & (DESC_T0 | DESC_DETERMINISTIC).bits};
    reduce_rows_into(*column.state(), no_mask, no_accum, m, a, how ^ DESC_T0);
    const Descriptor written{flags.bits & ~DESC_T0.bits};
    dispatch({"transpose", &mergus_backend::transpose}, {&check.C(), state_of(mask), column.state(), nullptr},
             make_call(accum, written));
}

void reduce(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", w);
    const Descriptor flags = check.flags(mask, descriptor, DESC_T0);
    const MatrixState& a = check.input(A, "A");
    const mergus_monoid& m = check_domains(check, mask, accum, monoid, a, flags);
    check.same_shape("the reduction", core::vector_shape(shape_of(a, flags.has(DESC_T0)).nrows), "w",
                     check.C().shape());
    check.mask_shape(mask);
    if (nothing_admitted(check.C(), mask, flags)) return;
    reduce_rows_into(check.C(), mask, accum, m, a, flags);
}

namespace {

/// result = f(result, reduction), on the host; arguments and result are cast.
void accumulate(const mergus_op& f, void* result, const mergus_type* type, const void* reduction,
                const mergus_type* domain) {
    const mergus_type* z = detail::intern_type(*f.z_type);
    const mergus_type* x = f.x_type != nullptr ? detail::intern_type(*f.x_type) : z;
    const mergus_type* y = f.y_type != nullptr ? detail::intern_type(*f.y_type) : z;
    const auto x_value = value_buffer(x);
    const auto y_value = value_buffer(y);
    const auto z_value = value_buffer(z);
    if (f.x_type != nullptr) core::cast_value(x_value.get(), x, result, type);
    if (f.y_type != nullptr) core::cast_value(y_value.get(), y, reduction, domain);
    f.function.binary(z_value.get(), x_value.get(), y_value.get());
    core::cast_value(result, type, z_value.get(), z);
}

void reduce_to_scalar(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
                      const AnyObject& A, Descriptor descriptor) {
    const Checker check("reduce", A, "the input"); // there is no C; the call runs in A's context
    check.descriptor(descriptor, DESC_DETERMINISTIC);
    if (result == nullptr || type == nullptr) check.fail(Code::null_pointer, "the result is null");
    type = detail::intern_type(*type);
    const mergus_monoid& m = check.monoid(monoid.get());
    const mergus_type* domain = detail::intern_type(*m.op->z_type);
    check.cast(check.name_A(), "the monoid", check.C().type, domain);
    check.cast("the reduction", "the result", domain, type);
    const mergus_op* f = accum.get();
    if (f != nullptr) {
        check.op(f, "accum", MERGUS_BINARY);
        check.cast("the result", "accum", type, f->x_type);
        check.cast("the reduction", "accum", domain, f->y_type);
        check.cast("accum", "the result", f->z_type, type);
    }
    const auto reduction = value_buffer(domain);
    mergus_call call = make_call(no_accum, descriptor);
    call.monoid = &m;
    call.result = reduction.get();
    dispatch({"reduce", &mergus_backend::reduce_scalar}, {nullptr, nullptr, &check.C(), nullptr}, call);
    if (f == nullptr)
        core::cast_value(result, type, reduction.get(), domain);
    else
        accumulate(*f, result, type, reduction.get(), domain);
}

} // namespace

void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    reduce_to_scalar(result, type, accum, monoid, A, descriptor);
}

void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyVector& u, Descriptor descriptor) {
    reduce_to_scalar(result, type, accum, monoid, u, descriptor);
}

AnyVector detail::new_reduce_rows(Type type, const Mask& mask, Descriptor descriptor, const AnyMonoid& monoid,
                                  const AnyMatrix& A) {
    const Checker check("reduce", A, "A");
    const Shape shape = shape_of(check.C(), descriptor.has(DESC_T0));
    if (type == nullptr) type = check.monoid(monoid.get()).op->z_type;
    auto w = core::new_result<AnyVector>(check.C(), type, core::vector_shape(shape.nrows));
    reduce(w, mask, no_accum, monoid, A, descriptor);
    return w;
}

} // namespace mergus
