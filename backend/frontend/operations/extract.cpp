/// \file extract.cpp
/// A region of a matrix or vector; a part of a row or column.
#include "operation.hpp"
#include "regions.hpp"
#include "row_on_host.hpp"

#include <chrono>

namespace mergus::detail::call {

namespace {

/// Whether the backend finds indices outside the matrix while it reads the list. Short lists are checked
/// here.
bool checked_by_backend(const MatrixState& a, const Indices& list) {
    constexpr std::uint64_t fewest = std::uint64_t{1} << 16;
    return list.list().size() >= fewest && a.context->plugin().extract.checks_indices != 0 &&
           !a.context->options().fallback_to_cpu;
}

/// `line` is the name of `cols` if it is a single row or column, otherwise empty. Vectors have no transpose.
void extract(const Output& out, const AnyObject& A, std::string_view name_a, const Indices& rows,
             const Indices& cols, std::string_view line) {
    if (out.is_new) {
        const MatrixState& a = state_of(A, "extract", name_a);
        make_new(out, a, a.type, region(shape_of(a, out.descriptor.has(DESC_T0)), rows, cols));
    }
    // Entries that the call replaces need no pending updates.
    const bool replaces_all = out.mask.object() == nullptr && out.accum.get() == nullptr &&
                              !(out.descriptor | out.mask.flags()).has(DESC_C);
    const OutputChecker check("extract", out,
                              replaces_all ? pending_state_of(out.C, "extract", "C")
                                           : state_of(out.C, "extract", "C"));
    const Descriptor given = check.flags(DESC_T0);
    const MatrixState& a = check.input(A, name_a);
    const Descriptor flags = a.is_vector ? Descriptor{given.bits & ~DESC_T0.bits} : given;
    const Shape whole = shape_of(a, flags.has(DESC_T0));
    Shape part = region(whole, rows, cols);
    part.is_vector = check.C().is_vector; // a part of one column
    check.output(a.type, flags);
    check.same_shape("the region", part, check.name_C(), check.C().shape());
    check.mask_shape();
    if (!line.empty()) check.index(line, cols.list().front(), whole.ncols);
    const auto check_rows = [&] { check.indices(a.is_vector ? "indices" : "rows", rows, whole.nrows); };
    const auto check_cols = [&] { check.indices("cols", cols, whole.ncols); };
    const bool is_called = out.mask.object() != nullptr || !flags.has(DESC_C);
    if (!is_called || !checked_by_backend(a, rows)) check_rows();
    if ((!is_called || !checked_by_backend(a, cols)) && !is_one_list(rows, cols, whole)) check_cols();
    if (nothing_admitted(check.C(), out.mask, flags)) return;
    mergus_call call = make_call(out.accum, flags);
    put_indices(call, rows, cols);
    const Operands operands{&check.C(), state_of(out.mask), &a, nullptr};
    const bool is_row = replaces_all && !line.empty() && flags.has(DESC_T0) && rows.all();
    if (is_row && row_on_host(operands, call)) return;
    const auto start = std::chrono::steady_clock::now();
    try {
        dispatch({"extract", &mergus_backend::extract}, operands, call);
    } catch (const Error& error) {
        if (error.code() == Code::index_out_of_bounds) {
            check_rows();
            check_cols();
        }
        throw;
    }
    if (replaces_all) check.C().updates.clear();
    if (!is_row) return;
    a.host_entries.spent(std::chrono::steady_clock::now() - start);
    check.C().becomes_row_of(a);
}

} // namespace

void extract_region(const Output& C, const AnyObject& A, const Indices& rows, const Indices& cols) {
    const MatrixState* const given = C.C.state();
    const bool is_vector = C.is_new ? C.is_vector : given != nullptr && given->is_vector;
    extract(C, A, is_vector ? "u" : "A", rows, cols, {});
}

void extract_column(const Output& w, const AnyMatrix& A, const Indices& rows, Natural col) {
    extract(w, A, "A", rows, single(col), "the column");
}

void extract_row(const Output& w, const AnyMatrix& A, Natural row, const Indices& cols) {
    extract(of_transpose(w), A, "A", cols, single(row), "the row"); // a column of the transpose
}

} // namespace mergus::detail::call
