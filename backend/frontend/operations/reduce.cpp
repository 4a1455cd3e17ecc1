/// \file reduce.cpp
/// Reductions of rows, of columns, and of a whole matrix to a scalar.
#include <mergus/ops.hpp>

#include "../objects/catalogue.hpp"
#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"

#include <fmt/format.h>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operation;
using core::Shape;
using core::shape_of;
using core::value_buffer;
using detail::MatrixState;

namespace {

constexpr Operation rows_operation{"reduce", &mergus_backend::reduce_rows};

} // namespace

void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, "A");
    const Shape shape = shape_of(a, flags.has(DESC_T0));
    const Shape output = shape_of(check.C(), false);
    const bool by_rows = output.nrows == shape.nrows && output.ncols == 1;
    if (!by_rows && (output.nrows != 1 || output.ncols != shape.ncols))
        check.fail(
            Code::dimension_mismatch,
            fmt::format("the reduction of the rows is {} x 1 and of the columns 1 x {}, but C is {} x {}",
                        shape.nrows, shape.ncols, output.nrows, output.ncols));
    check.mask(mask, flags);
    const mergus_monoid& m = check.monoid(monoid.get());
    check.cast("A into the monoid", a.type, m.op->z_type);
    check.output(accum, m.op->z_type);
    if (nothing_admitted(C, mask, flags)) return;
    if (by_rows) {
        mergus_call call = make_call(accum, flags);
        call.monoid = &m;
        dispatch(rows_operation, {&C, mask.matrix(), &A, nullptr}, call);
        return;
    }
    // Backends reduce rows. The columns of A are the rows of A'; their reduction is transposed into C.
    AnyMatrix column(C.context(), m.op->z_type, shape.ncols, 1);
    const Descriptor how{flags.bits & (DESC_T0 | DESC_DETERMINISTIC).bits};
    mergus_call call = make_call(no_accum, how ^ DESC_T0);
    call.monoid = &m;
    dispatch(rows_operation, {&column, nullptr, &A, nullptr}, call);
    const Descriptor written{flags.bits & ~DESC_T0.bits};
    dispatch({"transpose", &mergus_backend::transpose}, {&C, mask.matrix(), &column, nullptr},
             make_call(accum, written));
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

} // namespace

void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", A); // there is no C; the call runs in A's context
    check.descriptor(descriptor, DESC_DETERMINISTIC);
    if (result == nullptr || type == nullptr) check.fail(Code::null_pointer, "the result is null");
    type = detail::intern_type(*type);
    const mergus_monoid& m = check.monoid(monoid.get());
    const mergus_type* domain = detail::intern_type(*m.op->z_type);
    check.cast("A into the monoid", check.C().type, domain);
    check.cast("the reduction into the result", domain, type);
    const mergus_op* f = accum.get();
    if (f != nullptr) {
        check.op(f, "accum", MERGUS_BINARY);
        check.cast("the result into accum", type, f->x_type);
        check.cast("the reduction into accum", domain, f->y_type);
        check.cast("accum into the result", f->z_type, type);
    }
    const auto reduction = value_buffer(domain);
    mergus_call call = make_call(no_accum, descriptor);
    call.monoid = &m;
    call.result = reduction.get();
    dispatch({"reduce", &mergus_backend::reduce_scalar}, {nullptr, nullptr, &A, nullptr}, call);
    if (f == nullptr)
        core::cast_value(result, type, reduction.get(), domain);
    else
        accumulate(*f, result, type, reduction.get(), domain);
}

namespace {

AnyMatrix new_reduction(const mergus_type* type, const Mask& mask, Descriptor descriptor,
                        const AnyMonoid& monoid, const AnyMatrix& A, bool by_rows) {
    const Checker check("reduce", A);
    const Shape shape = shape_of(check.C(), descriptor.has(DESC_T0));
    if (type == nullptr) type = check.monoid(monoid.get()).op->z_type;
    AnyMatrix C(A.context(), type, by_rows ? shape.nrows : 1, by_rows ? 1 : shape.ncols);
    reduce(C, mask, no_accum, monoid, A, descriptor);
    return C;
}

} // namespace

AnyMatrix detail::new_reduce_rows(Type type, const Mask& mask, Descriptor descriptor, const AnyMonoid& monoid,
                                  const AnyMatrix& A) {
    return new_reduction(type, mask, descriptor, monoid, A, true);
}

AnyMatrix detail::new_reduce_columns(Type type, const Mask& mask, Descriptor descriptor,
                                     const AnyMonoid& monoid, const AnyMatrix& A) {
    return new_reduction(type, mask, descriptor, monoid, A, false);
}

} // namespace mergus
