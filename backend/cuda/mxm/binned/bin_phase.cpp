/// \file bin_phase.cpp
#include "bin_phase.hpp"

#include "device/forked_streams.hpp"

#include "mxm/accumulators/optimistic.hpp"
#include "mxm/accumulators/rows.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

/// Whether the rows of both bins have the same kernel.
bool share_kernel(const tuning::Bin& a, const tuning::Bin& b) {
    return a.accumulator == b.accumulator && a.group_threads == b.group_threads && a.each == b.each &&
           a.in_place == b.in_place;
}

} // namespace

const Accumulator* Attempt::last_with_extra_memory() const {
    const auto& all = accumulators::all;
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](auto a) { return used.contains(a); });
    return last == all.rend() ? nullptr : *last;
}

void BinPhase::request_bin(KernelRequests& list, const tuning::Bin& bin) const {
    const Accumulator& a = *bin.accumulator;
    if (a.launch != nullptr)
        list.push_back(row_kernel(problem_, bin, phase_));
    else
        a.kernels(list, context_, problem_, phase_);
}

void BinPhase::kernels(KernelRequests& list, const BinnedRows& bins) const {
    const tuning::Bin* before = nullptr; // bins that share a kernel are neighbours
    bool optimistic = false;
    for (std::size_t b = 0; b < bins.plan.count; ++b) {
        if (bins.count[b] == 0) continue;
        const tuning::Bin& bin = bins.plan.bin[b];
        if (before == nullptr || !share_kernel(*before, bin)) request_bin(list, bin);
        optimistic = optimistic || is_optimistic(problem_, bin, bins.count[b], phase_);
        before = &bin;
    }
    if (optimistic) list.push_back(optimistic_kernel(problem_));
}

void BinPhase::kernels(KernelRequests& list, const BinnedRows& symbolic, const tuning::Bins& plan) const {
    const tuning::Bin* before = nullptr;
    for (std::size_t n = 0; n < plan.count; ++n) {
        if (before != nullptr && share_kernel(*before, plan.bin[n])) continue;
        bool possible = false;
        for (std::size_t b = 0; b < symbolic.plan.count && !possible; ++b)
            possible = symbolic.count[b] != 0 && may_go_to(symbolic.plan, b, plan, n);
        if (!possible) continue;
        request_bin(list, plan.bin[n]);
        before = &plan.bin[n];
    }
}

/// Whether rows of the symbolic phase's bin `b` may go to the numeric phase's bin `n`. They have between one
/// entry and the bound that the symbolic phase assumed, and keep their flops.
bool BinPhase::may_go_to(const tuning::Bins& symbolic, std::size_t b, const tuning::Bins& numeric,
                         std::size_t n) const {
    const tuning::Bin &from = symbolic.bin[b], &to = numeric.bin[n];
    if (b < symbolic.fixed || n < numeric.fixed) return b == n;
    if (from.accumulator->by_flops || to.accumulator->by_flops) return from.accumulator == to.accumulator;
    // The rows did not fit the bin before, so they have more flops than it takes. Under a mask the bound of
    // their entries includes the mask's row, and says nothing about flops.
    const std::uint64_t fewer = b == 0 || problem_.mask != nullptr
                                    ? 0
                                    : std::min(symbolic.bin[b - 1].capacity, symbolic.bin[b - 1].flops);
    if (to.flops <= fewer) return false;
    if (n == 0) return true;
    const tuning::Bin& before = numeric.bin[n - 1];
    return std::min({from.capacity, from.flops, problem_.ncols}) > before.capacity ||
           from.flops > before.flops;
}

bool BinPhase::only_launches(const BinnedRows& bins, std::size_t b) const {
    const tuning::Bin& bin = bins.plan.bin[b];
    return bin.accumulator->launch != nullptr && !is_optimistic(problem_, bin, bins.count[b], phase_);
}

void BinPhase::run(const BinnedRows& bins, const PhaseOutput& out, Attempt& attempt) const {
    const auto bin_run = [&](std::size_t b) {
        return BinRun{context_, problem_, analysis_,        phase_,       bins.plan,
                      out,      attempt,  bins.plan.bin[b], bins.list(b), bins.count[b]};
    };
    if (attempt.explains) attempt.bins += (attempt.bins.empty() ? "" : ", then ") + bins.names();
    // A stream costs the host three calls. The bins of short rows, which are the first of the plan, share
    // one.
    unsigned concurrent = 0;
    bool has_short = false;
    for (std::size_t b = 0; b < bins.plan.count; ++b) {
        if (bins.count[b] == 0 || !only_launches(bins, b)) continue;
        if (b >= bins.plan.fixed) ++concurrent;
        has_short = has_short || b < bins.plan.fixed;
    }
    const unsigned count = std::min(concurrent + (has_short ? 1 : 0), ForkedStreams::max_streams);
    // The bins with the longest rows are last in the plan; they start first.
    ForkedStreams streams(context_.device, count);
    for (std::size_t b = bins.plan.count, stream = 0; b-- > 0;) {
        if (bins.count[b] == 0 || !only_launches(bins, b)) continue;
        const std::size_t own = b < bins.plan.fixed ? count - 1 : stream++ % count;
        streams.use(static_cast<unsigned>(own));
        run_rows(bin_run(b));
    }
    streams.use(0);
    for (std::size_t b = 0; b < bins.plan.count; ++b) {
        if (bins.count[b] == 0 || only_launches(bins, b)) continue;
        const Accumulator& a = *bins.plan.bin[b].accumulator;
        if (a.extra_memory) attempt.used.try_emplace(&a);
        a.launch != nullptr ? run_optimistic(bin_run(b)) : a.run(bin_run(b));
    }
}

} // namespace mergus::cuda
