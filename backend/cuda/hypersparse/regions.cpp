/// \file regions.cpp
/// Parts of hypersparse matrices: assign, assign_scalar and extract. Indices of a caller's list become ranks
/// in the lists of ids.
#include "operations.hpp"

#include "bitmap/bitmap_forms.hpp"
#include "bitmap/dispatch.hpp"
#include "call_on_ids.hpp"
#include "ops/operations.hpp"
#include "vectors/fold_rows.hpp"

#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

bool has(const mergus_call& call, std::uint32_t flag) noexcept {
    return (call.descriptor & flag) != 0;
}

/// An index list of a caller, or null for all indices.
struct GivenList {
    const std::uint64_t* list;
    std::uint64_t count;
};

std::vector<std::uint64_t> to_host(Context& context, const std::uint64_t* words, std::uint64_t count) {
    std::vector<std::uint64_t> host(count);
    context.device.copy_to_host(host.data(), words, count * sizeof(std::uint64_t));
    return host;
}

/// A list of an assignment, whose ids become ids of C.
class AssignedList {
public:
    AssignedList(Context& context, GivenList given) : context_(context), given_(given) {}

    /// Between decide() and place().
    void include_in(CallOnIds& ids, Space& space) {
        if (given_.list == nullptr || !space.listed || given_.count == 0) return;
        indices_ = upload_ids(context_, given_.list, given_.count);
        Array<std::uint64_t> copy = upload_ids(context_, given_.list, given_.count);
        ids.include(space, distinct(context_, std::move(copy), bits_below(space.dimension), false).ids);
    }
    /// After place().
    void put_into(const std::uint64_t*& list, const Space& space) {
        if (indices_.size() == 0) return;
        const Array<std::uint64_t> ranks = ranks_of(context_, indices_.data(), indices_.size(), *space.ids);
        ranks_ = to_host(context_, ranks.data(), ranks.size());
        list = ranks_.data();
    }

private:
    Context& context_;
    GivenList given_;
    Array<std::uint64_t> indices_;
    std::vector<std::uint64_t> ranks_;
};

/// A list of an extraction: the indices that the matrix has, and their positions in the list, which become
/// the ids of the result. The matrix gets no new ids.
class ExtractedList {
public:
    ExtractedList(Context& context, GivenList given, const Space& space) {
        ids = space.ids;
        stored_ = space.stored();
        if (given.list == nullptr) return;
        ids = nullptr;
        list_ = given.list;
        stored_ = given.count;
        if (!space.listed) return;
        const Array<std::uint64_t> indices = upload_ids(context, given.list, given.count);
        const Array<std::uint64_t> ranks = ranks_of(context, indices.data(), given.count, *space.ids);
        const Array<std::uint8_t> present =
            flag_present(context, indices.data(), true, given.count, *space.ids);
        std::vector<std::uint8_t> is_present(given.count);
        context.device.copy_to_host(is_present.data(), present.data(), given.count);
        kept_ = to_host(context, ranks.data(), given.count);
        std::vector<std::uint64_t> positions;
        for (std::uint64_t e = 0; e < given.count; ++e) {
            if (is_present[e] == 0) continue;
            kept_[positions.size()] = kept_[e];
            positions.push_back(e);
        }
        list_ = kept_.data();
        stored_ = positions.size();
        if (positions.size() != given.count && !positions.empty())
            ids = std::make_shared<const IdList>(upload_ids(context, positions.data(), positions.size()));
    }

    void put_into(const std::uint64_t*& list, std::uint64_t& count) const noexcept {
        if (list == nullptr) return;
        list = list_;
        count = stored_;
    }
    /// Rows or columns of the part.
    [[nodiscard]] std::uint64_t stored() const noexcept { return stored_; }
    Ids ids; ///< of the part; null: row r is row r of the result

private:
    const std::uint64_t* list_ = nullptr;
    std::uint64_t stored_ = 0;
    std::vector<std::uint64_t> kept_;
};

/// Whether a vector becomes a part of a column, not of a row, of a matrix.
bool is_column_part(const mergus_call& call) {
    const bool one_row = call.rows != nullptr && call.nrows == 1;
    return !one_row && call.cols != nullptr && call.ncols == 1;
}

void extract_vector(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.A)), &cols = ids.space(ncols_of(*call.A));
    ids.A(rows, cols);
    if (!ids.unite()) return ordinary(context, call);
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    const ExtractedList along(context, {call.rows, call.nrows}, transposed ? cols : rows),
        across(context, {call.cols, call.ncols}, transposed ? rows : cols);
    mergus_call write = call; // of all of C
    write.rows = write.cols = nullptr;
    Matrix T = blank_matrix(context, call.A->type, 1, along.stored());
    T.is_vector = true;
    if (across.stored() == 0 || along.stored() == 0) {
        return write_vector(context, write, raw_vector(context, call.A->type, call.C->ncols, 0));
    }
    mergus_call part = ids.call();
    part.C = &T;
    part.mask = nullptr;
    part.accum = nullptr;
    part.descriptor &= std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_DETERMINISTIC};
    along.put_into(part.rows, part.nrows);
    across.put_into(part.cols, part.ncols);
    ordinary(context, part);
    only_csr(context, T);
    T = vector_from_ranks(context, std::move(T), along.ids, call.C->ncols);
    write_vector(context, write, std::move(T));
}

} // namespace

