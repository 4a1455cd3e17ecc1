/// \file masked_rows.cpp
/// A product under a normal mask with short rows: the host side of mxm/masked_rows/masked_rows.cuh.
/// The mask bounds the entries of the result, so one pass computes them at the offsets of the mask's entries,
/// and those that are present are kept.
#include "mxm/method.hpp"
#include "mxm/tuning.hpp"
#include "steps/compact.hpp"
#include "tuning.hpp"

#include <algorithm>
#include <utility>

namespace mergus::cuda {

namespace {

/// Makes the whole product in one launch, without analysis and bins.
class MaskedRows : public MethodRun {
public:
    MaskedRows(Context& context, const MxmProblem& problem) : context_(context), problem_(problem) {}

    /// Unless the average rows are short.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// Unless all rows are short.
    [[nodiscard]] const char* refuses() override;
    /// Waits once, for the number of entries.
    [[nodiscard]] Product run(bool reports) override;

private:
    Context& context_;
    const MxmProblem& problem_;
    std::uint32_t ways_ = 0; ///< entries of a row of the mask at most
};

} // namespace

const char* MaskedRows::refuses(const MxmProblem& problem) {
    if (problem.mask_kind != MaskKind::normal) return "no mask, or a complemented one";
    if (problem.type->size > tuning::masked_value_bytes) return "wide values";
    if (problem.nrows > tuning::most_blocks * tuning::masked_block_threads) return "too many rows";
    if (problem.choice.given()) return nullptr;
    const Matrix &A = problem.A, &B = problem.B, &mask = *problem.mask;
    if (A.nrows < tuning::masked_min_rows) return "few rows";
    const bool short_on_average = mask.nvals <= tuning::masked_ways.back() * mask.nrows &&
                                  A.nvals <= tuning::masked_average * A.nrows &&
                                  B.nvals <= tuning::masked_average * B.nrows;
    return short_on_average ? nullptr : "long rows";
}

const char* MaskedRows::refuses() {
    const RowProfile &mask = *known_row_profile(*problem_.mask), &A = *known_row_profile(problem_.A),
                     &B = *known_row_profile(problem_.B);
    if (mask.longest > tuning::masked_ways.back() || A.longest * B.longest > tuning::masked_products)
        return "some long rows";
    ways_ = *std::find_if(tuning::masked_ways.begin(), tuning::masked_ways.end(),
                          [&](std::uint32_t ways) { return ways >= mask.longest; });
    return nullptr;
}

Product MaskedRows::run(bool) {
    Device& device = context_.device;
    const Matrix& mask = *problem_.mask;
    const CompactPresent compact(context_, mask, problem_.type);
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.constant("ways", ways_);
    KernelRequests kernels{{"mxm/masked_rows/masked_rows.cuh", "multiply_masked_rows", std::move(bindings)}};
    compact.kernels(kernels);
    context_.jit.compile(kernels);

    const Array<std::uint8_t> present(device, mask.nvals);
    Buffer values(device, mask.nvals * problem_.type->size);
    const void *const vals = values.data(), *const flags = present.data();
    const std::uint64_t blocks =
        (mask.nrows + tuning::masked_block_threads - 1) / tuning::masked_block_threads;
    device.launch(context_.jit.kernel(kernels.front()), {static_cast<std::uint32_t>(blocks)},
                  {tuning::masked_block_threads}, 0, problem_.operands, mask.nrows, vals, flags);
    return {.T = compact.run(mask, present, std::move(values))};
}

namespace product_methods {
extern const ProductMethod masked_rows;
constinit const ProductMethod masked_rows{.name = "masked_rows",
                                          .summary = "short rows under a mask, a thread a row",
                                          .evidence = "docs/laboratory/masked-products.md",
                                          .refuses = MaskedRows::refuses,
                                          .reads = all_operands,
                                          .start = start_run<MaskedRows>};
} // namespace product_methods

} // namespace mergus::cuda
