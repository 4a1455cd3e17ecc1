/// \file objects.cpp
#include "objects.hpp"

#include "bitmap/convert.hpp"
#include "positions.hpp"
#include "steps/cast.hpp"
#include "steps/coordinates.hpp"
#include "steps/index_arrays.hpp"
#include "steps/iso.hpp"
#include "steps/tuple_positions.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// Rows or columns of tuples as ranks, if the dimension has a list.
Ids rank(Context& context, Array<std::uint64_t>& words, std::uint64_t dimension, bool sorted, bool has_rows) {
    if (!is_hypersparse(context, dimension, words.size(), has_rows)) return nullptr;
    DistinctIds found = distinct(context, std::move(words), bits_below(dimension), sorted);
    words = std::move(found.ranks);
    return found.ids;
}

Coordinates coordinates_of(Context& context, RowsAndColumns&& tuples, const MatrixShape& shape) {
    Coordinates made;
    made.count = tuples.rows.size();
    made.format = KeyFormat(shape);
    if (made.format.packed()) {
        made.keys = joined_keys(context, tuples, made.format.key_bytes() == 8, made.format.col_bits);
    } else {
        made.keys = std::move(tuples.rows.buffer());
        made.cols = std::move(tuples.cols.buffer());
    }
    return made;
}

} // namespace

bool builds_hypersparse(const Context& context, const Matrix& matrix, std::uint64_t nvals) {
    return !matrix.is_vector && nvals != 0 &&
           (is_hypersparse(context, nrows_of(matrix), nvals) ||
            is_hypersparse(context, ncols_of(matrix), nvals, false));
}

void build_hypersparse(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
                       const void* values, const mergus_type* value_type, std::uint64_t nvals,
                       const mergus_op* dup) {
    Device& device = context.device;
    MatrixShape shape;
    shape.nrows = nrows_of(matrix);
    shape.ncols = ncols_of(matrix);
    // As build() casts: in dup's domain.
    const mergus_type* const domain = dup != nullptr ? context.intern(dup->z_type) : matrix.type;
    const mergus_type* const given = context.intern(value_type);
    const Cast cast_in(context, given, domain), cast_out(context, domain, matrix.type);
    compile_kernels(context, cast_in, cast_out);

    Coordinates triples = copy_in_positions(context, shape, rows, cols, nvals);
    const bool ascending = triples.ascending, is_distinct = triples.distinct;
    Buffer copied(device, nvals * given->size);
    device.copy_to_device(copied.data(), values, copied.bytes());
    if (given != domain) copied = cast_in.run(copied.data(), nvals);

    RowsAndColumns tuples;
    if (triples.format.packed()) {
        tuples = split_keys(context, triples.keys.data(), triples.format.key_bytes() == 8,
                            triples.format.col_bits, nvals);
    } else {
        tuples.rows.buffer() = std::move(triples.keys);
        tuples.cols.buffer() = std::move(triples.cols);
    }
    triples.keys.reset();
    const Ids row_list = rank(context, tuples.rows, shape.nrows, ascending, true);
    // With a list of columns too a transpose costs no more than that of a small matrix.
    const Ids col_list = rank(context, tuples.cols, shape.ncols, false, row_list != nullptr);
    MatrixShape stored;
    stored.type = domain;
    stored.nrows = row_list != nullptr ? row_list->size() : shape.nrows;
    stored.ncols = col_list != nullptr ? col_list->size() : shape.ncols;
    const SortCoordinates sort(context, stored, nvals, dup);
    compile_kernels(context, sort);
    Coordinates ranks = coordinates_of(context, std::move(tuples), stored);
    ranks.values = std::move(copied);
    ranks.ascending = ascending;
    ranks.distinct = is_distinct;
    Matrix built = cast_out.run(sort.run(std::move(ranks)));
    find_one_value(context, built);
    set_ids(built, shape.nrows, shape.ncols, row_list, col_list);
    matrix = std::move(built);
}

void extract_hypersparse(Context& context, const Matrix& stored, std::uint64_t* rows, std::uint64_t* cols,
                         void* values, const mergus_type* value_type) {
    const Matrix& matrix = csr(context, stored); // a row may have become bitmaps
    if (matrix.nvals == 0) return;
    const mergus_type* const to = values == nullptr ? matrix.type : context.intern(value_type);
    const ExpandRows expand(context, true);
    const ConvertIndex widen(context, matrix.wide(), true);
    const Cast cast(context, matrix.type, to);
    compile_kernels(context, expand, widen, cast);
    Buffer row_indices, col_indices, converted;
    if (rows != nullptr) row_indices = expand.run(matrix);
    if (const Ids& ids = row_ids(matrix); rows != nullptr && ids != nullptr)
        row_indices = map_columns(context, row_indices.data(), true, matrix.nvals, ids->data(), true);
    const Ids& ids = col_ids(matrix);
    const void* col = matrix.col.data();
    if (cols != nullptr && (ids != nullptr || !matrix.wide())) {
        col_indices = ids != nullptr
                          ? map_columns(context, col, matrix.wide(), matrix.nvals, ids->data(), true)
                          : widen.run(col, matrix.nvals);
        col = col_indices.data();
    }
    const void* from = nullptr;
    if (values != nullptr) {
        from = values_of(context, matrix);
        if (to != matrix.type) {
            converted = cast.run(from, matrix.nvals);
            from = converted.data();
        }
    }
    copy_out_tuples(
        context.device,
        {{{row_indices.data(), 8, rows, true}, {col, 8, cols, true}, {from, to->size, values, false}}},
        matrix.nvals);
}

bool resize_hypersparse(Context& context, Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols) {
    if (matrix.is_vector) return false;
    const std::uint64_t nvals = nvals_of(matrix), old_rows = nrows_of(matrix), old_cols = ncols_of(matrix);
    if (nvals == 0) {
        matrix = blank_matrix(context, matrix.type, nrows, ncols);
        return true;
    }
    const bool lists_rows = is_hypersparse(context, nrows, nvals),
               lists_cols = is_hypersparse(context, ncols, nvals, false);
    if (matrix.hypersparse == nullptr && !lists_rows && !lists_cols) return false;
    csr(context, matrix);
    const Ids rows = row_ids(matrix), cols = col_ids(matrix);
    Matrix result = with_ids(context, matrix, rows, cols);
    // The lists that are left have no ids beyond the new shape.
    const auto keep = [&](std::uint64_t bound, std::uint64_t old_bound, const char* test) {
        if (bound >= old_bound) return;
        Matrix kept = select_by_ids(context, result, test, static_cast<std::int64_t>(bound) - 1, rows, cols);
        set_ids(kept, old_rows, old_cols, rows, cols);
        result = std::move(kept);
    };
    keep(nrows, old_rows, "mergus::functions::rowle<bool>");
    keep(ncols, old_cols, "mergus::functions::colle<bool>");
    const Ids kept_rows = rows_with_entries(context, result),
              kept_cols = columns_with_entries(context, result);
    const Ids new_rows = chosen(context, rows, kept_rows), new_cols = chosen(context, cols, kept_cols);
    Array<std::uint64_t> ptr = offsets_of(context, result, *kept_rows);
    result.col = rank_columns(context, result.col.data(), result.wide(), result.nvals, *kept_cols);
    result.ptr = std::move(ptr);
    result.nrows = new_rows->size();
    result.ncols = new_cols->size();
    result.derived.reset();
    set_ids(result, nrows, ncols, new_rows, new_cols);
    settle(context, result);
    matrix = std::move(result);
    return true;
}

} // namespace mergus::cuda
