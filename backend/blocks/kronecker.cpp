/// \file kronecker.cpp
/// The Kronecker product: a part of A's rows and columns with all of B gives a part of C.
#include "operations.hpp"

namespace mergus::blocks {

void kronecker(mergus_context& context, const mergus_call& call) {
    const bool a_transposed = has(call, MERGUS_DESC_TRAN0), b_transposed = has(call, MERGUS_DESC_TRAN1);
    const Cuts &rows = a_transposed ? call.A->cols : call.A->rows,
               &cols = a_transposed ? call.A->rows : call.A->cols;
    const std::uint64_t b_rows = (b_transposed ? call.B->cols : call.B->rows).size(),
                        b_cols = (b_transposed ? call.B->rows : call.B->cols).size();
    OutputCuts cuts = uncut(*call.C);
    if (b_rows > 0 && b_cols > 0) cuts = {rows.scaled(b_rows), cols.scaled(b_cols)};
    compute(context, call, cuts, false, [&](Region& region) {
        const auto divided = [](const Range& range, std::uint64_t by) {
            return by == 0 ? range : Range{range.first / by, range.count / by};
        };
        const Range a_rows = cuts.recut ? Range{0, rows.size()} : divided(region.rows, b_rows);
        const Range a_cols = cuts.recut ? Range{0, cols.size()} : divided(region.cols, b_cols);
        const LocalPtr A = gather(context, region.cache, *call.A, a_transposed ? a_cols : a_rows,
                                  a_transposed ? a_rows : a_cols);
        const LocalPtr B = gather(context, region.cache, *call.B, Range{0, call.B->rows.size()},
                                  Range{0, call.B->cols.size()});
        mergus_call inputs = inputs_of(call);
        inputs.A = A->handle();
        inputs.B = B->handle();
        region.run(&mergus_backend::kronecker, "kronecker", inputs);
    });
}

} // namespace mergus::blocks
