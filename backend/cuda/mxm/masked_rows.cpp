/// \file masked_rows.cpp
/// The mask bounds the entries of the result, so one pass computes them at the offsets of the mask's entries,
/// and those that are present are kept.
#include "masked_rows.hpp"

#include "steps/compact.hpp"
#include "steps/row_profile.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

MaskedRows::MaskedRows(Context& context, const MxmProblem& problem) : context_(context), problem_(problem) {}

bool MaskedRows::plausible() const {
    if (problem_.mask_kind != MaskKind::normal ||
        !forced<plan::Choice>(context_).allows(plan::Whole::masked_rows) ||
        problem_.type->size > plan::masked_value_bytes ||
        problem_.nrows > plan::most_blocks * plan::masked_block_threads)
        return false;
    if (forced<plan::Choice>(context_).given()) return true;
    const Matrix &A = problem_.A, &B = problem_.B, &mask = *problem_.mask;
    return A.nrows >= plan::short_min_rows && mask.nvals <= plan::masked_ways.back() * mask.nrows &&
           A.nvals <= plan::masked_average * A.nrows && B.nvals <= plan::masked_average * B.nrows;
}

void MaskedRows::kernels(KernelRequests& list) const {
    if (!plausible()) return;
    for (const Matrix* const matrix : {problem_.mask, &problem_.A, &problem_.B})
        if (!known_row_profile(*matrix)) list.push_back(row_profile_kernel(*matrix));
}

bool MaskedRows::suits() {
    if (!plausible()) return false;
    const RowProfile &mask = row_profile(context_, *problem_.mask), &A = row_profile(context_, problem_.A),
                     &B = row_profile(context_, problem_.B);
    if (mask.longest > plan::masked_ways.back() || A.longest * B.longest > plan::short_products) return false;
    ways_ = *std::find_if(plan::masked_ways.begin(), plan::masked_ways.end(),
                          [&](std::uint32_t ways) { return ways >= mask.longest; });
    return true;
}

template <class Offset>
Matrix MaskedRows::run_as() const {
    Device& device = context_.device;
    const Matrix& mask = *problem_.mask;
    const CompactPresent compact(context_, mask, problem_.type);
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.constant("ways", ways_);
    KernelRequests kernels{{"mxm/masked_rows.cuh", "multiply_masked_rows", std::move(bindings)}};
    compact.kernels(kernels);
    context_.jit.compile(kernels);

    Array<Offset> present(device, mask.nvals + 1);
    Buffer values(device, mask.nvals * problem_.type->size);
    const void *const vals = values.data(), *const flags = present.data();
    const std::uint64_t blocks = (mask.nrows + plan::masked_block_threads - 1) / plan::masked_block_threads;
    device.launch(context_.jit.kernel(kernels.front()), {static_cast<std::uint32_t>(blocks)},
                  {plan::masked_block_threads}, 0, problem_.operands, mask.nrows, vals, flags);
    return compact.run(mask, present, std::move(values));
}

Matrix MaskedRows::run() const {
    return problem_.wide_mask_offsets() ? run_as<std::uint64_t>() : run_as<std::uint32_t>();
}

} // namespace mergus::cuda
