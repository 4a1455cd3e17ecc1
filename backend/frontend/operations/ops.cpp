/// \file ops.cpp
/// The operations of ops.hpp: check the arguments, then dispatch. Nothing is changed before the checks have
/// passed.
#include <mergus/ops.hpp>

#include "../objects/catalogue.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "values.hpp"

#include <fmt/format.h>

#include <memory>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::Operands;
using core::Operation;
using core::Shape;
using core::shape_of;
using detail::MatrixState;

namespace {

/// The flags of mask and descriptor together: two complements cancel.
Descriptor joined(const Mask& mask, Descriptor descriptor) {
    const bool both = descriptor.has(use_complement) && mask.flags().has(use_complement);
    const Descriptor flags = descriptor | mask.flags();
    return both ? flags ^ use_complement : flags;
}

/// A scalar that is a C++ value is also one of type `to`. \throws Error invalid_value.
void check_value(const Checker& check, const Scalar& scalar, const mergus_type* to, std::string_view what) {
    if (!scalar.keeps_value() || core::keeps_value(detail::intern_type(*to), scalar.data(), scalar.type()))
        return;
    check.fail(
        Code::invalid_value,
        fmt::format(
            "{}: {} ({}) is not a value of type {}; use an operator or a matrix of another type, or cast "
            "it with Scalar(&value, type)",
            what, core::value_text(scalar.data(), scalar.type()), type_name(scalar.type()), type_name(to)));
}

/// A scalar in the type that an operator takes. Owns the cast value for the time of a call.
class CastScalar {
public:
    CastScalar(const Checker& check, const Scalar& scalar, const mergus_type* wanted, std::string_view what) {
        if (scalar.data() == nullptr || scalar.type() == nullptr)
            check.fail(Code::null_pointer, "the scalar is null");
        const mergus_type* from = scalar.type();
        type_ = wanted == nullptr ? from : detail::intern_type(*wanted);
        check.cast(what, from, type_);
        check_value(check, scalar, type_, what);
        bytes_ = std::make_unique<std::max_align_t[]>(type_->size / sizeof(std::max_align_t) + 1);
        core::cast_value(bytes_.get(), type_, scalar.data(), from);
    }
    void put_into(mergus_call& call) const {
        call.scalar = bytes_.get();
        call.scalar_type = type_;
    }

private:
    const mergus_type* type_;
    std::unique_ptr<std::max_align_t[]> bytes_;
};

constexpr Operation mxm_operation{"mxm", &mergus_backend::mxm};
constexpr Operation transpose_operation{"transpose", &mergus_backend::transpose};
constexpr Operation select_operation{"select", &mergus_backend::select};
constexpr Operation apply_operation{"apply", &mergus_backend::apply};
constexpr Operation ewise_add_operation{"ewise_add", &mergus_backend::ewise_add};
constexpr Operation ewise_mult_operation{"ewise_mult", &mergus_backend::ewise_mult};
constexpr Operation reduce_rows_operation{"reduce", &mergus_backend::reduce_rows};
constexpr Operation reduce_scalar_operation{"reduce", &mergus_backend::reduce_scalar};
constexpr Operation assign_operation{"assign", &mergus_backend::assign};
constexpr Operation assign_scalar_operation{"assign", &mergus_backend::assign_scalar};
constexpr Operation extract_operation{"extract", &mergus_backend::extract};

} // namespace

