/// \file extract.cpp
/// extract: T = A(rows, cols). Every entry of a picked row is a candidate that comes out as often as its
/// column is listed.
#include "operations.hpp"

#include "coordinates.hpp"
#include "device/primitives.hpp"
#include "index_list.hpp"
#include "transpose/transpose.hpp"
#include "write_result.hpp"

#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

Matrix picked(Context& context, const Matrix& A, const IndexList& rows, const IndexList& cols,
              const Matrix& C) {
    Device& device = context.device;
    const Dim3 block{block_threads};
    // An empty list picks nothing; its null address must not be taken for "all".
    if ((!rows.all() && rows.size() == 0) || (!cols.all() && cols.size() == 0))
        return empty_matrix(context, A.type, C.nrows, C.ncols);
    Coordinates triples;
    triples.wide = needs_wide(C.nrows) || needs_wide(C.ncols);
    Bindings bindings;
    bindings.index("Index", A.wide())
        .index("Row", triples.wide)
        .index("T_index", triples.wide)
        .index("Place", true);
    Bindings values;
    values.type("Value", A.type).index("Place", true);
    std::vector<KernelRequest> requests{{"ops/region.cuh", "picked_lengths", bindings},
                                        {"ops/fill.cuh", "gather_values", values}};
    request_coordinates(requests, A.type, C.ncols, 0, triples.wide,
                        nullptr); // how many entries there will be is not known
    context.jit.prepare(requests);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("ops/region.cuh", entry, bindings);
    };
    const std::uint64_t* ptr = A.ptr.data();
    const void* const col = A.col.data();

    Array<std::uint64_t> candidate_ptr(device, C.nrows + 1);
    device.launch(kernel("picked_lengths"), grid_for(context, C.nrows, block_threads), block, 0, ptr,
                  rows.given(), C.nrows, candidate_ptr.data());
    exclusive_scan(device, candidate_ptr.data(), candidate_ptr.data(), C.nrows);
    const std::uint64_t candidates = device.read(candidate_ptr.data() + C.nrows);
    const std::uint64_t* const candidate = candidate_ptr.data();

    Array<std::uint64_t> pick_ptr(device, candidates + 1);
    device.launch(kernel("count_picks"), grid_for(context, candidates, block_threads), block, 0, ptr, col,
                  rows.given(), candidate, C.nrows, candidates, cols.sorted_or_null(), cols.size(),
                  pick_ptr.data());
    exclusive_scan(device, pick_ptr.data(), pick_ptr.data(), candidates);
    triples.count = device.read(pick_ptr.data() + candidates);

    const std::size_t index_size = triples.wide ? 8 : 4;
    triples.rows = Buffer(device, triples.count * index_size);
    triples.cols = Buffer(device, triples.count * index_size);
    triples.values = Buffer(device, triples.count * A.type->size);
    Array<std::uint64_t> from(device, triples.count);
    const Dim3 grid = grid_for(context, triples.count, block_threads);
    device.launch(kernel("fill_picks"), grid, block, 0, ptr, col, rows.given(), candidate, C.nrows,
                  static_cast<const std::uint64_t*>(pick_ptr.data()), candidates, triples.count,
                  cols.sorted_or_null(), cols.places(), cols.size(),
                  static_cast<const void*>(triples.rows.data()),
                  static_cast<const void*>(triples.cols.data()), from.data());
    device.launch(context.jit.kernel("ops/fill.cuh", "gather_values", values), grid, block, 0,
                  static_cast<const void*>(A.val.data()), static_cast<const std::uint64_t*>(from.data()),
                  triples.count, static_cast<const void*>(triples.values.data()));
    return from_coordinates(context, A.type, C.nrows, C.ncols, std::move(triples), nullptr);
}

} // namespace

void extract(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const IndexList rows(context, call.rows, call.nrows);
    const IndexList cols(context, call.cols, call.ncols);
    const OutputSpec how = OutputSpec::of(call);
    std::vector<KernelRequest> last;
    A.kernels(last);
    request_write_result(last, context, *call.C, A->type, how);
    const Jit::Expectation expected(context.jit, std::move(last));
    A.run();
    Matrix T = rows.all() && cols.all() ? copy_of(context, *A) : picked(context, *A, rows, cols, *call.C);
    write_result(context, *call.C, std::move(T), how);
}

} // namespace mergus::cuda
