/// \file extract.cpp
/// A region of a matrix or vector; a part of a row or column.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "regions.hpp"
#include "results.hpp"
#include "row_on_host.hpp"

#include <chrono>
#include <string_view>

namespace mergus {

using core::Checker;
using core::dispatch;
using core::make_call;
using core::new_result;
using core::nothing_admitted;
using core::put_indices;
using core::region;
using core::Shape;
using core::shape_of;
using core::state_of;
using detail::MatrixState;

namespace {

/// `line` is the name of `cols` if it is a single row or column, otherwise empty.
void extract_any(const AnyObject& C, const Mask& mask, const BinaryOp& accum, const AnyObject& A,
                 std::string_view name_a, const Indices& rows, const Indices& cols, std::string_view line,
                 Descriptor descriptor) {
    // Entries that the call replaces need no pending updates.
    const bool replaces_all =
        mask.object() == nullptr && accum.get() == nullptr && !(descriptor | mask.flags()).has(DESC_C);
    const Checker check("extract", replaces_all ? core::pending_state_of(C, "extract", "C")
                                                : core::state_of(C, "extract", "C"));
    const Descriptor flags = check.flags(mask, descriptor, DESC_T0);
    const MatrixState& a = check.input(A, name_a);
    const Shape whole = shape_of(a, flags.has(DESC_T0));
    Shape part = region(whole, rows, cols);
    part.is_vector = check.C().is_vector; // a part of one column
    check.output(accum, a.type);
    check.mask_values(mask, flags);
    check.same_shape("the region", part, check.name_C(), check.C().shape());
    check.mask_shape(mask);
    if (!line.empty()) check.index(line, cols.list().front(), whole.ncols);
    check.indices(a.is_vector ? "indices" : "rows", rows, whole.nrows);
    check.indices("cols", cols, whole.ncols);
    if (nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = make_call(accum, flags);
    put_indices(call, rows, cols);
    const core::Operands operands{&check.C(), state_of(mask), &a, nullptr};
    const bool is_row = replaces_all && !line.empty() && flags.has(DESC_T0) && rows.all();
    if (is_row && core::row_on_host(operands, call)) return;
    const auto start = std::chrono::steady_clock::now();
    dispatch({"extract", &mergus_backend::extract}, operands, call);
    if (replaces_all) check.C().updates.clear();
    if (!is_row) return;
    a.host_entries.spent(std::chrono::steady_clock::now() - start);
    check.C().becomes_row_of(a);
}

/// T0 in the descriptor of a row, which is a column of the transpose.
Descriptor of_transpose(Descriptor descriptor) {
    return descriptor ^ DESC_T0;
}

} // namespace

void extract(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
             const Indices& cols, Descriptor descriptor) {
    extract_any(C, mask, accum, A, "A", rows, cols, {}, descriptor);
}

void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyVector& u,
             const Indices& indices, Descriptor descriptor) {
    descriptor.bits &= ~DESC_T0.bits;
    extract_any(w, mask, accum, u, "u", indices, all, {}, descriptor);
}

void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, const Indices& rows,
             Natural col, Descriptor descriptor) {
    extract_any(w, mask, accum, A, "A", rows, core::single(col), "the column", descriptor);
}

void extract(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, Natural row,
             const Indices& cols, Descriptor descriptor) {
    extract_any(w, mask, accum, A, "A", cols, core::single(row), "the row", of_transpose(descriptor));
}

namespace detail {

AnyMatrix new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                      const Indices& rows, const Indices& cols) {
    const MatrixState& a = state_of(A, "extract", "A");
    const Shape shape = region(shape_of(a, descriptor.has(DESC_T0)), rows, cols);
    auto C = new_result<AnyMatrix>(a, type != nullptr ? type : a.type, shape);
    extract(C, mask, no_accum, A, rows, cols, descriptor);
    return C;
}

AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyVector& u,
                      const Indices& indices) {
    const MatrixState& state = state_of(u, "extract", "u");
    auto w = new_result<AnyVector>(state, type != nullptr ? type : state.type,
                                   region(state.shape(), indices, all));
    extract(w, mask, no_accum, u, indices, descriptor);
    return w;
}

AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A,
                      const Indices& rows, Natural col) {
    const MatrixState& a = state_of(A, "extract", "A");
    auto w = new_result<AnyVector>(a, type != nullptr ? type : a.type,
                                   region(shape_of(a, descriptor.has(DESC_T0)), rows, all));
    extract(w, mask, no_accum, A, rows, col, descriptor);
    return w;
}

AnyVector new_extract(Type type, const Mask& mask, Descriptor descriptor, const AnyMatrix& A, Natural row,
                      const Indices& cols) {
    const MatrixState& a = state_of(A, "extract", "A");
    auto w = new_result<AnyVector>(a, type != nullptr ? type : a.type,
                                   region(shape_of(a, !descriptor.has(DESC_T0)), cols, all));
    extract(w, mask, no_accum, A, row, cols, descriptor);
    return w;
}

} // namespace detail

} // namespace mergus
