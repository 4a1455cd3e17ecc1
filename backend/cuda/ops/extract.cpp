/// \file extract.cpp
/// extract: T = A(rows, cols). Every entry of a listed row is a candidate, which T has as often as its column
/// is listed.
#include "device/primitives.hpp"
#include "jit/unused_type.hpp"
#include "operations.hpp"
#include "steps/coordinates.hpp"
#include "steps/fill.hpp"
#include "steps/index_list.hpp"
#include "steps/iso.hpp"
#include "steps/pick.hpp"
#include "steps/row_parts.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <memory>
#include <utility>

namespace mergus::cuda {

namespace {

Bindings bind_extraction(const MatrixShape& A, bool wide) {
    Bindings bindings;
    bindings.index("Index", A.wide()).index("Row", wide).index("T_index", wide).constant("as_column", 0);
    return bindings;
}

/// The step that picks A(rows, cols).
class ExtractRegion {
public:
    ExtractRegion(Context& context, const Matrix& A, const MatrixShape& C, const IndexList& rows,
                  const IndexList& cols)
        : context_(context), T_{A.iso ? unused_type() : A.type, C.nrows, C.ncols}, rows_(rows), cols_(cols),
          wide_(needs_wide(C.nrows) || needs_wide(C.ncols)), bindings_(bind_extraction(A, wide_)),
          gather_(context, A.type), sort_(context, T_, 0, wide_, nullptr) {}

    void kernels(KernelRequests& requests) const {
        if (whole() || empty()) return;
        requests.push_back({"ops/region.cuh", "extracted_lengths", bindings_});
        if (T_.type != unused_type()) gather_.kernels(requests);
        sort_.kernels(requests);
    }

    [[nodiscard]] Matrix run(const Matrix& A) const {
        if (whole()) return copy_of(context_, A);
        if (empty()) return empty_matrix(context_, A.type, T_.nrows, T_.ncols);
        Matrix T = sort_.run(triples_of(A));
        if (!A.iso) return T;
        T.type = A.type;
        T.val = Buffer();
        if (T.nvals != 0) set_one_value(context_, T, A.val.data());
        return T;
    }

private:
    [[nodiscard]] bool whole() const noexcept { return rows_.all() && cols_.all(); }
    /// The null array of an empty list must not be taken for all indices.
    [[nodiscard]] bool empty() const noexcept {
        return (!rows_.all() && rows_.size() == 0) || (!cols_.all() && cols_.size() == 0);
    }
    [[nodiscard]] Coordinates triples_of(const Matrix& A) const;

    Context& context_;
    MatrixShape T_; ///< of unused_type() if A is iso
    const IndexList& rows_;
    const IndexList& cols_;
    bool wide_; ///< coordinates have 64 bits
    Bindings bindings_;
    GatherValues gather_;
    SortCoordinates sort_;
};

Coordinates ExtractRegion::triples_of(const Matrix& A) const {
    Device& device = context_.device;
    const Dim3 block{block_threads};
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context_.jit.kernel("ops/region.cuh", entry, bindings_);
    };
    const std::uint64_t* const ptr = A.ptr.data();
    const void* const col = A.col.data();
    const std::uint64_t* const sorted_cols = cols_.sorted().data();

    Array<std::uint64_t> candidate_ptr(device, T_.nrows + 1);
    device.launch(kernel("extracted_lengths"), grid_for(context_, T_.nrows, block_threads), block, 0, ptr,
                  rows_.given(), T_.nrows, candidate_ptr.data());
    exclusive_scan(device, candidate_ptr.data(), candidate_ptr.data(), T_.nrows);
    const std::uint64_t candidates = device.read(candidate_ptr.data() + T_.nrows);
    const std::uint64_t* const candidate = candidate_ptr.data();

    Array<std::uint64_t> copy_ptr(device, candidates + 1);
    device.launch(kernel("count_copies"), grid_for(context_, candidates, block_threads), block, 0, ptr, col,
                  rows_.given(), candidate, T_.nrows, candidates, sorted_cols, cols_.size(), copy_ptr.data());
    exclusive_scan(device, copy_ptr.data(), copy_ptr.data(), candidates);

