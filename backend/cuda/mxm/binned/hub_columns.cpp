/// \file hub_columns.cpp
#include "hub_columns.hpp"

#include "device/primitives.hpp"
#include "tuning.hpp"

#include <mergus/error.hpp>

#include <algorithm>

namespace mergus::cuda {

namespace {

bool is_in_result(const BinnedRows& bins, std::size_t b) {
    return bins.plan.bin[b].in_place && bins.count[b] != 0;
}

const tuning::HubSize& hub_size(const MxmProblem& problem) {
    return tuning::hub_sizes[problem.ncols > tuning::hub_few_columns ? 1 : 0];
}

std::uint32_t hub_slots(const MxmProblem& problem) {
    const std::size_t all = problem.device.shared_per_block_optin,
                      bytes = std::min(hub_size(problem).shared, all - std::min(all, tuning::static_shared));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes / problem.sizes.slot, problem.ncols));
}

} // namespace

HubColumns::HubColumns(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), warps_(hub_size(problem).warps), slots_(hub_slots(problem)),
      others_(problem.operands) {}

KernelRequest HubColumns::request(const char* entry) const {
    return {"mxm/binned/hub_columns.cuh", entry, problem_.bind_dense(Phase::numeric, false)};
}

const Kernel& HubColumns::kernel(const char* entry) const {
    return context_.jit.kernel(request(entry));
}

bool HubColumns::suit(const tuning::Bins& plan, std::uint64_t flops) const {
    const Matrix &A = problem_.A, &B = problem_.B;
    const bool any = std::any_of(plan.bin.begin(), plan.bin.begin() + plan.count,
                                 [](const tuning::Bin& bin) { return bin.in_place; });
    if (!any || slots_ == 0 || needs_wide(B.nvals) || problem_.ordered_fold) return false;
    if (problem_.choice.hubs) return *problem_.choice.hubs;
    return !problem_.choice.given() && flops >= tuning::hub_flops &&
           flops / tuning::hub_row_of_B >= A.nvals && std::max(B.nrows, B.ncols) <= B.nvals;
}

void HubColumns::kernels(KernelRequests& list, const tuning::Bins& plan, std::uint64_t flops) const {
    if (suit(plan, flops)) list.push_back(request("add_hub_columns"));
}

bool HubColumns::find() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const std::uint64_t nvals = problem_.B.nvals, ncols = problem_.ncols;
    const Dim3 block{block_threads}, columns_grid = grid_for(context_, ncols, block_threads);
    counts_ = Array<std::uint32_t>(device, ncols);
    numbers_ = Array<std::uint32_t>(device, ncols + 1);
    layout_ = Array<HubColumnsLayout>(device, 1);
    device.fill(counts_.data(), 0, ncols * sizeof(std::uint32_t));
    device.fill(layout_.data(), 0, sizeof(HubColumnsLayout));
    const std::uint32_t* const counts = counts_.data();
    device.launch(kernel("count_columns"), grid_for(context_, nvals, block_threads), block, 0, in.b_col,
                  nvals, counts_.data());
    device.launch(kernel("count_column_classes"), columns_grid, block, 0, counts, ncols, layout_.data());
    device.launch(kernel("choose_hub_columns"), columns_grid, block, 0, counts, ncols, slots_, layout_.data(),
                  numbers_.data());
    const auto entries = device.read(&layout_.data()->entries);
    if (entries == 0) return false;
    return problem_.choice.hubs.value_or(false) ||
           static_cast<double>(entries) >= tuning::hub_share * static_cast<double>(nvals);
}

/// The entries in other columns first, then those in hub columns.
void HubColumns::copy_B() {
    Device& device = context_.device;
    const Operands& in = problem_.operands;
    const Matrix& B = problem_.B;
    const std::uint64_t ncols = problem_.ncols;
    const Dim3 block{block_threads}, rows_grid = grid_for(context_, B.nrows * 32, block_threads);
    const std::uint32_t *const counts = counts_.data(), *const numbers = numbers_.data();
    exclusive_scan(device, numbers, numbers_.data(), ncols);
    hubs_ = Buffer(device, slots_ * B.index_size());
    hub_counts_ = Buffer(device, slots_ * sizeof(std::uint32_t));
    const void *const hubs = hubs_.data(), *const hub_counts = hub_counts_.data();
    device.launch(kernel("list_hub_columns"), grid_for(context_, ncols, block_threads), block, 0, counts,
                  ncols, numbers, hubs, hub_counts);
    device.launch(kernel("find_hub_ranges"), {1}, {range_threads}, 0, hub_counts, numbers, ncols, warps_,
                  layout_.data());
    other_ptr_ = Array<std::uint64_t>(device, B.nrows + 1);
    device.launch(kernel("count_other_columns"), rows_grid, block, 0, in, B.nrows, numbers,
                  other_ptr_.data());
    exclusive_scan(device, other_ptr_.data(), other_ptr_.data(), B.nrows);
    const bool has_values = !B.iso && problem_.b_type->size != 0;
    cols_ = Buffer(device, B.nvals * B.index_size());
    vals_ = Buffer(device, has_values ? B.nvals * problem_.b_type->size : 0);
    const std::uint64_t* const other_ptr = other_ptr_.data();
    const void *const cols = cols_.data(), *const vals = has_values ? vals_.data() : nullptr;
    device.launch(kernel("part_rows"), rows_grid, block, 0, in, B.nrows, numbers, other_ptr, cols, vals);
    splits_ = Array<std::uint32_t>(device, B.nrows * (warps_ + 1));
    const HubColumnsLayout* const layout = layout_.data();
    device.launch(kernel("split_hub_rows"), grid_for(context_, splits_.size(), block_threads), block, 0, in,
                  B.nrows, other_ptr, cols, warps_, layout, splits_.data());
    counts_ = {};
    hub_counts_ = {};
    others_.b_ptr = other_ptr;
    others_.b_col = cols;
    if (has_values) others_.b_val = vals;
}

bool HubColumns::prepare(const BinnedRows& bins) {
    bool any = false;
    for (std::size_t b = 0; b < bins.plan.count; ++b) any = any || is_in_result(bins, b);
    if (!any || !suit(bins.plan, bins.flops)) return false;
    try {
        if (!find()) return false;
        copy_B();
        return true;
    } catch (const Error& error) { // the result serves as well
        if (error.code() != Code::out_of_memory) throw;
        return false;
    }
}

void HubColumns::add(const BinnedRows& bins, const std::uint64_t* ptr, const void* cols, void* vals) const {
    const std::uint32_t *const splits = splits_.data(), *const numbers = numbers_.data();
    const void* const hubs = hubs_.data();
    for (std::size_t b = bins.plan.count; b-- > 0;) { // bins with the longest rows first
        if (!is_in_result(bins, b)) continue;
        for (std::uint64_t done = 0; done < bins.count[b]; done += tuning::most_blocks) {
            const void* const rows =
                static_cast<const unsigned char*>(bins.list(b)) + done * problem_.row_size();
            const std::uint64_t count = std::min(tuning::most_blocks, bins.count[b] - done);
            context_.device.launch(kernel("add_hub_columns"), {static_cast<std::uint32_t>(count)},
                                   {warps_ * 32}, slots_ * problem_.sizes.slot, others_, rows, splits, hubs,
                                   slots_, numbers, ptr, cols, vals);
        }
    }
}

} // namespace mergus::cuda
