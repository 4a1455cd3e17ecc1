/// \file table.cpp
/// The table of accumulators. A new one is a kernel text, a file with the functions of its row, and its row
/// here.
#include "accumulator.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include <array>

namespace mergus::cuda::accumulators {

// Each in the file of its accumulator.
void add_esc_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);
void bind_esc(Bindings& bindings, const tuning::Bin& bin);
void launch_esc(const RowLaunch& launch);
void add_hash_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);
void launch_hash(const RowLaunch& launch);
void add_ranked_bitmap_bins(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);
void bind_ranked_bitmap(Bindings& bindings, const tuning::Bin& bin);
void launch_ranked_bitmap(const RowLaunch& launch);
void add_two_level_bitmap_bins(const Accumulator& self, const tuning::BinningInput& input,
                               tuning::Bins& bins);
void launch_two_level_bitmap(const RowLaunch& launch);
void add_column_tile_bin(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);
void request_column_tiles(KernelRequests& list, Context& context, const MxmProblem& problem, Phase phase);
void run_column_tiles(const BinRun& run);
void add_dense_accumulator_bin(const Accumulator& self, const tuning::BinningInput& input,
                               tuning::Bins& bins);
void request_dense_accumulator(KernelRequests& list, Context& context, const MxmProblem& problem,
                               Phase phase);
void run_dense_accumulator(const BinRun& run);
void add_merge_bin(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);
void request_merge_rows(KernelRequests& list, Context& context, const MxmProblem& problem, Phase phase);
void run_merge_rows(const BinRun& run);

namespace {

constexpr Accumulator esc{
    .name = "esc",
    .summary = "rows of few products: expand, sort in registers, which keeps the order of k, compress",
    .text = "mxm/accumulators/esc.cuh",
    .entry = "multiply_esc",
    .variants = tuning::narrow_esc_sizes.size(),
    .add_bins = add_esc_bins,
    .launch = launch_esc,
    .bind = bind_esc,
    .same_rows = true};

} // namespace

constexpr Accumulator two_level_bitmap{
    .name = "two_level_bitmap",
    .summary =
        "rows of fewer products than a bitmap of all columns has words, where B has 100,000 to 2 M columns "
        "and "
        "its rows have theirs in runs, as in web graphs: a bitmap of two levels, a word for each block of 32 "
        "columns that is present. No mask",
    .text = "mxm/accumulators/two_level_bitmap.cuh",
    .entry = "multiply_two_level_bitmap",
    .variants = tuning::two_level_sizes.size(),
    .add_bins = add_two_level_bitmap_bins,
    .launch = launch_two_level_bitmap,
    .has_slots = true,
    .by_blocks = true};
constexpr Accumulator hash{
    .name = "hash",
    .summary = "rows of medium size with many columns: open addressing in shared memory, at most half full",
    .text = "mxm/accumulators/hash.cuh",
    .entry = "multiply_hash",
    .variants = tuning::hash_sizes.size(),
    .add_bins = add_hash_bins,
    .launch = launch_hash,
    .has_slots = true,
    .optimistic = true};
constexpr Accumulator ranked_bitmap{
    .name = "ranked_bitmap",
    .summary = "rows of any size, up to a few hundred thousand columns: a bitmap of the columns, and the "
               "position of an entry is the number of bits before it. Values are in shared memory or, of "
               "long rows, summed in place in the result",
    .text = "mxm/accumulators/ranked_bitmap.cuh",
    .entry = "multiply_ranked_bitmap",
    .variants = tuning::ranked_bitmap_sizes.size(),
    .add_bins = add_ranked_bitmap_bins,
    .launch = launch_ranked_bitmap,
    .bind = bind_ranked_bitmap,
    .has_slots = true,
    .by_blocks = true};

namespace {

constexpr Accumulator column_tile{
    .name = "column_tile",
    .summary = "rows that fit no other accumulator: dense tiles of columns, a block for each",
    .text = "mxm/accumulators/column_tile.cuh",
    .entry = "multiply_column_tile",
    .variants = 1,
    .add_bins = add_column_tile_bin,
    .kernels = request_column_tiles,
    .run = run_column_tiles};

} // namespace

constexpr Accumulator dense_accumulator{.name = "dense_accumulator",
                                        .summary =
                                            "heavy rows, a large part of all products: dense in device "
                                            "memory, and the whole grid takes equal parts of the products",
                                        .text = "mxm/accumulators/dense_accumulator.cuh",
                                        .entry = "multiply_dense_accumulator",
                                        .variants = 1,
                                        .add_bins = add_dense_accumulator_bin,
                                        .kernels = request_dense_accumulator,
                                        .run = run_dense_accumulator,
                                        .by_flops = true,
                                        .extra_memory = true};
constexpr Accumulator merge{.name = "merge",
                            .summary = "values of 32 bytes and more that are added in the order of k, with "
                                       "many products: expand a batch of rows, merge by column, fold",
                            .text = "mxm/accumulators/merge.cuh",
                            .entry = "count_groups",
                            .variants = 1,
                            .add_bins = add_merge_bin,
                            .kernels = request_merge_rows,
                            .run = run_merge_rows,
                            .by_flops = true,
                            .extra_memory = true};

namespace {
constexpr std::array in_order = {&esc,         &two_level_bitmap,  &hash, &ranked_bitmap,
                                 &column_tile, &dense_accumulator, &merge};
} // namespace
constexpr std::span<const Accumulator* const> all(in_order);

static_assert(
    [] {
        std::size_t bins = 2; // ranked_bitmap adds two of its sizes twice
        for (const Accumulator* a : all) bins += a->variants;
        return bins;
    }() <= tuning::Bins::most,
    "max_bins in row_summary.h must be raised");

} // namespace mergus::cuda::accumulators
