/// \file reduce.cpp
/// Reductions of rows, of columns, and of a whole matrix or vector to a scalar.
#include <mergus/ops.hpp>

#include "../objects/catalogue.hpp"
#include "cast_scalar.hpp"
#include "operation.hpp"

#include <fmt/format.h>

namespace mergus::detail::call {

namespace {

constexpr Operation rows_operation{"reduce", &mergus_backend::reduce_rows};

/// Whether the rows of A are reduced; otherwise its columns, to a row C.
bool is_by_rows(const OutputChecker& check, Shape a) {
    const Shape C = check.C().shape();
    if (C.is_vector) {
        check.same_shape("the reduction", vector_shape(a.nrows), "w", C);
        return true;
    }
    const bool by_rows = C.nrows == a.nrows && C.ncols == 1;
    if (!by_rows && (C.nrows != 1 || C.ncols != a.ncols))
        check.fail(
            Code::dimension_mismatch,
            fmt::format("the reduction of the rows is {} x 1 and of the columns 1 x {}, but C is {} x {}",
                        a.nrows, a.ncols, C.nrows, C.ncols));
    return by_rows;
}

} // namespace

void reduce_rows(const Output& out, const AnyMonoid& monoid, const AnyMatrix& A) {
    if (out.is_new) {
        const Checker check("reduce", A, "A");
        make_new(out, check.C(), check.monoid(monoid.get()).op->z_type,
                 shape_of(check.C(), out.descriptor.has(DESC_T0)));
    }
    const OutputChecker check("reduce", out);
    const Descriptor flags = check.flags(DESC_T0);
    const MatrixState& a = check.input(A, "A");
    const mergus_monoid& m = check.monoid(monoid.get());
    check.cast("A", "the monoid", a.type, m.op->z_type);
    check.output(m.op->z_type, flags);
    const Shape shape = shape_of(a, flags.has(DESC_T0));
    const bool by_rows = is_by_rows(check, shape);
    check.mask_shape();
    if (by_rows) {
        check.run(rows_operation, flags, &a, nullptr, [&](mergus_call& call) { call.monoid = &m; });
        return;
    }
    if (nothing_admitted(check.C(), out.mask, flags)) return;
    // Backends reduce rows. The columns of A are the rows of A'; their reduction is transposed into C.
    AnyMatrix column(out.C.context(), m.op->z_type, shape.ncols, 1);
    const Descriptor how{flags.bits & (DESC_T0 | DESC_DETERMINISTIC).bits};
    reduce_rows({column, no_mask, no_accum, how ^ DESC_T0}, monoid, A);
    transpose({out.C, out.mask, out.accum, {out.descriptor.bits & ~DESC_T0.bits}}, column);
}

void reduce_columns(const Output& w, const AnyMonoid& monoid, const AnyMatrix& A) {
    reduce_rows(of_transpose(w), monoid, A);
}

} // namespace mergus::detail::call

namespace mergus {

using core::Checker;
using core::ValueBuffer;

namespace {

/// result = f(result, reduction), on the host; arguments and result are cast.
void accumulate(const mergus_op& f, void* result, const mergus_type* type, const void* reduction,
                const mergus_type* domain) {
    const mergus_type* z = detail::intern_type(*f.z_type);
    const mergus_type* x = f.x_type != nullptr ? detail::intern_type(*f.x_type) : z;
    const mergus_type* y = f.y_type != nullptr ? detail::intern_type(*f.y_type) : z;
    ValueBuffer x_value(x), y_value(y), z_value(z);
    if (f.x_type != nullptr) core::cast_value(x_value.get(), x, result, type);
    if (f.y_type != nullptr) core::cast_value(y_value.get(), y, reduction, domain);
    f.function.binary(z_value.get(), x_value.get(), y_value.get());
    core::cast_value(result, type, z_value.get(), z);
}

} // namespace

void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
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
    ValueBuffer reduction(domain);
    mergus_call call = core::make_call(no_accum, descriptor);
    call.monoid = &m;
    call.result = reduction.get();
    core::dispatch({"reduce", &mergus_backend::reduce_scalar}, {nullptr, nullptr, &check.C(), nullptr}, call);
    if (f == nullptr)
        core::cast_value(result, type, reduction.get(), domain);
    else
        accumulate(*f, result, type, reduction.get(), domain);
}

} // namespace mergus
