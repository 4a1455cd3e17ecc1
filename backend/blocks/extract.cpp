/// \file extract.cpp
/// C<mask> ⊙= A(rows, cols): each block of C gathers the rows and columns that its part of the lists names.
#include "operations.hpp"

namespace mergus::blocks {

void extract(mergus_context& context, const mergus_call& call) {
    const mergus_matrix &A = *call.A, &C = *call.C;
    const bool transposed = has(call, MERGUS_DESC_TRAN0);
    const bool line = C.is_vector && !A.is_vector; // a part of a column
    const Cuts &row_cuts = transposed ? A.cols : A.rows, &col_cuts = transposed ? A.rows : A.cols;
    const Indices rows = Indices::of_call(call.rows, call.nrows, row_cuts.size());
    const Indices cols =
        A.is_vector ? Indices(Range{0, 1}) : Indices::of_call(call.cols, call.ncols, col_cuts.size());
    const OutputCuts cuts{C.is_vector ? context.vector_cuts(C.rows.size())
                                      : Cuts::by_count(C.rows.size(), context.row_parts(false)),
                          Cuts::by_count(C.cols.size(), context.col_parts(C.is_vector))};
    compute(context, call, cuts, false, [&](Region& region) {
        const Indices some_rows = rows.part(region.rows);
        const Indices some_cols = line ? cols : cols.part(region.cols);
        const LocalPtr part = gather(context, region.cache, A, transposed ? some_cols : some_rows,
                                     transposed ? some_rows : some_cols);
        if (!line) {
            region.write(part, transposed);
            return;
        }
        constexpr std::uint64_t first = 0;
        mergus_call inputs = inputs_of(call);
        inputs.A = part->handle();
        inputs.rows = nullptr;
        inputs.nrows = 0;
        inputs.cols = &first;
        inputs.ncols = 1;
        region.run(&mergus_backend::extract, "extract", inputs);
    });
}

} // namespace mergus::blocks
