/// \file extract.cpp
/// extract: T = A(rows, cols); a part of a row or column of a matrix as a vector.
#include "operations.hpp"
#include "steps/index_list.hpp"
#include "steps/iso.hpp"
#include "steps/pick.hpp"
#include "steps/region_rows.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

namespace mergus::cuda {

namespace {

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
    const IndexList row(context, call.cols, call.ncols, call.A->nrows);
    const IndexList cols(context, call.rows, call.nrows, call.A->ncols);
    const RegionRows extract(context, *call.A, *call.C, row, cols, RegionUse::extract);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, extract, write);
    write.run(extract.run(*call.A));
}

/// A part of a column of a matrix.
void extract_column(Context& context, const mergus_call& call) {
    const IndexList rows(context, call.rows, call.nrows, call.A->nrows);
    const PickEntries pick(context, *call.A, call.C->ncols);
    const WriteResult write(context, *call.C, call.A->type, OutputSpec::of(call));
    compile_kernels(context, pick, write);
    write.run(pick.run(*call.A, {.rows = rows.given(), .col = call.cols[0], .step = 0}));
}

} // namespace

void extract(Context& context, const mergus_call& call) {
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) != 0;
    if (call.C->is_vector && !call.A->is_vector)
        return transposed ? extract_row(context, call) : extract_column(context, call);
    TransposedInput A(context, *call.A, transposed);
    const CallLists lists(context, call, *A);
    const RegionRows extract(context, *A, *call.C, lists.rows, lists.cols, RegionUse::extract);
    const WriteResult write(context, *call.C, A->type, OutputSpec::of(call));
    compile_kernels(context, A, extract, write);
    A.run();
    write.run(extract.run(*A));
}

} // namespace mergus::cuda
