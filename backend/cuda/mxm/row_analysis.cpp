/// \file row_analysis.cpp
#include "row_analysis.hpp"

#include "mxm/accumulators/accumulator.hpp"
#include "mxm/accumulators/tuning.hpp"
#include "steps/row_profile.hpp"
#include "tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace mergus::cuda {

namespace {

constexpr const char* flops_file = "mxm/row_flops.cuh";
constexpr const char* bins_file = "mxm/row_bins.cuh";
constexpr std::size_t summary_words = sizeof(RowSummary) / sizeof(std::uint64_t);
constexpr std::size_t counts_words = sizeof(BinCounts) / sizeof(std::uint64_t);
constexpr unsigned phases = 2;
static_assert(posted_bins + tuning::Bins::most <= Device::posts);

BinLimits limits_of(const tuning::Bins& plan) {
    BinLimits limits{};
    limits.count = static_cast<std::uint32_t>(plan.count - (plan.heavy ? 1 : 0) - (plan.merges ? 1 : 0));
    limits.heavy = plan.heavy;
    limits.heavy_flops = plan.heavy_flops;
    limits.heavy_share = tuning::heavy_share;
    limits.merge_over = plan.merge_over;
    limits.merge_most = plan.merge_most;
    for (std::size_t b = 0; b < plan.count; ++b) {
        limits.capacity[b] = plan.bin[b].capacity;
        limits.flops[b] = plan.bin[b].flops;
        limits.per_entry[b] = plan.bin[b].per_entry;
    }
    return limits;
}

/// Threads that count a row of A: half as many as its average row has entries, or more if that leaves the
/// device idle.
std::uint32_t threads_for(const Context& context, const Matrix& A) {
    const std::uint64_t average = A.nvals / std::max<std::uint64_t>(A.nrows, 1);
    auto threads = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::bit_floor(average / 2), 1, 8));
    const auto sms = static_cast<std::uint64_t>(context.device.properties().sm_count);
    while (threads < 32 && A.nrows * threads < sms * tuning::flops_threads) threads *= 2;
    return threads;
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
    flops_ = Array<std::uint64_t>(device, problem_.nrows + 1);
    binned_ = 0;
    summary_ = Array<std::uint64_t>(device, summary_words + phases * counts_words);
    device.fill(summary_.data(), 0, summary_.size() * sizeof(std::uint64_t));
    const bool may_be_long = A.nvals > tuning::long_row && A.ncols > tuning::long_row &&
                             !(known_row_profile(A) && known_row_profile(A)->longest <= tuning::long_row);
    const std::uint64_t most_long = std::min(problem_.nrows, A.nvals / tuning::long_row);
    const Buffer long_rows(device, may_be_long ? most_long * problem_.row_size() : 0);
    const Dim3 block{block_threads};
    const void* const summary = summary_.data();
    const void* const list = long_rows.data();
    const std::uint32_t threads = threads_for(context_, A);
    device.launch(kernel(flops_file, "count_flops"),
                  grid_for(context_, problem_.nrows * threads, block_threads), block, 0, in.a_ptr, in.a_col,
                  in.b_ptr, problem_.nrows, threads, tuning::long_row, flops_.data(), list, summary);
    if (may_be_long)
        device.launch(kernel(flops_file, "count_flops_long"), grid_for(context_, A.nvals, block_threads),
                      block, 0, in.a_ptr, in.a_col, in.b_ptr, list, flops_.data(), summary);
}

void RowAnalysis::start_bins(const RowSizes& sizes, const tuning::Bins& plan) {
    Device& device = context_.device;
    const Dim3 block{block_threads};
    const Dim3 grid = grid_for(context_, problem_.nrows, block_threads);
    const void* const summary = summary_.data();
    std::uint64_t* const counts = summary_.data() + summary_words + binned_ % phases * counts_words;
    if (binned_++ >= phases) device.fill(counts, 0, sizeof(BinCounts));
    const void* const counted = counts;
    const BinLimits limits = limits_of(plan);
    const auto bins = static_cast<std::uint32_t>(plan.count);
    post_ = device.next_post();
    device.launch(kernel(bins_file, "count_bins"), grid, block, 0, problem_.nrows, sizes, flops(),
                  problem_.operands.m_ptr, problem_.ncols, limits, summary, counted, bins, post_.words,
                  post_.ticket);
    // Sized for all rows, because they are listed before the number of rows in bins is on the host.
    started_ = {};
    started_.plan = plan;
    started_.row_size = problem_.row_size();
    started_.rows = Buffer(device, problem_.nrows * started_.row_size);
    const void* const list = started_.rows.data();
    device.launch(kernel(bins_file, "fill_bins"), grid, block, 0, problem_.nrows, sizes, flops(),
                  problem_.operands.m_ptr, problem_.ncols, limits, summary, counted, list);
}

BinnedRows RowAnalysis::finish_bins() {
    const std::size_t count = started_.plan.count;
    const auto posted =
        context_.device.posted(post_, static_cast<unsigned>(posted_bins) + static_cast<unsigned>(count));
    BinnedRows bins = std::move(started_);
    bins.flops = posted[posted_flops];
    bins.entries = posted[posted_nvals];
    for (std::size_t b = 0; b < count; ++b) {
        bins.count[b] = posted[posted_bins + b];
        bins.first[b + 1] = bins.first[b] + bins.count[b];
    }
    return bins;
}

BinnedRows RowAnalysis::bin(const std::uint64_t* ptr, const tuning::Bins& plan) {
    start_bins({ptr, true}, plan);
    return finish_bins();
}

std::uint64_t RowAnalysis::read_flops() const {
    const auto* const summary = static_cast<const RowSummary*>(static_cast<const void*>(summary_.data()));
    return context_.device.read(summary).flops;
}

void RowAnalysis::release(const BinnedRows& bins) noexcept {
    if (!bins.plan.merges) flops_ = {};
}

} // namespace mergus::cuda
