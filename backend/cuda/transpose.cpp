/// \file transpose.cpp
/// The transpose: which method, and its mask and accumulator.
#include "transpose.hpp"

#include "merge.hpp"
#include "transpose_methods.hpp"

namespace mergus::cuda {

Matrix transposed(Context& context, const Matrix& A) {
    if (A.nvals == 0) return empty_matrix(context, A.type, A.ncols, A.nrows);
    if (context.transposes != plan::Transpose::sort)
        if (std::optional<Matrix> T = transposed_by_partition(context, A)) return std::move(*T);
    return transposed_by_sorting(context, A);
}

void transpose(Context& context, const mergus_call& call) {
    // Transposed twice is a copy.
    Matrix T =
        (call.descriptor & MERGUS_DESC_TRAN0) != 0 ? copy_of(context, *call.A) : transposed(context, *call.A);
    write(context, *call.C, std::move(T), Write::of(call));
}

} // namespace mergus::cuda
