/// \file esc.cpp
/// The host side of esc.cuh (expand, sort, compress).
#include "accumulator.hpp"
#include "mxm/tuning.hpp"

namespace mergus::cuda::accumulators {

void add_esc_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    const tuning::Sizes& sizes = input.sizes;
    // Under a normal mask a row is in the mask's order. The symbolic phase under a mask counts the mask's row
    // too.
    if (sizes.key == 0 || sizes.in_mask_order || (input.symbolic && sizes.masked)) return;
    std::size_t variant = 0;
    for (const tuning::EscSize& size : tuning::esc_sizes(sizes.value)) {
        const std::size_t n = variant++;
        // Both phases have the same bins, so both ask for the memory of the numeric phase.
        const std::size_t shared = size.shared(tuning::esc_threads, sizes.spread, sizes.key);
        if (shared > input.shared() || !input.choice.has(self, n)) continue;
        bins.add({.accumulator = &self,
                  .group_threads = size.group_threads,
                  .block_threads = tuning::esc_threads,
                  .each = size.each,
                  .shared = input.symbolic ? 0 : shared,
                  .capacity = tuning::no_limit,
                  .flops = size.products()},
                 n);
    }
}

void bind_esc(Bindings& bindings, const tuning::Bin& bin) {
    bindings.constant("each", bin.each);
}

void launch_esc(const RowLaunch& launch) {
    const PhaseOutput& out = launch.run.out;
    launch(launch.run.problem.operands, launch.rows, launch.row_count, out.ptr, out.sizes, out.cols,
           out.vals);
}

} // namespace mergus::cuda::accumulators
