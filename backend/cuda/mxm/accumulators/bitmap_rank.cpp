/// \file bitmap_rank.cpp
/// The host side of bitmap_rank.cuh.
#include "bitmap_rank.hpp"

#include "accumulator.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

/// Bytes of the bits and their counts.
std::size_t bitmap_bytes(const plan::PlanInput& input, bool in_place) {
    const plan::Sizes& sizes = input.sizes;
    const std::uint64_t words = input.words();
    const bool locks = in_place && sizes.locks;
    const bool second = sizes.masked || (sizes.ordered_fold && !input.symbolic) || locks;
    return words * ((input.symbolic || in_place ? 4 : 8) + (second ? 4 : 0) + (locks ? 4 : 0)) +
           (in_place ? (words + 1) / 2 * 4 : 0);
}

/// With 64 values, the fewest that are worth it.
std::size_t least_bytes(const plan::PlanInput& input) {
    return bitmap_bytes(input, false) + (input.symbolic ? 0 : 64 * input.sizes.slot);
}

} // namespace

bool bitmap_fits(const plan::PlanInput& input) {
    return input.choice.has(accumulators::bitmap_rank, plan::bitmap_sizes.size() - 2) &&
           least_bytes(input) <= input.shared();
}

namespace accumulators {

void add_bitmap_bins(const Accumulator& self, const plan::PlanInput& input, plan::Bins& bins) {
    const plan::Sizes& sizes = input.sizes;
    for (std::size_t n = 0; n < plan::bitmap_sizes.size(); ++n) {
        if (!input.choice.has(self, n)) continue;
        const plan::BitmapSize& size = plan::bitmap_sizes[n];
        const std::size_t bits = bitmap_bytes(input, size.in_place);
        const std::size_t budget = std::min(size.shared, input.shared());
        plan::Bin bin{.accumulator = &self,
                      .block_threads = size.block_threads,
                      .shared = bits,
                      .capacity = plan::no_limit,
                      .flops = size.flops,
                      .in_place = size.in_place};
        if (size.in_place) {
            const bool possible = !input.symbolic && !sizes.ordered_fold && !sizes.in_mask_order &&
                                  (sizes.locks || sizes.slot == sizes.value) && bits <= budget;
            if (sizes.locks && sizes.value > 32) bin.block_threads = 512; // bitmap_threads of the kernel
            if (possible) bins.add(bin, n);
            continue;
        }
        if (least_bytes(input) > budget) continue;
        if (!input.symbolic) {
            bin.slots = static_cast<std::uint32_t>((budget - bits) / sizes.slot / 2 * 2);
            bin.capacity = bin.slots;
            bin.shared += plan::aligned(bin.slots * sizes.slot);
        }
        bins.add(bin, n);
    }
}

void bind_bitmap_rank(Bindings& bindings, const plan::Bin& bin) {
    bindings.constant("in_place", bin.in_place);
}

void launch_bitmap_rank(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    launch(run.problem.operands, launch.rows, static_cast<std::uint32_t>((run.problem.ncols + 31) / 32),
           run.bin.slots, run.out.ptr, run.out.sizes, run.out.cols, run.out.vals, run.out.present);
}

} // namespace accumulators

} // namespace mergus::cuda
