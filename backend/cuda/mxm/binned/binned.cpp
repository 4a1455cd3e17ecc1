/// \file binned.cpp
/// Any product, by bins of rows of similar size:
///
/// - analyse: count the products (flops) of each row (row_analysis.*)
/// - bin: rows of similar size into bins, each with an accumulator (binning.*, accumulators/table.cpp)
/// - blocks: the pattern of B as blocks of columns, if that is less work (column_blocks.*)
/// - size: the symbolic phase counts the entries of each row, unless a mask bounds them (bin_phase.*)
/// - fill: the numeric phase computes the entries, under the mask (bin_phase.*)
///
/// Sources: Liu and Vinter 2015 (bins), Parger et al. 2020 (analysis, hash and dense accumulators), Nagasaka
/// et al. 2017.
#include "bin_phase.hpp"
#include "column_blocks.hpp"
#include "device/primitives.hpp"
#include "mxm/method.hpp"
#include "mxm/result.hpp"
#include "steps/compact.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

/// Without a mask or under its complement: the rows are sized, then filled.
Matrix multiply_rows(Context& context, MxmProblem& problem, RowAnalysis& analysis, Attempt& attempt) {
    Device& device = context.device;
    ColumnBlocks column_blocks(context, problem);
    column_blocks.prepare_plan();
    const BinPhase symbolic(context, problem, analysis, Phase::symbolic),
        numeric(context, problem, analysis, Phase::numeric);
    BinnedRows bins = analysis.bin(nullptr, problem.plan(Phase::symbolic));
    attempt.flops = bins.flops;
    const tuning::Bins numeric_plan = problem.plan(Phase::numeric);
    problem.by_blocks = column_blocks.pay(bins);
    KernelRequests kernels(context.jit);
    symbolic.kernels(kernels, bins);
    numeric.kernels(kernels, bins, numeric_plan);
    if (problem.by_blocks) column_blocks.kernels(kernels);
    context.jit.compile(kernels);
    if (problem.by_blocks) column_blocks.run();

    // Size.
    Array<std::uint64_t> ptr = problem.offsets(device);
    device.fill(ptr.data(), 0, (problem.nrows + 1) * sizeof(std::uint64_t));
    symbolic.run(bins, {.sizes = ptr.data()}, attempt);

    // Fill. The host waits for the numbers of the bins while the sizes are added up to offsets.
    std::uint64_t nvals = 0;
    if (bins.all_fixed()) {
        exclusive_scan(device, ptr.data(), ptr.data(), problem.nrows);
        bins.plan = numeric_plan;
        nvals = device.read(ptr.data() + problem.nrows);
    } else {
        analysis.start_bins({ptr.data(), false}, numeric_plan);
        exclusive_scan(device, ptr.data(), ptr.data(), problem.nrows);
        bins = analysis.finish_bins();
        nvals = bins.entries;
    }
    analysis.release(bins);
    Matrix T = result_matrix(context, problem.type, problem.nrows, problem.ncols, nvals, std::move(ptr));
    numeric.run(bins, {.ptr = T.ptr.data(), .cols = T.col.data(), .vals = T.val.data()}, attempt);
    attempt.by_blocks = problem.by_blocks;
    return T;
}

/// Under a normal mask: values are computed at the mask's entries, and those that are present are kept.
Matrix multiply_under_mask(Context& context, const MxmProblem& problem, RowAnalysis& analysis,
                           Attempt& attempt) {
    Device& device = context.device;
    const Matrix& mask = *problem.mask;
    const BinPhase numeric(context, problem, analysis, Phase::numeric);
    const BinnedRows bins = analysis.bin(nullptr, problem.plan(Phase::numeric));
    attempt.flops = bins.flops;
    KernelRequests kernels(context.jit);
    numeric.kernels(kernels, bins);
    const CompactPresent compact(context, mask, problem.type);
    compact.kernels(kernels);
    context.jit.compile(kernels);

    const Array<std::uint8_t> present(device, mask.nvals);
    device.fill(present.data(), 0, mask.nvals);
    Buffer vals(device, mask.nvals * problem.type->size);
    numeric.run(bins, {.vals = vals.data(), .present = present.data()}, attempt);
    return compact.run(mask, present, std::move(vals));
}

/// All rows by their bins.
Matrix multiply_binned(Context& context, MxmProblem& problem, RowAnalysis& analysis, Attempt& attempt) {
    if (problem.mask_kind != MaskKind::normal) return multiply_rows(context, problem, analysis, attempt);
    return multiply_under_mask(context, problem, analysis, attempt);
}

class BinnedProduct : public MethodRun {
public:
    BinnedProduct(Context& context, MxmProblem& problem)
        : context_(context), problem_(problem), analysis_(context, problem) {}

    void kernels(KernelRequests& list) const override { analysis_.kernels(list); }
    Product run(bool reports) override {
        attempt_.explains = reports;
        analysis_.run();
        Matrix T = multiply_binned(context_, problem_, analysis_, attempt_);
        return {.T = std::move(T),
                .order = problem_.ordered_fold ? facts::k_in_order : facts::by_atomics,
                .products = attempt_.flops,
                .variant = attempt_.by_blocks ? facts::blocks_of_B : "",
                .bins = std::move(attempt_.bins)};
    }
    const Accumulator* large() const noexcept override { return attempt_.last_with_extra_memory(); }

private:
    Context& context_;
    MxmProblem& problem_;
    RowAnalysis analysis_;
    Attempt attempt_;
};

} // namespace

namespace product_methods {
extern const ProductMethod binned;
constinit const ProductMethod binned{
    .name = "binned",
    .summary = "any product: rows of similar size in bins, each with an accumulator",
    .evidence = "docs/laboratory/bins.md",
    .start = start_run<BinnedProduct>};
} // namespace product_methods

} // namespace mergus::cuda
