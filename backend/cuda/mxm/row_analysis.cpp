/// \file row_analysis.cpp
#include "row_analysis.hpp"

#include "accumulators/accumulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace mergus::cuda {

namespace {

constexpr const char* flops_file = "mxm/row_flops.cuh";
constexpr const char* bins_file = "mxm/row_bins.cuh";
constexpr std::size_t summary_words = sizeof(RowSummary) / sizeof(std::uint64_t);

BinLimits limits_of(const plan::Bins& plan) {
    BinLimits limits{};
    limits.count = static_cast<std::uint32_t>(plan.count - (plan.heavy ? 1 : 0) - (plan.merges ? 1 : 0));
    limits.heavy = plan.heavy;
    limits.heavy_flops = plan.heavy_flops;
    limits.heavy_share = plan::heavy_share;
    limits.merge_over = plan.merge_over;
    limits.merge_most = plan.merge_most;
    for (std::size_t b = 0; b < plan.count; ++b) {
        limits.capacity[b] = plan.bin[b].capacity;
        limits.flops[b] = plan.bin[b].flops;
        if (plan.bin[b].accumulator->needs_spans) ++limits.narrow;
    }
    return limits;
}

/// Threads that count a row of A: half as many as its average row has entries.
std::uint32_t threads_for(const Matrix& A) {
    const std::uint64_t average = A.nvals / std::max<std::uint64_t>(A.nrows, 1);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(average / 2), 1, 8));
}

} // namespace

std::string BinnedRows::names() const {
    std::string names;
    const Accumulator* before = nullptr;
    for (std::size_t b = 0; b < plan.count; ++b) {
        if (count[b] == 0) continue;
        const Accumulator* const a = plan.bin[b].accumulator;
        if (a != before) names += fmt::format("{}{}:", before == nullptr ? "" : " ", a->name);
        names += fmt::format("{}{}", a == before ? "," : "", plan.bin[b].variant);
        before = a;
    }
    return names;
}

RowAnalysis::RowAnalysis(Context& context, const MxmProblem& problem) : context_(context), problem_(problem) {
    bindings_.index("A_index", problem.A.wide())
        .index("Index", problem.sizes.index == 8)
        .constant("has_spans", problem.finds_spans(context))
        .index("Row", problem.wide_rows())
        .constant("row_bound_is_mask", problem.mask_kind == MaskKind::normal);
}

void RowAnalysis::kernels(KernelRequests& list) const {
    list.emplace_back(flops_file, "count_flops", bindings_);
    list.emplace_back(bins_file, "count_bins", bindings_);
}

void RowAnalysis::run() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const Matrix& A = problem_.A;
    total_flops_ = 0;
    flops_ = Array<std::uint64_t>(device, problem_.nrows + 1);
    summary_ = Array<std::uint64_t>(device, summary_words + max_bins);
    device.fill(summary_.data(), 0, summary_.size() * sizeof(std::uint64_t));
    const bool may_be_long = A.nvals > plan::long_row && A.ncols > plan::long_row;
    const std::uint64_t most_long = std::min(problem_.nrows, A.nvals / plan::long_row);
    const Buffer long_rows(device, may_be_long ? most_long * problem_.row_size() : 0);
    const Dim3 block{block_threads};
    const void* const summary = summary_.data();
    const void* const list = long_rows.data();
    if (problem_.finds_spans(context_)) {
        spans_ = Array<ColumnSpan>(device, problem_.nrows);
        device.launch(kernel(flops_file, "sample_spans"), {1}, block, 0, in.a_ptr, in.a_col, in.b_ptr,
                      in.b_col, problem_.nrows, context_.accumulators.given(), summary);
    }
    const std::uint32_t threads = threads_for(A);
    device.launch(kernel(flops_file, "count_flops"),
                  grid_for(context_, problem_.nrows * threads, block_threads), block, 0, in.a_ptr, in.a_col,
                  in.b_ptr, in.b_col, spans(), problem_.nrows, threads, plan::long_row, flops_.data(), list,
                  summary);
    if (may_be_long)
        device.launch(kernel(flops_file, "count_flops_long"), grid_for(context_, A.nvals, block_threads),
                      block, 0, in.a_ptr, in.a_col, in.b_ptr, list, flops_.data(), summary);
}

BinnedRows RowAnalysis::bin(const std::uint64_t* ptr, const plan::Bins& plan) {
    Device& device = context_.device;
    const Dim3 block{block_threads};
    const Dim3 grid = grid_for(context_, problem_.nrows, block_threads);
    auto* const summary = reinterpret_cast<RowSummary*>(summary_.data());
    std::uint64_t* const cursors = summary_.data() + summary_words;
    const BinLimits limits = limits_of(plan);
    // Clears the counts and cursors of the previous call.
    if (total_flops_ != 0)
        device.fill(&summary->entries, 0,
                    sizeof summary->entries + sizeof summary->bin_rows + max_bins * sizeof(std::uint64_t));
    device.launch(kernel(bins_file, "count_bins"), grid, block, 0, problem_.nrows, ptr, flops(),
                  problem_.operands.m_ptr, spans(), problem_.ncols, limits, summary);
    RowSummary read{};
    device.copy_to_host(&read, summary, sizeof read - (max_bins - 1 - plan.count) * sizeof(std::uint64_t));
    total_flops_ = read.flops;

    BinnedRows bins;
    bins.plan = plan;
    bins.row_size = problem_.row_size();
    bins.entries = read.entries;
    for (std::size_t b = 0; b < plan.count; ++b) {
        bins.count[b] = read.bin_rows[b + 1];
        bins.first[b + 1] = bins.first[b] + bins.count[b];
    }
    const std::uint64_t rows = bins.first[plan.count];
    if (rows == 0) return bins;
    bins.rows = Buffer(device, rows * bins.row_size);
    const void* const list = bins.rows.data();
    device.launch(kernel(bins_file, "fill_bins"), grid, block, 0, problem_.nrows, ptr, flops(),
                  problem_.operands.m_ptr, spans(), problem_.ncols, limits, static_cast<const void*>(summary),
                  cursors, list);
    return bins;
}

void RowAnalysis::release(const BinnedRows& bins) noexcept {
    if (!bins.plan.merges) flops_ = {};
    const auto uses_spans = [&] {
        for (std::size_t b = 0; b < bins.plan.count; ++b)
            if (bins.count[b] != 0 && bins.plan.bin[b].accumulator->needs_spans) return true;
        return false;
    };
    if (!uses_spans()) spans_ = {};
}

} // namespace mergus::cuda
