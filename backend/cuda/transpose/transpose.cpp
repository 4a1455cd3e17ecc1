/// \file transpose.cpp
/// The transpose: which method, and its mask and accumulator.
#include "transpose.hpp"

#include "ops/write_result.hpp"
#include "transpose_methods.hpp"

#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

Matrix transposed(Context& context, const Matrix& A, TransposeMethod& used) {
    used = {};
    const plan::Transpose wanted = context.transposes.method;
    if (wanted == plan::Transpose::local ||
        (wanted == plan::Transpose::best && A.nvals >= plan::local_entries))
        if (std::optional<Matrix> T = transposed_locally(context, A, used)) return std::move(*T);
    if (wanted != plan::Transpose::sort)
        if (std::optional<Matrix> T = transposed_by_partition(context, A, used)) return std::move(*T);
    return transposed_by_sorting(context, A);
}

void explain(const mergus_call& call, const TransposeMethod& used) {
    mergus_report& report = *call.report;
    const std::string_view name = plan::transpose_names[static_cast<std::size_t>(used.method)];
    std::snprintf(report.method, sizeof report.method, "%.*s", static_cast<int>(name.size()), name.data());
    if (used.pull)
        std::snprintf(report.reason, sizeof report.reason,
                      "tiles of %u entries, %u buckets of %u columns, ordered up to %u entries at a time",
                      plan::touch_tile.size(), used.pull->buckets, used.pull->width, used.pull->piece.size());
    if (!used.cut) return;
    const plan::Partition& cut = *used.cut;
    std::snprintf(report.reason, sizeof report.reason,
                  "tiles of %u entries, %u buckets of %u columns, ordered %u entries at a time%s%s%s",
                  cut.tile.size(), cut.buckets, cut.width, cut.piece.size(),
                  cut.wide_keys ? ", wide keys" : "", cut.grouped() ? ", groups of buckets first" : "",
                  cut.counted ? ", pieces counted first" : "");
}

} // namespace

Matrix transposed(Context& context, const Matrix& A) {
    if (A.nvals == 0) return empty_matrix(context, A.type, A.ncols, A.nrows);
    TransposeMethod used;
    return transposed(context, A, used);
}

void transpose(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const bool twice = (call.descriptor & MERGUS_DESC_TRAN0) != 0; // which is a copy
    const OutputSpec how = OutputSpec::of(call);
    std::vector<KernelRequest> last;
    const WriteResult write(context, *call.C, A.type, how);
    write.kernels(last);
    const Jit::Expectation expected(context.jit, std::move(last));
    TransposeMethod used;
    Matrix T = twice          ? copy_of(context, A)
               : A.nvals == 0 ? empty_matrix(context, A.type, A.ncols, A.nrows)
                              : transposed(context, A, used);
    if (call.report != nullptr && !twice && A.nvals != 0) explain(call, used);
    write.run(std::move(T));
}

} // namespace mergus::cuda
