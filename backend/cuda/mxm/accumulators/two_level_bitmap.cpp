/// \file two_level_bitmap.cpp
/// The host side of two_level_bitmap.cuh.
#include "accumulator.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

namespace mergus::cuda::accumulators {

namespace {

std::uint32_t outer_words(std::uint64_t ncols) {
    return static_cast<std::uint32_t>((ncols + 1023) / 1024);
}

/// Bytes of a block: the sum in multiply_two_level_bitmap() of two_level_bitmap.cuh.
std::size_t shared_bytes(const tuning::BinningInput& input, const tuning::BlockSize& size) {
    constexpr std::size_t counted_word = 8, word = 4;
    const tuning::Sizes& sizes = input.sizes;
    const std::size_t outer = outer_words(input.ncols) * counted_word;
    if (input.symbolic) return tuning::aligned(outer + size.capacity * word);
    return tuning::aligned(tuning::aligned(size.capacity * sizes.slot) + outer +
                           size.capacity * (counted_word + (sizes.ordered_fold ? word : 0)));
}

} // namespace

void add_two_level_bitmap_bins(const Accumulator& self, const tuning::BinningInput& input,
                               tuning::Bins& bins) {
    if (input.sizes.masked || outer_words(input.ncols) > tuning::block_words) return;
    if (!input.choice.given() && !(input.dense_blocks && tuning::two_level_bitmap_plausible(input.ncols)))
        return;
    for (std::size_t n = 0; n < tuning::two_level_sizes.size(); ++n) {
        const tuning::BlockSize& size = tuning::two_level_sizes[n];
        if (!input.choice.has(self, n)) continue;
        // Rows of more products than a bitmap of all columns has words clear and count that one faster.
        if (!input.choice.given() && n > 0 && tuning::two_level_sizes[n - 1].flops > input.words()) break;
        const std::size_t shared = shared_bytes(input, size);
        if (shared > input.shared()) continue;
        bins.add({.accumulator = &self,
                  .block_threads = size.block_threads,
                  .slots = size.capacity,
                  .shared = shared,
                  .capacity = input.symbolic ? tuning::no_limit : size.capacity,
                  .flops = size.flops},
                 n);
    }
}

void launch_two_level_bitmap(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    launch(run.problem.operands, launch.rows, outer_words(run.problem.ncols), run.bin.slots, run.out.ptr,
           run.out.sizes, run.out.cols, run.out.vals);
}

} // namespace mergus::cuda::accumulators
