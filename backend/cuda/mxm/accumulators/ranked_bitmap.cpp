/// \file ranked_bitmap.cpp
/// The host side of ranked_bitmap.cuh.
#include "ranked_bitmap.hpp"

#include "accumulator.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

/// Bytes of the bits and their counts.
std::size_t bitmap_bytes(const tuning::BinningInput& input, bool in_place) {
    const tuning::Sizes& sizes = input.sizes;
    const std::uint64_t words = input.words();
    const bool locks = in_place && sizes.locks;
    const bool second = sizes.masked || (sizes.ordered_fold && !input.symbolic) || locks;
    return words * ((input.symbolic || in_place ? 4 : 8) + (second ? 4 : 0) + (locks ? 4 : 0)) +
           (in_place ? (words + 1) / 2 * 4 : 0);
}

/// With 64 values, the fewest that are worth it.
std::size_t least_bytes(const tuning::BinningInput& input, bool in_place, std::uint32_t copies = 1) {
    return bitmap_bytes(input, in_place) + (input.symbolic || in_place ? 0 : 64 * copies * input.sizes.slot);
}

/// Warps of a block that have slots of their own.
std::uint32_t copies_of_values(const tuning::Sizes& sizes, const tuning::RankedBitmapSize& size) {
    return sizes.one_row_of_b && size.block_threads <= tuning::copied_threads ? size.block_threads / 32 : 1;
}

/// Whether values can be accumulated in the result.
bool in_place_possible(const tuning::BinningInput& input) {
    const tuning::Sizes& sizes = input.sizes;
    return !input.symbolic && !sizes.ordered_fold && !sizes.in_mask_order &&
           (sizes.locks || sizes.slot == sizes.value);
}

/// Whether long rows of B are taken one at a time, and there is no normal mask.
bool rows_one_by_one(const tuning::BinningInput& input) {
    return (input.sizes.exchanges || input.sizes.locks) && !input.symbolic && !input.sizes.in_mask_order;
}

std::uint32_t threads_of(const tuning::BinningInput& input, const tuning::RankedBitmapSize& size) {
    if (!rows_one_by_one(input)) return size.block_threads;
    const std::uint32_t most = input.sizes.locks && input.sizes.value > 32 ? 512 : 1024; // bitmap_threads
    return std::min(size.conflict_free_threads, most);
}

/// The largest size that keeps values in shared memory, or in the result.
constexpr std::size_t last_size(bool in_place) {
    std::size_t last = 0;
    for (std::size_t n = 0; n < tuning::ranked_bitmap_sizes.size(); ++n)
        if (tuning::ranked_bitmap_sizes[n].in_place == in_place) last = n;
    return last;
}

} // namespace

bool in_place_pays(const tuning::BinningInput& input) {
    // Sums without an atomic lose in the result (docs/laboratory/sums-without-atomics.md), so only a choice
    // asks for it.
    const bool chosen = input.sizes.exchanges && input.choice.given();
    if (!in_place_possible(input) || !(input.sizes.native_add || chosen)) return false;
    for (std::size_t n = 0; n < tuning::ranked_bitmap_sizes.size(); ++n)
        if (tuning::ranked_bitmap_sizes[n].in_place && input.choice.has(accumulators::ranked_bitmap, n))
            return true;
    return false;
}

bool bitmap_fits(const tuning::BinningInput& input) {
    const bool in_place = in_place_pays(input);
    return input.choice.has(accumulators::ranked_bitmap, last_size(in_place)) &&
           least_bytes(input, in_place) <= input.shared();
}

namespace accumulators {

void add_ranked_bitmap_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    const tuning::Sizes& sizes = input.sizes;
    // Adds the sizes from `begin` to `end` that are allowed and fit.
    constexpr std::size_t first_in_place = last_size(false) + 1, last_in_place = last_size(true);
    const auto add = [&](std::size_t begin, std::size_t end, std::uint64_t most_flops,
                         std::uint32_t per_entry) {
        for (std::size_t n = begin; n < end; ++n) {
            const tuning::RankedBitmapSize& size = tuning::ranked_bitmap_sizes[n];
            const std::size_t budget = std::min(size.shared, input.shared());
            const std::uint32_t copies = copies_of_values(sizes, size);
            if (!input.choice.has(self, n) || least_bytes(input, size.in_place, copies) > budget) continue;
            tuning::Bin bin{.accumulator = &self,
                            .block_threads = threads_of(input, size),
                            .shared = bitmap_bytes(input, size.in_place),
                            .capacity = tuning::no_limit,
                            .flops = std::min(size.flops, most_flops),
                            .per_entry = per_entry,
                            .in_place = size.in_place};
            if (!size.in_place && !input.symbolic) {
                bin.slots = static_cast<std::uint32_t>((budget - bin.shared) / sizes.slot / copies / 2 * 2);
                bin.capacity = bin.slots;
                if (n == first_in_place - 1 && rows_one_by_one(input))
                    bin.capacity *= tuning::conflict_free_windows;
                bin.shared += tuning::aligned(bin.slots * copies * sizes.slot);
            }
            bins.add(bin, n);
        }
    };
    if (in_place_pays(input)) {
        add(0, tuning::first_replaced_size, tuning::in_place_flops, 0);
        add(first_in_place, last_in_place + 1, tuning::no_limit,
            sizes.exchanges ? tuning::conflict_free_per_entry : tuning::in_place_per_entry);
        add(tuning::first_replaced_size - 1, first_in_place, tuning::no_limit, 0);
    } else {
        add(0, first_in_place, tuning::no_limit, 0);
    }
    // Rows with too many values for shared memory.
    if (in_place_possible(input)) add(last_in_place, last_in_place + 1, tuning::no_limit, 0);
}

void bind_ranked_bitmap(Bindings& bindings, const tuning::Bin& bin) {
    bindings.constant("in_place", bin.in_place)
        .constant("conflict_free_row", tuning::conflict_free_row)
        .constant("copied_threads", tuning::copied_threads);
}

void launch_ranked_bitmap(const RowLaunch& launch) {
    const BinRun& run = launch.run;
    launch(run.problem.operands, launch.rows, static_cast<std::uint32_t>((run.problem.ncols + 31) / 32),
           run.bin.slots, run.out.ptr, run.out.sizes, run.out.cols, run.out.vals, run.out.present);
}

} // namespace accumulators

} // namespace mergus::cuda
