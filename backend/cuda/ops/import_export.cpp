/// \file import_export.cpp
/// Import and export of compressed rows, in host or device memory, and of tuples in host memory.
#include "import_export.hpp"
#include "bitmap/convert.hpp"

#include "steps/caller_arrays.hpp"
#include "steps/cast.hpp"
#include "steps/check_csr.hpp"
#include "steps/coordinates.hpp"
#include "steps/index_arrays.hpp"
#include "steps/iso.hpp"
#include "steps/tuple_positions.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

bool is_trusted(const mergus_csr& csr) {
    return (csr.flags & MERGUS_CSR_TRUSTED) != 0;
}

} // namespace

Matrix import_csr(Context& context, const mergus_csr& csr) {
    Device& device = context.device;
    const bool on_device = csr.memory == MERGUS_MEMORY_DEVICE, trusted = is_trusted(csr);
    const bool wide_ptr = csr.pointer_bits == 64, wide_cols = csr.index_bits == 64, iso = csr.iso != 0;
    if (!on_device && !trusted) check_csr(csr);
    Matrix matrix;
    matrix.type = context.intern(csr.type);
    matrix.nrows = csr.nrows;
    matrix.ncols = csr.ncols;
    matrix.nvals = csr.nvals;
    const bool checks_on_device = on_device && !trusted;
    const CheckCsr check(context, csr);
    const ConvertIndex convert_ptr(context, wide_ptr, true);
    const ConvertIndex convert_cols(context, wide_cols, matrix.wide());
    KernelRequests requests(context.jit);
    if (checks_on_device)
        check.kernels(requests);
    else
        convert_ptr.kernels(requests);
    convert_cols.kernels(requests);
    context.jit.compile(requests);

    CallerArrays arrays(device, csr.memory, csr.stream);
    AdoptedArrays adopted(device, csr);
    const Buffer narrow_ptr =
        wide_ptr ? Buffer() : adopted.look_at(csr.row_ptr, (csr.nrows + 1) * sizeof(std::uint32_t));
    if (wide_ptr)
        matrix.ptr.buffer() = adopted.take(csr.row_ptr, (csr.nrows + 1) * sizeof(std::uint64_t));
    else if (checks_on_device)
        matrix.ptr = Array<std::uint64_t>(device, csr.nrows + 1); // written by the check
    else
        matrix.ptr.buffer() = convert_ptr.run(narrow_ptr.data(), csr.nrows + 1);
    Buffer cols = wide_cols == matrix.wide() ? adopted.take(csr.cols, csr.nvals * matrix.index_size())
                                             : adopted.look_at(csr.cols, csr.nvals * (wide_cols ? 8 : 4));
    if (iso && csr.nvals != 0) {
        set_one_value_of_host(context, matrix,
                              value_of(context, {csr.type, csr.values, on_device, !trusted}).get());
    } else {
        matrix.val = adopted.take(csr.values, csr.nvals * matrix.type->size);
    }
    // Before the checks, which wait for it: it may read the caller's array.
    Buffer own_cols = wide_cols == matrix.wide() ? Buffer() : convert_cols.run(cols.data(), csr.nvals);
    // The call would not wait, but for the result of the check: it is read by the first call that reads the
    // matrix.
    const bool defers = checks_on_device && csr.stream != nullptr && wide_cols == matrix.wide() && !iso &&
                        csr.release != nullptr && !adopted.must_wait() && !device.capturing();
    // Copies are checked where there are some, in the caller's width: the caller's memory may be another
    // device's.
    if (checks_on_device) {
        const bool checks_values = csr.type->code == MERGUS_BOOL && !iso;
        const void* const values = checks_values ? matrix.val.data() : nullptr;
        const Device::Message begun =
            check.begin(wide_ptr ? nullptr : narrow_ptr.data(), matrix.ptr.data(), cols.data(), values);
        if (defers)
            defer_check(context, matrix, begun);
        else
            check.end(begun, matrix.ptr.data(), cols.data(), values);
    }
    const bool has_waited = !trusted && !defers;
    matrix.col = wide_cols == matrix.wide() ? std::move(cols) : std::move(own_cols);
    if (csr.release == nullptr) find_one_value(context, matrix);
    // Handed over: release() follows no stream's order.
    if (on_device && trusted && adopted.must_wait()) device.synchronize();
    // Checks have waited for the work on the arrays. Without a stream, arrays that are handed over are the
    // matrix's from here on.
    arrays.give_back(has_waited || !adopted.has_read() || (csr.release != nullptr && csr.stream == nullptr));
    adopted.keep();
    return matrix;
}

