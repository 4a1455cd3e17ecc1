/// \file assign.cpp
/// assign and assign_scalar: C<mask>(rows, cols) ⊙= A or a scalar. The input is first made a matrix of C's
/// shape; then it is written like any result, except that entries of C outside the region are left to the
/// mask alone.
#include "operations.hpp"

#include "coordinates.hpp"
#include "device/launch.hpp"
#include "index_list.hpp"
#include "mxm/compact.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

Bindings bind_spread(const Matrix& A, bool wide) {
    Bindings bindings;
    bindings.index("Index", A.wide()).index("Row", wide).index("T_index", wide).index("Place", true);
    return bindings;
}

void request_spread(std::vector<KernelRequest>& requests, const Matrix& A, const Matrix& C) {
    const bool wide = needs_wide(C.nrows) || needs_wide(C.ncols);
    requests.push_back({"ops/region.cuh", "map_coordinates", bind_spread(A, wide)});
    request_coordinates(requests, A.type, C.ncols, A.nvals, wide, nullptr);
}

/// A's entries at their places in C.
Matrix spread(Context& context, const Matrix& A, const IndexList& rows, const IndexList& cols,
              const Matrix& C) {
    Device& device = context.device;
    Coordinates triples;
    triples.count = A.nvals;
    triples.wide = needs_wide(C.nrows) || needs_wide(C.ncols);
    const std::size_t index_size = triples.wide ? 8 : 4;
    triples.rows = Buffer(device, A.nvals * index_size);
    triples.cols = Buffer(device, A.nvals * index_size);
    triples.values = Buffer(device, A.nvals * A.type->size);
    device.copy(triples.values.data(), A.val.data(), triples.values.bytes());
    device.launch(context.jit.kernel("ops/region.cuh", "map_coordinates", bind_spread(A, triples.wide)),
                  grid_for(context, A.nvals, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(A.ptr.data()), A.nrows,
                  static_cast<const void*>(A.col.data()), A.nvals, rows.given(), cols.given(),
                  static_cast<const void*>(triples.rows.data()),
                  static_cast<const void*>(triples.cols.data()));
    return from_coordinates(context, A.type, C.nrows, C.ncols, std::move(triples), nullptr);
}

OutputSpec into_region(const mergus_call& call, const IndexList& rows, const IndexList& cols) {
    OutputSpec how = OutputSpec::of(call);
    if (!rows.all()) how.region.rows = &rows.sorted();
    if (!cols.all()) how.region.cols = &cols.sorted();
    return how;
}

KernelRequest fill_kernel(const mergus_type* type) {
    Bindings bindings;
    bindings.type("Value", type).index("Place", true);
    return {"ops/fill.cuh", "fill_value", std::move(bindings)};
}

void fill_values(Context& context, const mergus_type* type, const void* scalar, const Matrix& T) {
    const void* const out = T.val.data();
    launch(context.device, context.jit.kernel(fill_kernel(type)), grid_for(context, T.nvals, block_threads),
           {block_threads}, 0, {Parameter(scalar, type->size), T.nvals, out});
}

/// The scalar at every entry of a matrix.
Matrix scalar_in_pattern(Context& context, const Matrix& pattern, const void* scalar,
                         const mergus_type* type) {
    Device& device = context.device;
    Matrix T = raw_matrix(context, type, pattern.nrows, pattern.ncols, pattern.nvals);
    device.copy(T.ptr.data(), pattern.ptr.data(), (pattern.nrows + 1) * sizeof(std::uint64_t));
    device.copy(T.col.data(), pattern.col.data(), pattern.nvals * pattern.index_size());
    fill_values(context, type, scalar, T);
    return T;
}

/// The scalar wherever a mask that is not negated has a true entry in the region.
Matrix scalar_under_mask(Context& context, const mergus_call& call, const IndexList& rows,
                         const IndexList& cols, const mergus_type* type) {
    const Matrix& mask = *call.mask;
    if (rows.all() && cols.all() && (call.descriptor & MERGUS_DESC_STRUCTURE) != 0)
        return scalar_in_pattern(context, mask, call.scalar, type);
    // Rows and columns outside the lists are sorted out by the two tests; the lists travel as the scalar
    // argument.
    struct Lists {
        const std::uint64_t *rows, *cols;
        std::uint64_t row_count, col_count;
    } lists{rows.sorted().data(), cols.sorted().data(), rows.sorted().size(), cols.sorted().size()};
    Compaction how;
    how.bindings.line("struct Y_value { const uint64_t *rows, *cols; uint64_t row_count, col_count; };")
        .truth("truth", mask.type, (call.descriptor & MERGUS_DESC_STRUCTURE) != 0)
        .constant("has_row_list", !rows.all())
        .constant("has_col_list", !cols.all())
        .constant("needs_row", !rows.all())
        .line(
            "__device__ __forceinline__ bool listed(const uint64_t* list, uint64_t count, uint64_t requests) "
            "{\n"
            "    uint64_t low = 0, high = count;\n"
            "    while (low < high) {\n"
            "        const uint64_t middle = low + (high - low) / 2;\n"
            "        if (list[middle] < requests) low = middle + 1; else high = middle;\n"
            "    }\n"
            "    return low < count && list[low] == requests;\n"
            "}\n"
            "template <class M> __device__ __forceinline__ bool keep(const M& m, int64_t i, int64_t j, "
            "Y_value y) {\n"
            "    return truth(m) && (!has_row_list || listed(y.rows, y.row_count, i)) &&\n"
            "           (!has_col_list || listed(y.cols, y.col_count, j));\n"
            "}");
    how.scalar = &lists;
    how.scalar_size = sizeof lists;
    how.z_type = type;
    how.fill = call.scalar;
    return compact(context, mask, how);
}

/// The scalar everywhere in the region: a full block.
Matrix scalar_block(Context& context, const mergus_call& call, const IndexList& rows, const IndexList& cols,
                    const mergus_type* type) {
    const Matrix& C = *call.C;
    Device& device = context.device;
    const std::uint64_t height = rows.all() ? C.nrows : rows.sorted().size();
    const std::uint64_t width = cols.all() ? C.ncols : cols.sorted().size();
    if (width != 0 && height > (UINT64_MAX / 64) / width)
        throw Error(Code::out_of_memory, fmt::format("a full region of {} x {} entries", height, width));
    if (height * width == 0) return empty_matrix(context, type, C.nrows, C.ncols);
    Matrix T = raw_matrix(context, type, C.nrows, C.ncols, height * width);
    Bindings bindings;
    bindings.index("Index", T.wide()).index("Row", true).index("T_index", true).index("Place", true);
    context.jit.prepare({{"ops/region.cuh", "block_offsets", bindings}, fill_kernel(type)});
    const Dim3 block{block_threads};
    device.launch(context.jit.kernel("ops/region.cuh", "block_offsets", bindings),
                  grid_for(context, C.nrows + 1, block_threads), block, 0, rows.sorted_or_null(), height,
                  C.nrows, width, T.ptr.data());
    device.launch(context.jit.kernel("ops/region.cuh", "block_columns", bindings),
                  grid_for(context, T.nvals, block_threads), block, 0, cols.sorted_or_null(), width, T.nvals,
                  static_cast<const void*>(T.col.data()));
    fill_values(context, type, call.scalar, T);
    return T;
}

} // namespace

