/// \file block_rank.cpp
/// The host side of block_rank.cuh.
#include "accumulator.hpp"

namespace mergus::cuda::accumulators {

namespace {

std::uint32_t outer_words(std::uint64_t ncols) {
    return static_cast<std::uint32_t>((ncols + 1023) / 1024);
}

/// Bytes of a block: the sum in multiply_block_rank() of block_rank.cuh.
std::size_t shared_bytes(const plan::PlanInput& input, const plan::BlockSize& size) {
    constexpr std::size_t counted_word = 8, word = 4;
    const plan::Sizes& sizes = input.sizes;
    const std::size_t outer = outer_words(input.ncols) * counted_word;
    if (input.symbolic) return plan::aligned(outer + size.capacity * word);
    return plan::aligned(plan::aligned(size.capacity * sizes.slot) + outer +
                         size.capacity * (counted_word + (sizes.ordered_fold ? word : 0)));
}

} // namespace

void add_block_rank_bins(const Accumulator& self, const plan::PlanInput& input, plan::Bins& bins) {
    if (input.sizes.masked || outer_words(input.ncols) > plan::block_words) return;
    if (!input.choice.given() && !(input.dense_blocks && plan::block_rank_plausible(input.ncols))) return;
    for (std::size_t n = 0; n < plan::block_sizes.size(); ++n) {
        const plan::BlockSize& size = plan::block_sizes[n];
        if (!input.choice.has(self, n)) continue;
        const std::size_t shared = shared_bytes(input, size);
        if (shared > input.shared()) continue;
        bins.add({.accumulator = &self,
                  .block_threads = size.block_threads,
                  .slots = size.capacity,
                  .shared = shared,
                  .capacity = input.symbolic ? plan::no_limit : size.capacity,
                  .flops = size.flops},
                 n);
    }
}

void launch_block_rank(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    launch(run.problem.operands, launch.rows, outer_words(run.problem.ncols), run.bin.slots, run.out.ptr,
           run.out.sizes, run.out.cols, run.out.vals);
}

} // namespace mergus::cuda::accumulators