void mxm(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnySemiring& semiring,
         const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor) {
    const Checker check("mxm", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    const bool transpose_a = flags.has(transpose_first);
    const bool transpose_b = flags.has(transpose_second);
    const Shape shape_a = shape_of(a, transpose_a);
    const Shape shape_b = shape_of(b, transpose_b);
    if (shape_a.ncols != shape_b.nrows)
        check.fail(Code::dimension_mismatch,
                   fmt::format("{} is {} x {}, but {} is {} x {}", transpose_a ? "A'" : "A", shape_a.nrows,
                               shape_a.ncols, transpose_b ? "B'" : "B", shape_b.nrows, shape_b.ncols));
    check.same_shape("the product", {shape_a.nrows, shape_b.ncols}, "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_semiring* s = semiring.get();
    if (s == nullptr || s->mul == nullptr) check.fail(Code::null_pointer, "the semiring is empty");
    const mergus_monoid& add = check.monoid(s->add);
    check.op(s->mul, "the semiring's multiply",
             s->mul->kind == MERGUS_INDEX_BINARY ? MERGUS_INDEX_BINARY : MERGUS_BINARY);
    if (detail::intern_type(*s->mul->z_type) != detail::intern_type(*add.op->z_type))
        check.fail(Code::domain_mismatch,
                   fmt::format("semiring {}: the multiply gives {}, the monoid is on {}", s->name,
                               type_name(s->mul->z_type), type_name(add.op->z_type)));
    check.cast("A into the semiring", a.type, s->mul->x_type);
    check.cast("B into the semiring", b.type, s->mul->y_type);
    check.output(accum, add.op->z_type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.semiring = s;
    dispatch(mxm_operation, {&C, mask.matrix(), &A, &B}, call);
}

void transpose(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A,
               Descriptor descriptor) {
    const Checker check("transpose", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const bool twice = flags.has(transpose_first);
    check.same_shape(twice ? "A" : "A'", shape_of(a, !twice), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    dispatch(transpose_operation, {&C, mask.matrix(), &A, nullptr}, make_call(accum, flags));
}

namespace {

void ewise(const Operation& operation, bool is_union, AnyMatrix& C, const Mask& mask, const BinaryOp& accum,
           const BinaryOp& op, const AnyMatrix& A, const AnyMatrix& B, Descriptor descriptor) {
    const Checker check(operation.name, C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const MatrixState& b = check.input(B, "B");
    check.same_shape("A", shape_of(a, flags.has(transpose_first)), "C", shape_of(check.C(), false));
    check.same_shape("B", shape_of(b, flags.has(transpose_second)), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    check.cast("A into op", a.type, f.x_type);
    check.cast("B into op", b.type, f.y_type);
    if (is_union) { // entries of one input alone are the result there
        check.cast("A into op's result", a.type, f.z_type);
        check.cast("B into op's result", b.type, f.z_type);
    }
    check.output(accum, f.z_type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    dispatch(operation, {&C, mask.matrix(), &A, &B}, call);
}

} // namespace

void ewise_add(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
               const AnyMatrix& B, Descriptor descriptor) {
    ewise(ewise_add_operation, true, C, mask, accum, op, A, B, descriptor);
}

void ewise_mult(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
                const AnyMatrix& B, Descriptor descriptor) {
    ewise(ewise_mult_operation, false, C, mask, accum, op, A, B, descriptor);
}

void select(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyMatrix& A,
            const Scalar& y, Descriptor descriptor) {
    const Checker check("select", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    check.same_shape("A", shape_of(a, flags.has(transpose_first)), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_INDEX_UNARY);
    check.cast("A into op", a.type, f.x_type);
    check.cast("op's result into bool", f.z_type, type_of<bool>());
    const CastScalar scalar(check, y, f.y_type, "y into op");
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    scalar.put_into(call);
    dispatch(select_operation, {&C, mask.matrix(), &A, nullptr}, call);
}

namespace {

enum class Bound { none, first, second };

/// All forms of apply: `scalar` is null for a unary operator.
void apply_any(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const mergus_op* op,
               mergus_op_kind kind, const AnyMatrix& A, const Scalar* scalar, Bound bound,
               Descriptor descriptor) {
    const Checker check("apply", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const bool transposed = flags.has(bound == Bound::first ? transpose_second : transpose_first);
    check.same_shape("A", shape_of(a, transposed), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    const mergus_op& f = check.op(op, "op", kind);
    check.cast("A into op", a.type, bound == Bound::first ? f.y_type : f.x_type);
    check.output(accum, f.z_type);
    std::unique_ptr<CastScalar> value;
    if (scalar != nullptr)
        value = std::make_unique<CastScalar>(check, *scalar, bound == Bound::first ? f.x_type : f.y_type,
                                             "the scalar into op");
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    call.op = &f;
    if (value != nullptr) value->put_into(call);
    Operands operands{&C, mask.matrix(), &A, nullptr};
    if (bound == Bound::first) std::swap(operands.A, operands.B);
    dispatch(apply_operation, operands, call);
}

} // namespace

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const UnaryOp& op, const AnyMatrix& A,
           Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_UNARY, A, nullptr, Bound::none, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const Scalar& x,
           const AnyMatrix& A, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_BINARY, A, &x, Bound::first, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const BinaryOp& op, const AnyMatrix& A,
           const Scalar& y, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_BINARY, A, &y, Bound::second, descriptor);
}

void apply(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const IndexUnaryOp& op, const AnyMatrix& A,
           const Scalar& y, Descriptor descriptor) {
    apply_any(C, mask, accum, op.get(), MERGUS_INDEX_UNARY, A, &y, Bound::second, descriptor);
}

void reduce(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const Shape shape = shape_of(a, flags.has(transpose_first));
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
        dispatch(reduce_rows_operation, {&C, mask.matrix(), &A, nullptr}, call);
        return;
    }
    // Backends reduce rows: those of A', to be transposed into C.
    AnyMatrix column(C.context(), m.op->z_type, shape.ncols, 1);
    const Descriptor how{flags.bits & (transpose_first | deterministic).bits};
    mergus_call call = make_call(no_accum, how ^ transpose_first);
    call.monoid = &m;
    dispatch(reduce_rows_operation, {&column, nullptr, &A, nullptr}, call);
    const Descriptor written{flags.bits & ~transpose_first.bits};
    dispatch(transpose_operation, {&C, mask.matrix(), &column, nullptr}, make_call(accum, written));
}

void reduce(void* result, const mergus_type* type, const BinaryOp& accum, const AnyMonoid& monoid,
            const AnyMatrix& A, Descriptor descriptor) {
    const Checker check("reduce", A); // there is no C: A's context is the one
    check.descriptor(descriptor, deterministic);
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
    const auto buffer = [](const mergus_type* of) {
        return std::make_unique<std::max_align_t[]>(of->size / sizeof(std::max_align_t) + 1);
    };
    const auto reduction = buffer(domain);
    mergus_call call = make_call(no_accum, descriptor);
    call.monoid = &m;
    call.result = reduction.get();
    dispatch(reduce_scalar_operation, {nullptr, nullptr, &A, nullptr}, call);
    if (f == nullptr) {
        core::cast_value(result, type, reduction.get(), domain);
        return;
    }
    // One application of accum, on the host.
    const mergus_type* z = detail::intern_type(*f->z_type);
    const mergus_type* x = f->x_type != nullptr ? detail::intern_type(*f->x_type) : z;
    const mergus_type* y = f->y_type != nullptr ? detail::intern_type(*f->y_type) : z;
    const auto x_value = buffer(x);
    const auto y_value = buffer(y);
    const auto z_value = buffer(z);
    if (f->x_type != nullptr) core::cast_value(x_value.get(), x, result, type);
    if (f->y_type != nullptr) core::cast_value(y_value.get(), y, reduction.get(), domain);
    f->function.binary(z_value.get(), x_value.get(), y_value.get());
    core::cast_value(result, type, z_value.get(), z);
}

namespace {

/// Shape of the region that index lists choose from a matrix.
Shape region(Shape whole, const Indices& rows, const Indices& cols) {
    return {rows.all() ? whole.nrows : rows.list().size(), cols.all() ? whole.ncols : cols.list().size()};
}

/// An empty list still has an address, so that it is not taken for "all".
void put_indices(mergus_call& call, const Indices& rows, const Indices& cols) {
    static constexpr std::uint64_t none = 0;
    const auto address = [](const Indices& list) {
        return list.all() ? nullptr : list.list().empty() ? &none : list.list().data();
    };
    call.rows = address(rows);
    call.nrows = rows.list().size();
    call.cols = address(cols);
    call.ncols = cols.list().size();
}

} // namespace

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const Shape whole = shape_of(check.C(), false);
    check.indices("rows", rows, whole.nrows, true);
    check.indices("cols", cols, whole.ncols, true);
    check.same_shape("A", shape_of(a, flags.has(transpose_first)), "the region", region(whole, rows, cols));
    check.mask(mask, flags);
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    dispatch(assign_operation, {&C, mask.matrix(), &A, nullptr}, call);
}

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const Shape whole = shape_of(check.C(), false);
    check.indices("rows", rows, whole.nrows, true);
    check.indices("cols", cols, whole.ncols, true);
    check.mask(mask, flags);
    const CastScalar scalar(check, value, nullptr, "the scalar");
    check.output(accum, value.type());
    check_value(check, value, check.C().type, "the scalar into C");
    if (accum.get() != nullptr && accum.get()->y_type != nullptr)
        check_value(check, value, accum.get()->y_type, "the scalar into accum");
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    scalar.put_into(call);
    dispatch(assign_scalar_operation, {&C, mask.matrix(), nullptr, nullptr}, call);
}

void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
             const Indices& cols, Descriptor descriptor) {
    const Checker check("extract", C);
    const Descriptor flags = joined(mask, descriptor);
    check.descriptor(flags);
    const MatrixState& a = check.input(A, "A");
    const Shape whole = shape_of(a, flags.has(transpose_first));
    check.indices("rows", rows, whole.nrows, false);
    check.indices("cols", cols, whole.ncols, false);
    check.same_shape("the region", region(whole, rows, cols), "C", shape_of(check.C(), false));
    check.mask(mask, flags);
    check.output(accum, a.type);
    if (nothing_admitted(C, mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    dispatch(extract_operation, {&C, mask.matrix(), &A, nullptr}, call);
}

} // namespace mergus
