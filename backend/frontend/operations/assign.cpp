/// \file assign.cpp
/// Assignment of a matrix, a vector or a scalar to a region of C.
#include "cast_scalar.hpp"
#include "operation.hpp"
#include "regions.hpp"

namespace mergus::detail::call {

namespace {

/// The last checks of an assignment to a region of C. A vector has `rows` only, which its messages call
/// `indices`.
void check_region(const OutputChecker& check, const Indices& rows, const Indices& cols) {
    const Shape whole = check.C().shape();
    check.mask_shape();
    check.unique_indices(whole.is_vector ? "indices" : "rows", rows, whole.nrows);
    if (!is_one_list(rows, cols, whole)) check.unique_indices("cols", cols, whole.ncols);
}

enum class Line { row, column };

/// Assignment of a vector to a part of a row or column. Backends do that without a mask and an accumulator;
/// with one of them, the row or column is extracted, changed as a vector, and assigned.
void assign_line(const Output& out, const AnyVector& u, Line line, std::uint64_t index, const Indices& list) {
    const OutputChecker check("assign", out);
    const Descriptor flags{check.flags().bits & ~DESC_T0T1.bits};
    const MatrixState& state = check.input(u, "u");
    const bool is_row = line == Line::row;
    const Shape whole = check.C().shape();
    const std::uint64_t length = is_row ? whole.ncols : whole.nrows;
    check.output(state.type, flags);
    check.index(is_row ? "the row" : "the column", index, is_row ? whole.nrows : whole.ncols);
    check.same_shape("u", state.shape(), "the region", region(vector_shape(length), list, all));
    check.mask_shape(out.mask, is_row ? "the row of C" : "the column of C", vector_shape(length));
    check.unique_indices(is_row ? "cols" : "rows", list, length);
    const Indices one = single(index);
    if (out.mask.object() == nullptr && out.accum.get() == nullptr && !flags.has(DESC_C)) {
        check.run({"assign", &mergus_backend::assign}, flags, &state, nullptr,
                  [&](mergus_call& call) { put_indices(call, is_row ? one : list, is_row ? list : one); });
        return;
    }
    AnyVector whole_line(Context(check.C().context), check.C().type, length);
    const Descriptor how{flags.bits & DESC_DETERMINISTIC.bits};
    const auto& C = static_cast<const AnyMatrix&>(out.C);
    if (is_row)
        extract_row({whole_line, no_mask, no_accum, how}, C, index, all);
    else
        extract_column({whole_line, no_mask, no_accum, how}, C, all, index);
    assign_object({whole_line, out.mask, out.accum, out.descriptor}, u, list, all);
    assign_line({out.C, no_mask, no_accum, how}, whole_line, line, index, all);
}

} // namespace

void assign_object(const Output& out, const AnyObject& A, const Indices& rows, const Indices& cols) {
    const OutputChecker check("assign", out);
    const Descriptor flags = check.flags();
    const MatrixState& a = check.input(A, check.name_A());
    check.output(a.type, flags);
    check.same_shape(check.name_A(), shape_of(a, flags.has(DESC_T0)), "the region",
                     region(check.C().shape(), rows, cols));
    check_region(check, rows, cols);
    check.run({"assign", &mergus_backend::assign}, flags, &a, nullptr,
              [&](mergus_call& call) { put_indices(call, rows, cols); });
}

void assign_scalar(const Output& out, const Scalar& value, const Indices& rows, const Indices& cols) {
    const OutputChecker check("assign", out);
    const Descriptor flags = check.flags();
    const CastScalar scalar(check, value, nullptr, "the scalar");
    check.output(value.type(), flags);
    check_value(check, value, check.C().type,
                check.C().is_vector ? "the scalar into w" : "the scalar into C");
    const mergus_op* const accum = out.accum.get();
    if (accum != nullptr && accum->y_type != nullptr)
        check_value(check, value, accum->y_type, "the scalar into accum");
    check_region(check, rows, cols);
    scalar.require(check);
    check.run({"assign", &mergus_backend::assign_scalar}, flags, nullptr, nullptr, [&](mergus_call& call) {
        put_indices(call, rows, cols);
        scalar.put_into(call);
    });
}

void assign_row(const Output& C, const AnyVector& u, Natural row, const Indices& cols) {
    assign_line(C, u, Line::row, row, cols);
}

void assign_column(const Output& C, const AnyVector& u, const Indices& rows, Natural col) {
    assign_line(C, u, Line::column, col, rows);
}

} // namespace mergus::detail::call
