/// \file merge_segments.cpp
#include "merge_segments.hpp"

#include "device/primitives.hpp"
#include "objects/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

namespace mergus::cuda {

namespace {

constexpr std::uint64_t staged_value = 8; ///< the most bytes of a value that is on chip with its key
constexpr std::uint32_t tile_items = 16;  ///< elements of a thread

constexpr const char* buckets_file = "segmented_merge/segmented_buckets.cuh";
constexpr const char* packs_file = "segmented_merge/segmented_packs.cuh";
constexpr const char* levels_file = "segmented_merge/segmented_levels.cuh";

std::uint32_t blocks(std::uint64_t n) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 1u << 30));
}

} // namespace

void bind_bytes(Bindings& bindings, std::uint64_t bytes, const void* in, const void* out) {
    const std::uint64_t all =
        bytes | reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out) | 8;
    const std::uint64_t word = all & (~all + 1);
    bindings.made_line(fmt::format("struct Value {{ uint{}_t word[{}]; }};", 8 * word, bytes / word));
}

MergeSegments::MergeSegments(Context& context, const mergus_segmented_merge_args& args,
                             std::uint64_t value_size, bool moves_indices)
    : context_(context), device_(context.device), args_(args),
      key_size_(static_cast<std::uint64_t>(args.key_bits) / 8), value_size_(value_size),
      moves_indices_(moves_indices), input_(segmented_input(args)), threads_(fitting_threads()),
      buckets_((args.count + bucket_keys() - 1) / bucket_keys()) {}

std::uint64_t MergeSegments::tile() const noexcept {
    return std::uint64_t{threads_} * tile_items;
}

bool MergeSegments::stages_values() const noexcept {
    return value_size_ > 0 && value_size_ <= staged_value;
}

/// The largest tile whose shared memory every block has: PackMemory of segmented_packs.cuh, which is larger
/// than PartMemory of segmented_levels.cuh up to a fixed part.
std::uint32_t MergeSegments::fitting_threads() const noexcept {
    std::uint32_t threads = 128;
    const std::uint64_t staged = stages_values() ? value_size_ : 0;
    const auto bytes = [&] {
        const std::uint64_t keys = std::uint64_t{threads} * tile_items, padding = keys / 32 + 24;
        return keys * (key_size_ + staged + 7) + padding * key_size_ + 512;
    };
    while (threads > 32 && bytes() > device_.properties().shared_per_block) threads /= 2;
    return threads;
}

Bindings MergeSegments::bindings(const char* file) const {
    Bindings bindings;
    bindings.constant("tile_threads", threads_)
        .constant("tile_items", tile_items)
        .constant("bucket_keys", static_cast<std::int64_t>(bucket_keys()));
    if (file == buckets_file) return bindings;
    bindings.index("Key", key_size_ == 8);
    if (moves_indices_ || value_size_ == 0)
        bindings.index("Value", value_size_ == 8);
    else
        bind_bytes(bindings, value_size_, args_.values, args_.values_out);
    bindings.constant("has_values", value_size_ > 0)
        .constant("stages_values", stages_values())
        .constant("moves_indices", moves_indices_);
    if (file == levels_file) bindings.index("Count", needs_wide(args_.count));
    return bindings;
}

const Kernel& MergeSegments::kernel(const char* file, const char* entry) const {
    return context_.jit.kernel(file, entry, bindings(file));
}

void MergeSegments::kernels(KernelRequests& list, std::uint64_t count, bool checked) const {
    if (count > 0 || checked) list.emplace_back(buckets_file, "find_buckets", bindings(buckets_file));
    if (count > 0) list.emplace_back(packs_file, "merge_packs", bindings(packs_file));
    if (count > tile()) list.emplace_back(levels_file, "merge_runs", bindings(levels_file));
}

bool MergeSegments::analyse(bool checked) {
    device_summary_ = Array<SegmentedSummary>(device_, 1);
    device_.fill(device_summary_.data(), 0, sizeof(SegmentedSummary));
    if (checked)
        device_.launch(kernel(buckets_file, "check_segments"),
                       grid_for(context_, std::max(args_.segments, args_.subsegments) + 1, block_threads),
                       {block_threads}, 0, input_, device_summary_.data());
    if (args_.count > 0) find_runs();
    summary_ = device_.read(device_summary_.data());
    return summary_.bad == 0;
}