void export_csr(Context& context, const Matrix& matrix, mergus_csr& csr) {
    Device& device = context.device;
    const bool to_device = csr.memory == MERGUS_MEMORY_DEVICE;
    const CopyOutIndex copy_ptr(context, csr.row_ptr, true, matrix.nrows + 1, csr.pointer_bits == 64,
                                to_device);
    const CopyOutIndex copy_cols(context, csr.cols, matrix.wide(), matrix.nvals, csr.index_bits == 64,
                                 to_device);
    compile_kernels(context, copy_ptr, copy_cols);
    CallerArrays arrays(device, csr.memory, csr.stream);
    copy_ptr.run(matrix.ptr.data());
    copy_cols.run(matrix.col.data());
    if (csr.values != nullptr)
        copy_out(device, csr.values, values_of(context, matrix), matrix.nvals * matrix.type->size, to_device);
    arrays.give_back();
    csr.nvals = matrix.nvals;
    csr.iso = 0;
}

void move_csr(Context& context, Matrix& matrix, mergus_csr& csr) {
    Matrix left = empty_matrix(context, matrix.type, matrix.nrows, matrix.ncols);
    auto moved = std::make_unique<Matrix>();
    own_columns(context, matrix);
    own_values(context, matrix);
    context.device.synchronize(); // the caller may read the arrays on any stream
    // Nothing below fails, so the arrays always have one owner.
    *moved = std::exchange(matrix, std::move(left));
    moved->derived.reset();
    csr.type = moved->type;
    csr.nrows = moved->nrows;
    csr.ncols = moved->ncols;
    csr.nvals = csr.capacity = moved->nvals;
    csr.row_ptr = moved->ptr.data();
    csr.cols = moved->col.data();
    csr.values = moved->val.data();
    csr.pointer_bits = 64;
    csr.index_bits = moved->wide() ? 64 : 32;
    csr.iso = 0;
    csr.memory = MERGUS_MEMORY_DEVICE;
    csr.release = [](void* arrays) { delete static_cast<Matrix*>(arrays); };
    csr.release_arg = moved.release();
}

namespace {

/// A matrix of few rows and few entries, which are sorted here: that takes less time than one launch. Nothing
/// if there are duplicates. \param values of the type of `shape`
std::optional<Matrix> build_few(Context& context, const Matrix& shape, const std::uint64_t* rows,
                                const std::uint64_t* cols, const void* values, std::uint64_t nvals) {
    using Position = std::pair<std::uint64_t, std::uint64_t>;
    const std::size_t value_size = shape.type->size, index_size = shape.index_size();
    const auto position = [&](std::size_t e) {
        return shape.is_vector ? Position(0, rows[e]) : Position(rows[e], cols[e]);
    };
    for (std::size_t e = 0; e < nvals; ++e)
        if (rows[e] >= (shape.is_vector ? shape.ncols : shape.nrows) ||
            (!shape.is_vector && cols[e] >= shape.ncols))
            throw position_outside();
    std::vector<std::size_t> order(nvals);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return position(a) < position(b); });
    std::vector<std::uint64_t> ptr(shape.nrows + 1);
    std::vector<unsigned char> columns(nvals * index_size), sorted(nvals * value_size);
    for (std::size_t at = 0; at < nvals; ++at) {
        const auto [row, column] = position(order[at]);
        if (at > 0 && position(order[at - 1]) == Position(row, column)) return std::nullopt;
        ++ptr[row + 1];
        std::memcpy(&columns[at * index_size], &column, index_size); // the low bytes
        std::memcpy(&sorted[at * value_size],
                    static_cast<const unsigned char*>(values) + order[at] * value_size, value_size);
    }
    std::partial_sum(ptr.begin(), ptr.end(), ptr.begin());
    Device& device = context.device;
    Matrix built = raw_matrix(context, shape.type, shape.nrows, shape.ncols, nvals);
    built.is_vector = shape.is_vector;
    device.copy_to_device(built.ptr.data(), ptr.data(), ptr.size() * sizeof(std::uint64_t));
    device.copy_to_device(built.col.data(), columns.data(), columns.size());
    device.copy_to_device(built.val.data(), sorted.data(), sorted.size());
    return built;
}

} // namespace

