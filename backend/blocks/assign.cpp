/// \file assign.cpp
/// Assignment to a region of C: each block of C gets the part of A that the lists name in it. A block outside
/// the region gets an empty list, since the mask and `replace` are those of all of C.
#include "operations.hpp"

namespace mergus::blocks {

namespace {

/// Those of C or, if they have more entries, of the mask or of what is assigned to all of C: a matrix that
/// was empty or in one block gets cuts that fit its new entries.
OutputCuts cuts_of(const mergus_call& call, const mergus_matrix* A) {
    const mergus_matrix& C = *call.C;
    const bool all = call.rows == nullptr && call.cols == nullptr;
    if (!all || (C.is_vector && C.nvals() > 0)) return cuts_like({{call.C}});
    const bool keeps_shape = A != nullptr && A->is_vector == C.is_vector;
    const mergus_matrix* const mask = has(call, MERGUS_DESC_COMPLEMENT) ? nullptr : call.mask;
    return cuts_like({{call.C}, {keeps_shape ? A : nullptr, has(call, MERGUS_DESC_TRAN0)}, {mask}});
}

void put_lists(mergus_call& inputs, const IndexList& rows, const IndexList* cols) {
    inputs.rows = rows.data();
    inputs.nrows = rows.size();
    inputs.cols = cols != nullptr ? cols->data() : nullptr;
    inputs.ncols = cols != nullptr ? cols->size() : 0;
}

} // namespace

void assign(mergus_context& context, const mergus_call& call) {
    const mergus_matrix& C = *call.C;
    const Indices rows = Indices::of_call(call.rows, call.nrows, C.rows.size());
    const Indices cols =
        C.is_vector ? Indices(Range{0, 1}) : Indices::of_call(call.cols, call.ncols, C.cols.size());
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    const bool line = call.A->is_vector && !C.is_vector; // a part of a row or column
    const bool is_column = line && cols.size() == 1 && (rows.size() != 1 || call.rows == nullptr);
    compute(context, call, cuts_of(call, call.A), true, [&](Region& region) {
        const Chosen in_rows = choose(rows, region.rows), in_cols = choose(cols, region.cols);
        LocalPtr A;
        if (line) {
            if (in_rows.size() == 0 || in_cols.size() == 0) {
                region.keep();
                return;
            }
            A = gather(context, region.cache, *call.A, (is_column ? in_rows : in_cols).place_set(),
                       Range{0, 1});
        } else {
            A = gather(context, region.cache, *call.A, (transposed ? in_cols : in_rows).place_set(),
                       (transposed ? in_rows : in_cols).place_set());
        }
        const IndexList row_list(in_rows.index_set(), region.rows.count),
            col_list(in_cols.index_set(), region.cols.count);
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        put_lists(inputs, row_list, C.is_vector ? nullptr : &col_list);
        region.run(&mergus_backend::assign, "assign", inputs);
    });
}

void assign_scalar(mergus_context& context, const mergus_call& call) {
    const mergus_matrix& C = *call.C;
    const Indices rows = Indices::of_call(call.rows, call.nrows, C.rows.size());
    const Indices cols =
        C.is_vector ? Indices(Range{0, 1}) : Indices::of_call(call.cols, call.ncols, C.cols.size());
    compute(context, call, cuts_of(call, nullptr), true, [&](Region& region) {
        const Chosen in_rows = choose(rows, region.rows), in_cols = choose(cols, region.cols);
        const IndexList row_list(in_rows.index_set(), region.rows.count),
            col_list(in_cols.index_set(), region.cols.count);
        mergus_call inputs = inputs_of(call);
        put_lists(inputs, row_list, C.is_vector ? nullptr : &col_list);
        region.run(&mergus_backend::assign_scalar, "assign_scalar", inputs);
    });
}

} // namespace mergus::blocks
