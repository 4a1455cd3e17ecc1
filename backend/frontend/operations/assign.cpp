/// \file assign.cpp
/// Assignment of a matrix, a vector or a scalar to a region of C.
#include <mergus/ops.hpp>

#include "cast_scalar.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "regions.hpp"

namespace mergus {

using core::CastScalar;
using core::Checker;
using core::dispatch;
using core::make_call;
using core::nothing_admitted;
using core::put_indices;
using core::region;
using core::Shape;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

/// Assignment of an object of C's kind. A vector has `rows` only, which its messages call `indices`.
void assign_object(const AnyObject& C, const Mask& mask, const BinaryOp& accum, const AnyObject& A,
                   const Indices& rows, const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const MatrixState& a = check.input(A, check.name_A());
    const Shape whole = check.C().shape();
    check.output(accum, a.type);
    check.mask_values(mask, flags);
    check.same_shape(check.name_A(), shape_of(a, flags.has(DESC_T0)), "the region",
                     region(whole, rows, cols));
    check.mask_shape(mask);
    check.unique_indices(whole.is_vector ? "indices" : "rows", rows, whole.nrows);
    check.unique_indices("cols", cols, whole.ncols);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    dispatch({"assign", &mergus_backend::assign}, {&check.C(), state_of(mask), &a, nullptr}, call);
}

void assign_scalar(const AnyObject& C, const Mask& mask, const BinaryOp& accum, const Scalar& value,
                   const Indices& rows, const Indices& cols, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags = check.flags(mask, descriptor);
    const Shape whole = check.C().shape();
    const CastScalar scalar(check, value, nullptr, "the scalar");
    check.output(accum, value.type());
    core::check_value(check, value, check.C().type,
                      whole.is_vector ? "the scalar into w" : "the scalar into C");
    if (accum.get() != nullptr && accum.get()->y_type != nullptr)
        core::check_value(check, value, accum.get()->y_type, "the scalar into accum");
    check.mask_values(mask, flags);
    check.mask_shape(mask);
    check.unique_indices(whole.is_vector ? "indices" : "rows", rows, whole.nrows);
    check.unique_indices("cols", cols, whole.ncols);
    scalar.require(check);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    scalar.put_into(call);
    dispatch({"assign", &mergus_backend::assign_scalar}, {&check.C(), state_of(mask), nullptr, nullptr},
             call);
}

enum class Line { row, column };

/// Assignment of a vector to a part of a row or column. Backends do that without a mask and an accumulator;
/// with one of them, the row or column is extracted, changed as a vector, and assigned.
void assign_line(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Line line,
                 std::uint64_t index, const Indices& list, Descriptor descriptor) {
    const Checker check("assign", C);
    const Descriptor flags{check.flags(mask, descriptor).bits & ~DESC_T0T1.bits};
    const MatrixState& state = check.input(u, "u");
    const bool is_row = line == Line::row;
    const Shape whole = check.C().shape();
    const std::uint64_t length = is_row ? whole.ncols : whole.nrows;
    check.output(accum, state.type);
    check.mask_values(mask, flags);
    check.index(is_row ? "the row" : "the column", index, is_row ? whole.nrows : whole.ncols);
    check.same_shape("u", state.shape(), "the region", region(core::vector_shape(length), list, all));
    check.mask_shape(mask, is_row ? "the row of C" : "the column of C", core::vector_shape(length));
    check.unique_indices(is_row ? "cols" : "rows", list, length);
    if (mask.object() == nullptr && accum.get() == nullptr && !flags.has(DESC_C)) {
        const Indices one = core::single(index);
        mergus_call call = make_call(no_accum, flags);
        put_indices(call, is_row ? one : list, is_row ? list : one);
        dispatch({"assign", &mergus_backend::assign}, {&check.C(), nullptr, &state, nullptr}, call);
        return;
    }
    AnyVector whole_line(Context(check.C().context), check.C().type, length);
    const Descriptor how{flags.bits & DESC_DETERMINISTIC.bits};
    if (is_row)
        extract(whole_line, no_mask, no_accum, C, index, all, how);
    else
        extract(whole_line, no_mask, no_accum, C, all, index, how);
    assign(whole_line, mask, accum, u, list, descriptor);
    assign_line(C, no_mask, no_accum, whole_line, line, index, all, how);
}

} // namespace

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    assign_object(C, mask, accum, A, rows, cols, descriptor);
}

void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u, const Indices& indices,
            Descriptor descriptor) {
    assign_object(w, mask, accum, u, indices, all, descriptor);
}

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const Scalar& value, const Indices& rows,
            const Indices& cols, Descriptor descriptor) {
    assign_scalar(C, mask, accum, value, rows, cols, descriptor);
}

void assign(AnyVector& w, const Mask& mask, const BinaryOp& accum, const Scalar& value,
            const Indices& indices, Descriptor descriptor) {
    assign_scalar(w, mask, accum, value, indices, all, descriptor);
}

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Natural row,
            const Indices& cols, Descriptor descriptor) {
    assign_line(C, mask, accum, u, Line::row, row, cols, descriptor);
}

void assign(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, const Indices& rows,
            Natural col, Descriptor descriptor) {
    assign_line(C, mask, accum, u, Line::column, col, rows, descriptor);
}

} // namespace mergus
