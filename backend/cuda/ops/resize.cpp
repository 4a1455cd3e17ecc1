/// \file resize.cpp
#include "resize.hpp"

#include "steps/compact.hpp"
#include "steps/index_arrays.hpp"
#include "steps/iso.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

/// The entries in columns below a bound.
EntryTest test_columns(const std::uint64_t* bound) {
    EntryTest test;
    test.bindings.line("typedef uint64_t Y_value;")
        .line("template <class X> __device__ __forceinline__ bool keep(const X&, int64_t i, int64_t j, "
              "uint64_t bound) { return uint64_t(i + j) < bound; }");
    test.needs_row = false; // i is 0, except of a vector, where j is 0
    test.y = bound;
    test.y_size = sizeof *bound;
    return test;
}

/// The matrix with other rows: of those that it loses, entries are deleted.
Matrix with_rows(Context& context, Matrix&& from, std::uint64_t nrows) {
    Device& device = context.device;
    const std::uint64_t kept = std::min(from.nrows, nrows);
    const std::uint64_t nvals = kept == from.nrows
                                    ? from.nvals
                                    : device.read(static_cast<const std::uint64_t*>(from.ptr.data()) + kept);
    Array<std::uint64_t> ptr(device, nrows + 1);
    device.launch(context.jit.kernel("ops/resize.cuh", "resized_offsets", Bindings()),
                  grid_for(context, nrows + 1, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(from.ptr.data()), kept, nrows, ptr.data());
    if (nvals == from.nvals) {
        from.ptr = std::move(ptr);
        from.nrows = nrows;
        return std::move(from);
    }
    Matrix result = raw_pattern(context, from.type, nrows, from.ncols, nvals, std::move(ptr));
    device.copy(result.col.data(), from.col.data(), nvals * from.index_size());
    result.iso = from.iso && nvals != 0;
    result.val = Buffer(device, stored_values(result) * from.type->size);
    device.copy(result.val.data(), from.val.data(), result.val.bytes());
    return result;
}

} // namespace

void resize(Context& context, Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t rows = matrix.is_vector ? 1 : nrows, columns = matrix.is_vector ? nrows : ncols;
    const EntryTest test = test_columns(&columns);
    const SelectEntries select(context, matrix, test, matrix.type);
    const ConvertIndex convert(context, matrix.wide(), needs_wide(columns));
    KernelRequests requests(context.jit);
    if (columns < matrix.ncols) select.kernels(requests);
    if (rows != matrix.nrows) requests.push_back({"ops/resize.cuh", "resized_offsets", Bindings()});
    convert.kernels(requests);
    context.jit.compile(requests);

    Matrix result = columns < matrix.ncols ? select.run(matrix) : copy_of(context, matrix);
    if (rows != result.nrows) result = with_rows(context, std::move(result), rows);
    if (needs_wide(columns) != result.wide()) result.col = convert.run(result.col.data(), result.nvals);
    result.ncols = columns;
    result.is_vector = matrix.is_vector;
    matrix = std::move(result);
}

} // namespace mergus::cuda
