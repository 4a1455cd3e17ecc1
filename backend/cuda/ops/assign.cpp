/// \file assign.cpp
/// assign: C<mask>(rows, cols) ⊙= A. A vector is stored as a row; as a part of a column of a matrix it is
/// read transposed. A's entries become a matrix of C's shape, which is written as any result; but entries of
/// C outside the region stay unless the mask and replace delete them.
#include "operations.hpp"
#include "steps/index_list.hpp"
#include "steps/region_rows.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

namespace mergus::cuda {

namespace {

/// Whether a vector becomes a part of a column, not of a row, of a matrix.
bool is_column_part(const mergus_call& call) {
    if (!call.A->is_vector || call.C->is_vector) return false;
    const bool one_row = call.rows != nullptr && call.nrows == 1;
    return !one_row && call.cols != nullptr && call.ncols == 1;
}

} // namespace

void assign(Context& context, const mergus_call& call) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    const CallLists lists(context, call, *call.C);
    OutputSpec how = OutputSpec::of(call);
    how.region = region_of(lists.rows, lists.cols);
    const RegionRows map(context, *A, *call.C, lists.rows, lists.cols,
                         is_column_part(call) ? RegionUse::assign_column : RegionUse::assign);
    const bool whole = lists.rows.all() && lists.cols.all(); // A itself is written
    const WriteResult write(context, *call.C, A->type, how, whole && A->iso);
    if (whole) {
        compile_kernels(context, A, write);
        A.run();
        return write.run_with(*A);
    }
    compile_kernels(context, A, map, write);
    A.run();
    write.run(map.run(*A));
}

} // namespace mergus::cuda
