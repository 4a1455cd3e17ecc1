/// \file renumber.cpp
#include "renumber.hpp"

#include "bitmap/convert.hpp"
#include "steps/compact.hpp"

#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

// Neither graphs with as many vertices as edges nor small matrices: their offsets cost nothing.
constexpr std::uint64_t fewest_rows = std::uint64_t{1} << 25; // offsets of 256 MiB
constexpr std::uint64_t rows_per_entry = 16;
// Keys of rows and columns have room for both in the operations on compressed rows.
constexpr std::uint64_t most_columns = std::uint64_t{1} << 36;
// A list of more ids is shortened: reading offsets then takes longer than reading entries.
constexpr std::uint64_t ids_per_entry = 4, fewest_ids = 1024;

std::uint64_t stored(const Ids& ids, std::uint64_t dimension) {
    return ids != nullptr ? ids->size() : dimension;
}

/// The arrays that differ with other lists; the others are empty.
struct Renumbered {
    Array<std::uint64_t> ptr;
    Buffer col;
    bool new_rows = false, new_cols = false;
};

Renumbered renumbered(Context& context, const Matrix& matrix, const Ids& rows, const Ids& cols) {
    Renumbered made;
    const Ids &old_rows = row_ids(matrix), &old_cols = col_ids(matrix);
    made.new_rows = old_rows != rows;
    made.new_cols = old_cols != cols;
    if (made.new_rows && old_rows == nullptr) {
        made.ptr = offsets_of(context, matrix, *rows);
    } else if (made.new_rows && rows == nullptr) {
        made.ptr = spread_offsets(context, matrix, old_rows->data(), old_rows->size(), nrows_of(matrix));
    } else if (made.new_rows) {
        const Array<std::uint64_t> map = ranks_of(context, old_rows->data(), old_rows->size(), *rows);
        made.ptr = spread_offsets(context, matrix, map.data(), old_rows->size(), rows->size());
    }
    if (!made.new_cols) return made;
    const void* const col = matrix.col.data();
    const bool wide_to = needs_wide(stored(cols, ncols_of(matrix)));
    if (old_cols == nullptr) {
        made.col = rank_columns(context, col, matrix.wide(), matrix.nvals, *cols);
    } else if (cols == nullptr) {
        made.col = map_columns(context, col, matrix.wide(), matrix.nvals, old_cols->data(), wide_to);
    } else {
        const Array<std::uint64_t> map = ranks_of(context, old_cols->data(), old_cols->size(), *cols);
        made.col = map_columns(context, col, matrix.wide(), matrix.nvals, map.data(), wide_to);
    }
    return made;
}

} // namespace

std::uint64_t nrows_of(const Matrix& matrix) noexcept {
    return matrix.hypersparse ? matrix.hypersparse->nrows : matrix.nrows;
}
std::uint64_t ncols_of(const Matrix& matrix) noexcept {
    return matrix.hypersparse ? matrix.hypersparse->ncols : matrix.ncols;
}
const Ids& row_ids(const Matrix& matrix) noexcept {
    static const Ids none;
    return matrix.hypersparse ? matrix.hypersparse->rows : none;
}
const Ids& col_ids(const Matrix& matrix) noexcept {
    static const Ids none;
    return matrix.hypersparse ? matrix.hypersparse->cols : none;
}

bool is_hypersparse(const Context& context, std::uint64_t dimension, std::uint64_t entries, bool has_rows) {
    const Storage form = forced<StorageChoice>(context).form;
    if (form == Storage::hypersparse) return dimension != 0;
    return form != Storage::csr && dimension > (has_rows ? fewest_rows : most_columns) &&
           dimension / rows_per_entry > entries;
}

bool is_too_long(const Ids& ids, std::uint64_t entries) noexcept {
    return ids != nullptr && ids->size() / ids_per_entry > entries + fewest_ids / ids_per_entry;
}

bool is_large(const Matrix& matrix) noexcept {
    return matrix.hypersparse != nullptr || matrix.nrows > fewest_rows || matrix.ncols > fewest_rows;
}

void set_ids(Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols, const Ids& rows, const Ids& cols) {
    if (rows == nullptr && cols == nullptr)
        matrix.hypersparse.reset();
    else
        matrix.hypersparse = std::make_shared<const Hypersparse>(Hypersparse{nrows, ncols, rows, cols});
}

