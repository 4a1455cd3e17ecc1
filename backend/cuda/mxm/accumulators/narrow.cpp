/// \file narrow.cpp
/// The host side of narrow.cuh.
#include "accumulator.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

namespace mergus::cuda::accumulators {

void add_narrow_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    for (std::size_t n = 0; input.has_spans && n < tuning::narrow_sizes.size(); ++n) {
        const tuning::NarrowSize& size = tuning::narrow_sizes[n];
        const std::size_t warps = size.block_threads / 32;
        const std::size_t values = warps * tuning::aligned(size.width * input.sizes.spread);
        const std::size_t bits = warps * size.width / 8;
        if (values + bits > input.shared() || !input.choice.has(self, n)) continue;
        bins.add({.accumulator = &self,
                  .group_threads = 32,
                  .block_threads = size.block_threads,
                  .slots = size.width,
                  .shared = bits + (input.symbolic ? 0 : values),
                  .capacity = size.width,
                  .flops = tuning::no_limit},
                 n);
    }
}

void launch_narrow(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    launch(run.problem.operands, launch.rows, launch.row_count, run.analysis.spans(), run.bin.slots,
           run.out.ptr, run.out.sizes, run.out.cols, run.out.vals);
}

} // namespace mergus::cuda::accumulators