void assign(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const IndexList rows(context, call.rows, call.nrows);
    const IndexList cols(context, call.cols, call.ncols);
    const OutputSpec how = into_region(call, rows, cols);
    const bool whole = rows.all() && cols.all();
    KernelRequests requests;
    A.kernels(requests);
    if (!whole) request_spread(requests, *A, *call.C);
    request_write_result(requests, context, *call.C, A->type, how);
    context.jit.compile(requests);
    A.run();
    Matrix T = whole ? copy_of(context, *A) : spread(context, *A, rows, cols, *call.C);
    write_result(context, *call.C, std::move(T), how);
}

void assign_scalar(Context& context, const mergus_call& call) {
    const IndexList rows(context, call.rows, call.nrows);
    const IndexList cols(context, call.cols, call.ncols);
    const mergus_type* type = context.intern(call.scalar_type);
    OutputSpec how = into_region(call, rows, cols);
    const bool by_mask = call.mask != nullptr && (call.descriptor & MERGUS_DESC_COMPLEMENT) == 0;
    how.t_is_masked = by_mask;
    how.t_fills_mask = by_mask && rows.all() && cols.all();
    std::vector<KernelRequest> last;
    request_write_result(last, context, *call.C, type, how);
    const Jit::Expectation expected(context.jit, std::move(last));
    write_result(context, *call.C,
                 by_mask ? scalar_under_mask(context, call, rows, cols, type)
                         : scalar_block(context, call, rows, cols, type),
                 how);
}

} // namespace mergus::cuda
