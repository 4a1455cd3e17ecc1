/// \file esc.cpp
/// The host side of esc.cuh (expand, sort, compress).
#include "accumulator.hpp"

namespace mergus::cuda::accumulators {

void add_esc_bins(const Accumulator& self, const plan::PlanInput& input, plan::Bins& bins) {
    const plan::Sizes& sizes = input.sizes;
    // Under a normal mask a row is in the mask's order. The symbolic phase under a mask counts the mask's row
    // too.
    if (sizes.key == 0 || sizes.in_mask_order || (input.symbolic && sizes.masked)) return;
    std::size_t variant = 0;
    for (const plan::SortedSize& size : plan::sorted_sizes(sizes.value)) {
        const std::size_t n = variant++;
        // Both phases have the same bins, so both ask for the memory of the numeric phase.
        const std::size_t shared = size.shared(plan::sorted_threads, sizes.spread, sizes.key);
        if (shared > input.shared() || !input.choice.has(self, n)) continue;
        bins.add({.accumulator = &self,
                  .group_threads = size.group_threads,
                  .block_threads = plan::sorted_threads,
                  .each = size.each,
                  .shared = input.symbolic ? 0 : shared,
                  .capacity = plan::no_limit,
                  .flops = size.products()},
                 n);
    }
}

void bind_esc(Bindings& bindings, const plan::Bin& bin) {
    bindings.constant("each", bin.each);
}

void launch_esc(const RowLaunch& launch) {
    const PhaseOutput& out = launch.run.out;
    launch(launch.run.problem.operands, launch.rows, launch.row_count, out.ptr, out.sizes, out.cols,
           out.vals);
}

} // namespace mergus::cuda::accumulators