void MergeSegments::find_runs() {
    found_ = Array<MergeBucket>(device_, buckets_);
    run_ptr_ = Array<std::uint64_t>(device_, buckets_ + 1);
    runs_ = Array<MergeRun>(device_, 3 * buckets_);
    const Dim3 grid = grid_for(context_, buckets_, block_threads), block{block_threads};
    device_.launch(kernel(buckets_file, "find_buckets"), grid, block, 0, input_, buckets_, found_.data(),
                   run_ptr_.data(), static_cast<const SegmentedSummary*>(device_summary_.data()));
    exclusive_scan(device_, run_ptr_.data(), run_ptr_.data(), buckets_);
    device_.launch(kernel(buckets_file, "fill_runs"), grid, block, 0, input_, buckets_,
                   static_cast<const MergeBucket*>(found_.data()),
                   static_cast<const std::uint64_t*>(run_ptr_.data()), runs_.data());
    device_.launch(kernel(buckets_file, "link_runs"), grid_for(context_, 3 * buckets_, block_threads), block,
                   0, static_cast<const std::uint64_t*>(run_ptr_.data() + buckets_), runs_.data(),
                   device_summary_.data());
}

void MergeSegments::allocate(bool in_place, bool counted) {
    if (args_.count == 0) return;
    in_place_ = in_place;
    if (summary_.max_runs > 1) {
        spare_keys_ = Buffer(device_, args_.count * key_size_);
        spare_values_ = Buffer(device_, args_.count * value_size_);
    }
    if (counted) moves_ = Array<std::uint64_t>(device_, 1);
    static_cast<void>(kernel(packs_file, "merge_packs"));
    if (levels(in_place) == 0) return;
    tiles_ = Array<LevelTile>(device_, tiles_left(0));
    cuts_ = Array<TileCut>(device_, tiles_left(0));
    static_cast<void>(kernel(buckets_file, "list_tiles"));
    for (const char* entry : {"partition_runs", "merge_runs"}) static_cast<void>(kernel(levels_file, entry));
}

void MergeSegments::run(const SegmentedArrays& outputs) {
    if (args_.count == 0) return;
    SegmentedArrays arrays = outputs;
    arrays.keys[1] = spare_keys_.data();
    arrays.values[1] = spare_values_.data();
    const bool counted = moves_.size() != 0;
    if (counted) device_.fill(moves_.data(), 0, sizeof(std::uint64_t));
    device_.launch(kernel(packs_file, "merge_packs"), {blocks(buckets_)}, {threads_}, 0, input_, arrays,
                   buckets_, static_cast<const MergeBucket*>(found_.data()),
                   static_cast<const std::uint64_t*>(run_ptr_.data()),
                   static_cast<const MergeRun*>(runs_.data()), in_place_, moves_.data());
    if (levels(in_place_) > 0) run_levels(arrays);
    if (counted) summary_.moves = device_.read(moves_.data());
}

int MergeSegments::levels(bool in_place) const noexcept {
    if (summary_.runs == 0) return 0;
    if (summary_.max_runs <= 1) return in_place ? 0 : 1;
    return (static_cast<int>(std::bit_width(summary_.max_runs - 1)) + static_cast<int>(ways_log2) - 1) /
           static_cast<int>(ways_log2);
}

/// The number of tiles of the segments that are unfinished before a level: the front of the list of tiles.
std::uint64_t MergeSegments::tiles_left(int level) const noexcept {
    const int most = SegmentedSummary::max_levels - 1;
    return std::accumulate(std::begin(summary_.tiles) + 1 + std::clamp(level, 0, most),
                           std::end(summary_.tiles), std::uint64_t{0});
}

void MergeSegments::run_levels(const SegmentedArrays& arrays) {
    const auto* runs = static_cast<const MergeRun*>(runs_.data());
    const auto* tiles = static_cast<const LevelTile*>(tiles_.data());
    device_.launch(kernel(buckets_file, "list_tiles"), grid_for(context_, summary_.runs * 32, block_threads),
                   {block_threads}, 0, runs, summary_.runs,
                   static_cast<const SegmentedSummary*>(device_summary_.data()), tiles_.data());
    for (int level = in_place_ ? -1 : 0; level < levels(in_place_); ++level) {
        const std::uint64_t left = tiles_left(level);
        device_.launch(kernel(levels_file, "partition_runs"), grid_for(context_, left * ways, block_threads),
                       {block_threads}, 0, arrays, runs, tiles, left, level, in_place_, cuts_.data());
        device_.launch(kernel(levels_file, "merge_runs"), {blocks(left)}, {threads_}, 0, arrays, runs, tiles,
                       left, level, in_place_, static_cast<const TileCut*>(cuts_.data()), moves_.data());
    }
}

} // namespace mergus::cuda
