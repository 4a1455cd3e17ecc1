/// \file esc.cpp
/// The host side of esc.cuh (expand, sort, compress).
#include "accumulator.hpp"
#include "hash.hpp"

namespace mergus::cuda::accumulators {

void add_esc_bins(const Accumulator& self, const plan::PlanInput& input, plan::Bins& bins) {
    const plan::Sizes& sizes = input.sizes;
    // Under a mask the table that counts the entries would have to hold the mask's row too.
    if (sizes.key == 0 || sizes.in_mask_order || (input.symbolic && sizes.masked)) return;
    for (std::size_t n = 0; n < plan::esc_sizes.size(); ++n) {
        const plan::EscSize& size = plan::esc_sizes[n];
        const std::size_t products = 2 * size.group_threads;
        const std::size_t shared = size.block_threads / size.group_threads *
                                   (plan::aligned(products * sizes.value) + products * sizes.key);
        if (shared > input.shared() || !input.choice.has(self, n)) continue;
        plan::Bin bin{.accumulator = &self,
                      .group_threads = size.group_threads,
                      .block_threads = size.block_threads,
                      .shared = shared,
                      .capacity = plan::no_limit,
                      .flops = products};
        if (input.symbolic) {
            bin.group_threads = size.count_threads;
            bin.slots = size.count_slots;
            bin.shared = bin.groups() * hash_table_bytes(sizes, size.count_slots, true);
        }
        bins.add(bin, n);
    }
}

void launch_esc(const RowLaunch& launch) {
    const PhaseOutput& out = launch.run.out;
    launch(launch.run.problem.operands, launch.rows, launch.row_count, out.ptr, out.cols, out.vals);
}

} // namespace mergus::cuda::accumulators