void write_on_ids(Context& context, const mergus_call& call, Matrix&& T) {
    mergus_call write = call;
    write.A = &T;
    write.B = nullptr;
    write.rows = write.cols = nullptr;
    write.nrows = write.ncols = 0;
    write.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1};
    write.report = nullptr;
    if (call.mask == nullptr && call.accum == nullptr && T.type == call.C->type) {
        settle(context, T);
        *call.C = std::move(T);
        return;
    }
    assign_on_ids(context, write, on_bitmap_or_rows<copy_bitmap, assign>);
}

void assign_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.C)), &cols = ids.space(ncols_of(*call.C));
    ids.C(rows, cols);
    if (call.A->is_vector) {
        (is_column_part(call) ? rows : cols).entries += nvals_of(*call.A);
    } else {
        const bool transposed = has(call, MERGUS_DESC_TRAN0);
        const std::uint64_t height = transposed ? ncols_of(*call.A) : nrows_of(*call.A),
                            width = transposed ? nrows_of(*call.A) : ncols_of(*call.A);
        Space& a_rows = call.rows == nullptr ? rows : ids.space(height, false);
        Space& a_cols = call.cols == nullptr ? cols : ids.space(width, false);
        ids.A(transposed ? a_cols : a_rows, transposed ? a_rows : a_cols);
    }
    AssignedList row_list(context, {call.rows, call.nrows}), col_list(context, {call.cols, call.ncols});
    if (!ids.decide()) return ordinary(context, call);
    row_list.include_in(ids, rows);
    col_list.include_in(ids, cols);
    Matrix part;
    const bool is_column = is_column_part(call);
    Space& along = is_column ? rows : cols;
    const bool takes_all =
        call.A->is_vector && (is_column ? call.rows : call.cols) == nullptr && along.listed;
    if (takes_all) ids.include(along, columns_with_entries(context, csr(context, *call.A)));
    ids.place();
    if (takes_all) {
        part = vector_to_ranks(context, *call.A, along.ids);
        ids.call().A = &part;
    }
    row_list.put_into(ids.call().rows, rows);
    col_list.put_into(ids.call().cols, cols);
    ordinary(context, ids.call());
    ids.finish();
}

void assign_scalar_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    CallOnIds ids(context, call);
    // Without the entries of a mask, all of a region get the scalar: a list of all indices has no use.
    const bool is_full = call.mask == nullptr || has(call, MERGUS_DESC_COMPLEMENT);
    Space& rows = ids.space(nrows_of(*call.C), !is_full || call.rows != nullptr);
    Space& cols = ids.space(ncols_of(*call.C), !is_full || call.cols != nullptr);
    ids.C(rows, cols);
    AssignedList row_list(context, {call.rows, call.nrows}), col_list(context, {call.cols, call.ncols});
    if (!ids.decide()) return ordinary(context, call);
    row_list.include_in(ids, rows);
    col_list.include_in(ids, cols);
    ids.place();
    row_list.put_into(ids.call().rows, rows);
    col_list.put_into(ids.call().cols, cols);
    ordinary(context, ids.call());
    ids.finish();
}

void extract_on_ids(Context& context, const mergus_call& call, Operation ordinary) {
    if (call.C->is_vector) return extract_vector(context, call, ordinary);
    CallOnIds ids(context, call);
    Space &rows = ids.space(nrows_of(*call.A)), &cols = ids.space(ncols_of(*call.A));
    cols.has_rows = has(call, MERGUS_DESC_TRAN0);
    ids.A(rows, cols);
    const bool is_ordinary = !ids.decide() && !has_hypersparse(call);
    if (is_ordinary && !is_hypersparse(context, nrows_of(*call.C), nvals_of(*call.A) + nvals_of(*call.C)))
        return ordinary(context, call);
    ids.place();
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    const ExtractedList row_list(context, {call.rows, call.nrows}, transposed ? cols : rows),
        col_list(context, {call.cols, call.ncols}, transposed ? rows : cols);
    Matrix T = blank_matrix(context, call.A->type, row_list.stored(), col_list.stored());
    if (T.nrows != 0 && T.ncols != 0) {
        mergus_call part = ids.call();
        part.C = &T;
        part.mask = nullptr;
        part.accum = nullptr;
        part.descriptor &= std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_DETERMINISTIC};
        row_list.put_into(part.rows, part.nrows);
        col_list.put_into(part.cols, part.ncols);
        ordinary(context, part);
        only_csr(context, T);
        set_ids(T, nrows_of(*call.C), ncols_of(*call.C), row_list.ids, col_list.ids);
    } else {
        T = blank_matrix(context, call.A->type, nrows_of(*call.C), ncols_of(*call.C));
    }
    write_on_ids(context, call, std::move(T));
}

} // namespace mergus::cuda
