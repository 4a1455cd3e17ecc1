/// \file hash.cpp
/// The host side of hash.cuh.
#include "hash.hpp"

#include "accumulator.hpp"
#include "mxm/tuning.hpp"
#include "ranked_bitmap.hpp"
#include "tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

std::size_t hash_table_bytes(const tuning::Sizes& sizes, std::uint32_t slots, bool symbolic) {
    std::size_t bytes = slots * sizes.index;
    if (!symbolic) bytes += slots * sizes.slot;
    if (!symbolic && !sizes.in_mask_order) bytes += slots / 2 * (sizes.index + sizeof(std::uint32_t));
    if (sizes.masked) bytes += slots * sizeof(std::uint32_t);
    return tuning::aligned(bytes);
}

namespace accumulators {

void add_hash_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    // Rows of few products are sorted in registers.
    const bool sorts = std::any_of(bins.bin.begin(), bins.bin.begin() + bins.count,
                                   [](const tuning::Bin& b) { return b.each != 0; });
    const bool has_bitmap = bitmap_fits(input);
    const std::uint64_t words_per_slot =
        in_place_pays(input) ? tuning::words_per_slot_in_place : tuning::words_per_slot;
    // Rows of these sizes have gone to two_level_bitmap.
    std::uint64_t blocks_capacity = 0;
    for (std::size_t b = 0; b < bins.count; ++b)
        if (bins.bin[b].accumulator == &two_level_bitmap)
            blocks_capacity = std::max<std::uint64_t>(blocks_capacity, bins.bin[b].capacity);
    for (std::size_t n = 0; n < tuning::hash_sizes.size(); ++n) {
        const tuning::HashSize& size = tuning::hash_sizes[n];
        if (!input.choice.has(self, n)) continue;
        const bool whole_block = size.group_threads == size.block_threads;
        const bool in_one_warp = size.group_threads <= 32 && input.sizes.one_row_of_b;
        if (size.group_threads >= 32 && has_bitmap && input.words() <= words_per_slot * size.slots)
            break; // a bitmap is cheaper from here on
        if (sorts && size.group_threads < 32) continue;
        if (blocks_capacity >= size.slots / 2 && size.group_threads >= 32) continue;
        const std::uint32_t groups = size.block_threads / size.group_threads;
        const std::size_t shared = groups * hash_table_bytes(input.sizes, size.slots, input.symbolic);
        if (shared > input.shared()) continue; // a later size may take less: it has fewer groups
        bins.add({.accumulator = &self,
                  .group_threads = whole_block ? 0 : size.group_threads,
                  .block_threads = size.block_threads,
                  .slots = size.slots,
                  .shared = shared,
                  .capacity = size.slots / 2,
                  .flops = in_one_warp && size.group_threads == 32 ? tuning::one_row_flops : size.flops},
                 n);
    }
}

void launch_hash(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    const tuning::Bin& bin = run.bin;
    launch(run.problem.operands_for(bin.group_threads), launch.rows, launch.row_count, bin.slots,
           static_cast<std::uint32_t>(bin.shared / bin.groups()), launch.overflowed_rows,
           launch.overflowed_count, run.out.ptr, run.out.sizes, run.out.cols, run.out.vals, run.out.present);
}

} // namespace accumulators

} // namespace mergus::cuda
