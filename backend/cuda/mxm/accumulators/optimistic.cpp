/// \file optimistic.cpp
#include "optimistic.hpp"

#include "hash.hpp"
#include "mxm/tuning.hpp"
#include "rows.hpp"
#include "tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

tuning::Bin optimistic_bin(const MxmProblem& problem) {
    const tuning::HashSize& size = tuning::optimistic_size;
    const std::uint32_t groups = size.block_threads / size.group_threads;
    return {.accumulator = &accumulators::hash,
            .group_threads = size.group_threads,
            .block_threads = size.block_threads,
            .slots = size.slots,
            .shared = groups * hash_table_bytes(problem.sizes, size.slots, true),
            .capacity = tuning::no_limit,
            .flops = size.flops};
}

} // namespace

bool is_optimistic(const MxmProblem& problem, const tuning::Bin& bin, std::uint64_t rows, Phase phase) {
    return phase == Phase::symbolic && bin.accumulator->optimistic && bin.group_threads == 0 &&
           (rows >= tuning::optimistic_rows || problem.choice.given()) && problem.mask_kind == MaskKind::none;
}

KernelRequest optimistic_kernel(const MxmProblem& problem) {
    return row_kernel(problem, optimistic_bin(problem), Phase::symbolic);
}

void run_optimistic(const BinRun& run) {
    Device& device = run.context.device;
    const std::size_t row_size = run.problem.row_size();
    const tuning::Bin bin = optimistic_bin(run.problem);
    const Buffer overflowed(device, run.row_count * row_size);
    Array<std::uint64_t> count(device, 1);
    device.fill(count.data(), 0, sizeof(std::uint64_t));
    const auto rows = [&](const tuning::Bin& bin, const void* rows, std::uint64_t row_count) {
        return BinRun{run.context, run.problem, run.analysis, run.phase, run.plan,
                      run.out,     run.attempt, bin,          rows,      row_count};
    };
    const std::uint64_t sample = std::min(run.row_count, tuning::optimistic_sample);
    const std::uint64_t rest = run.row_count - sample;
    const void* const others = static_cast<const unsigned char*>(run.rows) + sample * row_size;
    run_rows(rows(bin, run.rows, sample), overflowed.data(), count.data());
    const bool goes_on = rest != 0 && device.read(count.data()) <= sample / tuning::optimistic_share;
    if (goes_on) run_rows(rows(bin, others, rest), overflowed.data(), count.data());
    const std::uint64_t failed = device.read(count.data());
    if (failed != 0) run_rows(rows(run.bin, overflowed.data(), failed));
    if (rest != 0 && !goes_on) run_rows(rows(run.bin, others, rest));
}

} // namespace mergus::cuda