    Coordinates triples;
    triples.count = device.read(copy_ptr.data() + candidates);
    const std::size_t index_size = wide_ ? 8 : 4;
    triples.rows = Buffer(device, triples.count * index_size);
    triples.cols = Buffer(device, triples.count * index_size);
    if (!A.iso) triples.values = Buffer(device, triples.count * A.type->size);
    const Array<std::uint64_t> from(device, triples.count);
    device.launch(kernel("write_copies"), grid_for(context_, triples.count, block_threads), block, 0, ptr,
                  col, rows_.given(), candidate, T_.nrows, static_cast<const std::uint64_t*>(copy_ptr.data()),
                  candidates, triples.count, sorted_cols, cols_.positions(), cols_.size(),
                  static_cast<const void*>(triples.rows.data()),
                  static_cast<const void*>(triples.cols.data()), from.data());
    if (!A.iso) gather_.run(A.val, from, triples.values);
    return triples;
}

/// Row i of A, as a row: its arrays are copied.
Matrix whole_row(Context& context, const Matrix& A, std::uint64_t i) {
    Device& device = context.device;
    std::uint64_t ends[2];
    device.copy_to_host(ends, A.ptr.data() + i, sizeof ends);
    const std::uint64_t nvals = ends[1] - ends[0];
    if (nvals == 0) return empty_matrix(context, A.type, 1, A.ncols);
    Matrix T;
    T.type = A.type;
    T.nrows = 1;
    T.ncols = A.ncols;
    T.nvals = nvals;
    T.ptr = Array<std::uint64_t>(device, 2);
    const std::uint64_t ptr[2] = {0, nvals};
    device.copy_to_device(T.ptr.data(), ptr, sizeof ptr);
    T.col = Buffer(device, nvals * A.index_size());
    const auto* const col = static_cast<const std::byte*>(A.col.data());
    device.copy(T.col.data(), col + ends[0] * A.index_size(), nvals * A.index_size());
    if (A.iso) {
        set_one_value(context, T, A.val.data());
        return T;
    }
    T.val = Buffer(device, nvals * A.type->size);
    const auto* const val = static_cast<const std::byte*>(A.val.data());
    device.copy(T.val.data(), val + ends[0] * A.type->size, nvals * A.type->size);
    return T;
}

/// A part of a row of a matrix: of a column of the transpose, which is not made.
void extract_row(Context& context, const mergus_call& call) {
    if (call.rows == nullptr && call.ncols == 1) {
        const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
        compile_kernels(context, write);
        write.run(whole_row(context, *call.A, call.cols[0]));
        return;
    }
    const IndexList row(context, call.cols, call.ncols);
    const IndexList cols(context, call.rows, call.nrows);
    const ExtractRegion extract(context, *call.A, *call.C, row, cols);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, extract, write);
    write.run(extract.run(*call.A));
}

/// A part of a column of a matrix.
void extract_column(Context& context, const mergus_call& call) {
    const IndexList rows(context, call.rows, call.nrows);
    const PickEntries pick(context, *call.A, call.C->ncols);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, pick, write);
    write.run(pick.run(*call.A, {.rows = rows.all() ? nullptr : rows.given(), .col = call.cols[0]}));
}

} // namespace

namespace {

/// Row lists[r] of A as row r.
Matrix listed_rows(Context& context, const Matrix& A, const IndexList& list) {
    const RowParts parts(context, A);
    compile_kernels(context, parts);
    return parts.listed(A, list.given(), list.size());
}

Matrix transposed(Context& context, const Matrix& A) {
    Transposition transposition(context, A);
    compile_kernels(context, transposition);
    return transposition.run();
}

/// Whether a region is made by ways that copy whole rows: of A, and of transposes where columns are listed.
/// They take the time of two transposes, for any order of the columns; the other way sorts the entries.
bool copies_rows(const Matrix& A, const CallLists& lists) {
    constexpr std::uint64_t least_entries = 4096, least_share = 8;
    if (A.is_vector || (!lists.rows.all() && lists.rows.size() == 0)) return false;
    if (lists.cols.all()) return !lists.rows.all();
    return A.nvals >= least_entries && lists.cols.size() >= A.ncols / least_share && lists.cols.size() > 0;
}

/// A(rows, cols) by copies of rows.
Matrix copied_rows(Context& context, const Matrix& A, const CallLists& lists) {
    const IndexList& rows = lists.rows;
    const IndexList& cols = lists.cols.same(rows) ? rows : lists.cols; // copied to the device once
    if (cols.all()) return listed_rows(context, A, rows);
    if (const std::shared_ptr<const Matrix> transpose = known_transpose(context, A)) {
        Matrix T = transposed(context, listed_rows(context, *transpose, cols));
        return rows.all() ? std::move(T) : listed_rows(context, T, rows);
    }
    const Matrix by_column =
        rows.all() ? transposed(context, A) : transposed(context, listed_rows(context, A, rows));
    return transposed(context, listed_rows(context, by_column, cols));
}

} // namespace

void extract(Context& context, const mergus_call& call) {
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0;
    if (call.C->is_vector && !call.A->is_vector)
        return transposed ? extract_row(context, call) : extract_column(context, call);
    TransposedInput A(context, *call.A, transposed);
    const CallLists lists(context, call);
    if (copies_rows(*A, lists)) {
        const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
        compile_kernels(context, A, write);
        A.run();
        write.run(copied_rows(context, *A, lists));
        return;
    }
    const ExtractRegion extract(context, *A, *call.C, lists.rows, lists.cols);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, extract, write);
    A.run();
    write.run(extract.run(*A));
}

} // namespace mergus::cuda