Matrix with_ids(Context& context, const Matrix& matrix, const Ids& rows, const Ids& cols) {
    Device& device = context.device;
    Renumbered made = renumbered(context, matrix, rows, cols);
    Matrix copy;
    static_cast<MatrixShape&>(copy) = matrix;
    copy.nrows = stored(rows, nrows_of(matrix));
    copy.ncols = stored(cols, ncols_of(matrix));
    copy.iso = matrix.iso;
    copy.changed_by_capture = matrix.changed_by_capture;
    if (!made.new_rows) {
        made.ptr = Array<std::uint64_t>(device, matrix.nrows + 1);
        device.copy(made.ptr.data(), matrix.ptr.data(), made.ptr.size() * sizeof(std::uint64_t));
    }
    if (!made.new_cols) {
        made.col = Buffer(device, matrix.nvals * matrix.index_size());
        device.copy(made.col.data(), matrix.col.data(), made.col.bytes());
    }
    copy.ptr = std::move(made.ptr);
    copy.col = std::move(made.col);
    copy.val = Buffer(device, matrix.val.bytes());
    device.copy(copy.val.data(), matrix.val.data(), copy.val.bytes());
    set_ids(copy, nrows_of(matrix), ncols_of(matrix), rows, cols);
    return copy;
}

void renumber(Context& context, Matrix& matrix, const Ids& rows, const Ids& cols) {
    Renumbered made = renumbered(context, matrix, rows, cols);
    if (!made.new_rows && !made.new_cols) return;
    const std::uint64_t nrows = nrows_of(matrix), ncols = ncols_of(matrix);
    set_ids(matrix, nrows, ncols, rows, cols); // after this nothing fails
    if (made.new_rows) matrix.ptr = std::move(made.ptr);
    if (made.new_cols) matrix.col = std::move(made.col);
    matrix.nrows = stored(rows, nrows);
    matrix.ncols = stored(cols, ncols);
    matrix.derived.reset();
    matrix.bitmap.reset();
}

const Matrix& make_ordinary(Context& context, const Matrix& matrix) {
    if (matrix.hypersparse != nullptr)
        renumber(context, const_cast<Matrix&>(csr(context, matrix)), nullptr, nullptr);
    return matrix;
}

void settle(Context& context, Matrix& matrix) {
    if (matrix.hypersparse == nullptr) return;
    const std::uint64_t nrows = nrows_of(matrix), ncols = ncols_of(matrix), nvals = matrix.nvals;
    if (nvals == 0) {
        matrix = blank_matrix(context, matrix.type, nrows, ncols);
        return;
    }
    const Ids rows = is_hypersparse(context, nrows, nvals) ? row_ids(matrix) : nullptr,
              cols = is_hypersparse(context, ncols, nvals) ? col_ids(matrix) : nullptr;
    renumber(context, matrix, rows, cols);
    if (is_too_long(rows, nvals)) {
        const Ids kept = rows_with_entries(context, matrix);
        Ids ids = chosen(context, rows, kept);
        Array<std::uint64_t> ptr = offsets_of(context, matrix, *kept);
        set_ids(matrix, nrows, ncols, ids, cols);
        matrix.ptr = std::move(ptr);
        matrix.nrows = ids->size();
        matrix.derived.reset();
    }
    if (is_too_long(cols, nvals)) {
        const Ids kept = columns_with_entries(context, matrix);
        Ids ids = chosen(context, cols, kept);
        Buffer col = rank_columns(context, matrix.col.data(), matrix.wide(), nvals, *kept);
        set_ids(matrix, nrows, ncols, row_ids(matrix), ids);
        matrix.col = std::move(col);
        matrix.ncols = ids->size();
        matrix.derived.reset();
    }
}

Matrix vector_to_ranks(Context& context, const Matrix& given, const Ids& list) {
    const Matrix& vector = csr(context, given);
    if (list == nullptr) {
        Matrix copy = copy_of(context, vector);
        copy.is_vector = true;
        return copy;
    }
    const CompactPresent compact(context, vector, vector.type);
    compile_kernels(context, compact);
    Buffer values(context.device, vector.val.bytes());
    context.device.copy(values.data(), vector.val.data(), values.bytes());
    Matrix found =
        compact.run(vector, flag_present(context, vector.col.data(), vector.wide(), vector.nvals, *list),
                    std::move(values));
    found.col = rank_columns(context, found.col.data(), found.wide(), found.nvals, *list);
    found.ncols = list->size();
    found.is_vector = true;
    return found;
}

Matrix vector_from_ranks(Context& context, Matrix&& vector, const Ids& list, std::uint64_t size) {
    Matrix result = std::move(vector);
    if (list != nullptr)
        result.col = map_columns(context, result.col.data(), result.wide(), result.nvals, list->data(),
                                 needs_wide(size));
    result.ncols = size;
    return result;
}

} // namespace mergus::cuda