void build(Context& context, Matrix& matrix, const std::uint64_t* rows, const std::uint64_t* cols,
           const void* values, const mergus_type* value_type, std::uint64_t nvals, const mergus_op* dup) {
    constexpr std::uint64_t few_rows = 64, few_entries = 256;
    if (dup == nullptr && matrix.nrows <= few_rows && nvals > 0 && nvals <= few_entries &&
        forced<StorageChoice>(context).form != Storage::csr && context.intern(value_type) == matrix.type) {
        if (std::optional<Matrix> built = build_few(context, matrix, rows, cols, values, nvals)) {
            matrix = std::move(*built);
            return;
        }
    }
    Device& device = context.device;
    // Values are combined in dup's domain: cast before, and cast to the matrix's type afterwards.
    const mergus_type* const domain = dup != nullptr ? context.intern(dup->z_type) : matrix.type;
    const mergus_type* const given = context.intern(value_type);
    const Cast cast_in(context, given, domain);
    const SortCoordinates sort(context, {domain, matrix.nrows, matrix.ncols}, nvals, dup);
    const Cast cast_out(context, domain, matrix.type);
    compile_kernels(context, cast_in, sort, cast_out);

    Coordinates triples = copy_in_positions(context, matrix, rows, cols, nvals);
    triples.values = Buffer(device, nvals * given->size);
    device.copy_to_device(triples.values.data(), values, nvals * given->size);
    if (given != domain) triples.values = cast_in.run(triples.values.data(), nvals);
    Matrix built = cast_out.run(sort.run(std::move(triples)));
    built.is_vector = matrix.is_vector;
    find_one_value(context, built);
    matrix = std::move(built);
}

namespace {

/// The tuples of a vector with an entry at every index: its values are one array, as bitmaps and as a list,
/// and its indices are not copied.
void extract_full(Context& context, const Matrix& vector, std::uint64_t* indices, void* values,
                  const mergus_type* value_type) {
    Device& device = context.device;
    const void* const from = vector.is_bitmap() ? vector.bitmap->val.data() : values_of(context, vector);
    if (values != nullptr && value_type == vector.type) {
        device.copy_to_host(values, from, vector.ncols * value_type->size);
    } else if (values != nullptr) {
        const Cast cast(context, vector.type, value_type);
        compile_kernels(context, cast);
        const Buffer converted = cast.run(from, vector.ncols);
        device.copy_to_host(values, converted.data(), converted.bytes());
    }
    if (indices != nullptr) device.count_up(indices, vector.ncols);
}

} // namespace

void extract_tuples(Context& context, const Matrix& stored, std::uint64_t* rows, std::uint64_t* cols,
                    void* values, const mergus_type* value_type) {
    if (stored.is_vector && stored.ncols != 0 && nvals_of(stored) == stored.ncols)
        return extract_full(context, stored, rows, values,
                            values == nullptr ? nullptr : context.intern(value_type));
    const Matrix& matrix = csr(context, stored);
    Device& device = context.device;
    if (matrix.is_vector) cols = std::exchange(rows, nullptr);
    const mergus_type* const to = values == nullptr ? matrix.type : context.intern(value_type);
    const bool narrow_rows = !needs_wide(matrix.nrows);
    const std::size_t row_size = narrow_rows ? 4 : 8;
    const bool in_pieces = device.reads_in_pieces(rows != nullptr   ? rows
                                                  : cols != nullptr ? cols
                                                                    : values,
                                                  matrix.nvals,
                                                  (rows != nullptr ? row_size : 0) +
                                                      (cols != nullptr ? matrix.index_size() : 0) +
                                                      (values != nullptr ? to->size : 0));
    const ExpandRows expand(context, !in_pieces || !narrow_rows);
    const CopyOutIndex copy_cols(context, in_pieces ? nullptr : cols, matrix.wide(), matrix.nvals, true,
                                 false);
    const Cast cast(context, matrix.type, to);
    KernelRequests requests(context.jit);
    if (rows != nullptr) expand.kernels(requests);
    copy_cols.kernels(requests);
    cast.kernels(requests);
    context.jit.compile(requests);

    Buffer expanded = rows != nullptr ? expand.run(matrix) : Buffer();
    if (!in_pieces) {
        if (rows != nullptr) copy_out(device, rows, expanded.data(), expanded.bytes(), false);
        expanded.reset();
        copy_cols.run(matrix.col.data());
        if (values == nullptr) return;
    }
    const bool casts = values != nullptr && to != matrix.type;
    const Buffer converted = casts ? cast.run(values_of(context, matrix), matrix.nvals) : Buffer();
    const void* const from = casts               ? converted.data()
                             : values != nullptr ? values_of(context, matrix)
                                                 : nullptr;
    if (in_pieces)
        copy_out_tuples(device,
                        {{{expanded.data(), row_size, rows, true},
                          {matrix.col.data(), matrix.index_size(), cols, true},
                          {from, to->size, values, false}}},
                        matrix.nvals);
    else
        copy_out(device, values, from, matrix.nvals * to->size, false);
}

} // namespace mergus::cuda
