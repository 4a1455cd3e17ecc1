/// \file segmented_merge.cpp
/// The host's part of the segmented merge: sizes, memory, launches. It waits once, for the number of levels.
///
/// Invariant: all memory and all kernels are there before the first kernel that writes an output, which may
/// be an input. After an error inputs and outputs are as they were (unless the device is lost).
#include "segmented_merge.hpp"

#include "device/launch.hpp"
#include "device/primitives.hpp"
#include "matrix.hpp"
#include "segmented_reduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

using Args = mergus_segmented_merge_args;

/// Values up to so many bytes move with their keys; wider ones are fetched at the end.
constexpr std::uint64_t moved_value = 16;
constexpr std::uint64_t staged_value = 8; ///< up to so many bytes they are on chip with them
constexpr std::uint32_t tile_items = 16;  ///< elements of a thread
constexpr int ways_log2 = 3;              ///< a level makes 2^ways_log2 runs one
constexpr std::uint64_t ways = std::uint64_t{1} << ways_log2;

/// Structs of segmented_merge/segmented_runs.cuh and segmented_arrays.cuh.
struct Pack {
    std::uint64_t members[6];
};
struct Bucket {
    Pack pack, big;
    std::uint64_t long_begin, long_end, long_segment;
};
struct Run {
    std::uint64_t members[7];
};
struct Summary {
    std::uint64_t bad, runs, most_runs, moves;
    std::array<std::uint64_t, 28> tiles; ///< of segments with so many levels, or with the last number or more
};
static_assert(sizeof(Summary) <= 256, "read back in one small copy");
struct LevelTile {
    std::uint64_t run, begin;
};
/// As in segmented_merge/segmented_cuts.cuh.
struct TileCut {
    std::uint64_t begin[ways], end[ways];
    std::uint32_t inputs, from, to, whole, members;
};
static_assert(sizeof(TileCut) == 16 * ways + 24, "as there");
struct Arrays {
    const void* keys_in;
    const void* values_in;
    void* keys[2];
    void* values[2];
};

/// What one merge moves: its keys, and values or places.
class Merge {
public:
    Merge(Context& context, const Args& args, std::uint64_t value_size, bool makes_places)
        : context_(context), device_(context.device), args_(args),
          key_size_(static_cast<std::uint64_t>(args.key_bits) / 8), value_size_(value_size),
          makes_places_(makes_places), input_(segmented_input(args)), threads_(fitting_threads()),
          buckets_((args.count + bucket_keys() - 1) / bucket_keys()) {}

    /// Adds the kernels of all steps for so many keys; those of the levels if there can be a segment longer
    /// than a tile.
    void want(std::vector<KernelRequest>& requests, std::uint64_t count) const {
        if (count == 0) return;
        requests.push_back({"segmented_merge/segmented_buckets.cuh", "find_buckets",
                            bindings("segmented_merge/segmented_buckets.cuh")});
        requests.push_back({"segmented_merge/segmented_packs.cuh", "merge_packs",
                            bindings("segmented_merge/segmented_packs.cuh")});
        if (count > tile())
            requests.push_back({"segmented_merge/segmented_levels.cuh", "merge_runs",
                                bindings("segmented_merge/segmented_levels.cuh")});
    }

    /// \return false if the offsets, which are looked at only if they are not trusted, are bad: nothing has
    /// been done then.
    bool prepare(bool trusted) {
        there_ = Array<Summary>(device_, 1);
        Array<Summary>& summary = there_;
        device_.fill(summary.data(), 0, sizeof(Summary));
        if (!trusted)
            device_.launch(kernel("segmented_merge/segmented_buckets.cuh", "check_segments"),
                           grid_for(context_, std::max(args_.segments, args_.subsegments) + 1, block_threads),
                           {block_threads}, 0, input_, summary.data());
        if (args_.count > 0) find_runs(summary.data());
        summary_ = device_.read(summary.data());
        return summary_.bad == 0;
    }

    /// Memory and kernels of run(), after prepare(). \param counted whether summary().moves is requests.
    void allocate(bool in_place, bool counted) {
        if (args_.count == 0) return;
        in_place_ = in_place;
        if (summary_.most_runs > 1) {
            spare_keys_ = Buffer(device_, args_.count * key_size_);
            spare_values_ = Buffer(device_, args_.count * value_size_);
        }
        if (counted) moves_ = Array<std::uint64_t>(device_, 1);
        static_cast<void>(kernel("segmented_merge/segmented_packs.cuh", "merge_packs"));
        if (levels(in_place) == 0) return;
        tiles_ = Array<LevelTile>(device_, tiles_left(0));
        cuts_ = Array<TileCut>(device_, tiles_left(0));
        static_cast<void>(kernel("segmented_merge/segmented_buckets.cuh", "place_tiles"));
        for (const char* entry : {"partition_runs", "merge_runs"})
            static_cast<void>(kernel("segmented_merge/segmented_levels.cuh", entry));
    }

    /// Merges into the outputs, after allocate(). Waits again if moves are counted.
    void run(const Arrays& outputs) {
        if (args_.count == 0) return;
        Arrays arrays = outputs;
        arrays.keys[1] = spare_keys_.data();
        arrays.values[1] = spare_values_.data();
        const bool counted = moves_.size() != 0;
        if (counted) device_.fill(moves_.data(), 0, sizeof(std::uint64_t));
        device_.launch(kernel("segmented_merge/segmented_packs.cuh", "merge_packs"), {blocks(buckets_)},
                       {threads_}, 0, input_, arrays, buckets_, static_cast<const Bucket*>(found_.data()),
                       static_cast<const std::uint64_t*>(run_ptr_.data()),
                       static_cast<const Run*>(runs_.data()), in_place_, moves_.data());
        if (levels(in_place_) > 0) run_levels(arrays);
        if (counted) summary_.moves = device_.read(moves_.data());
    }

    [[nodiscard]] int levels(bool in_place) const noexcept {
        if (summary_.runs == 0) return 0;
        if (summary_.most_runs <= 1) return in_place ? 0 : 1;
        return (static_cast<int>(std::bit_width(summary_.most_runs - 1)) + ways_log2 - 1) / ways_log2;
    }
    [[nodiscard]] const Summary& summary() const noexcept { return summary_; }

private:
    [[nodiscard]] std::uint64_t tile() const noexcept { return std::uint64_t{threads_} * tile_items; }
    [[nodiscard]] bool stages_values() const noexcept {
        return value_size_ > 0 && value_size_ <= staged_value;
    }
    [[nodiscard]] std::uint64_t bucket_keys() const noexcept { return tile() / 4 * 3; }

    /// The largest tile whose memory a block has without asking for more: PackMemory of
    /// segmented_merge/segmented_packs.cuh, which is more than PartMemory of segmented_levels.cuh but for a
    /// fixed part.
    [[nodiscard]] std::uint32_t fitting_threads() const noexcept {
        std::uint32_t threads = 128;
        const std::uint64_t staged = stages_values() ? value_size_ : 0;
        const auto bytes = [&] {
            const std::uint64_t keys = std::uint64_t{threads} * tile_items, padding = keys / 32 + 24;
            return keys * (key_size_ + staged + 7) + padding * key_size_ + 512;
        };
        while (threads > 32 && bytes() > device_.properties().shared_per_block) threads /= 2;
        return threads;
    }
    [[nodiscard]] static std::uint32_t blocks(std::uint64_t n) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 1u << 30));
    }

    /// Values are words as large as all pointers allow.
    void bind_values(Bindings& bindings) const {
        if (makes_places_ || value_size_ == 0) {
            bindings.line(value_size_ == 8 ? "typedef uint64_t Value;" : "typedef uint32_t Value;");
        } else {
            const std::uint64_t all = value_size_ | reinterpret_cast<std::uintptr_t>(args_.values) |
                                      reinterpret_cast<std::uintptr_t>(args_.values_out) | 8;
            const std::uint64_t word = all & (~all + 1);
            bindings.line(
                fmt::format("struct Value {{ uint{}_t word[{}]; }};", 8 * word, value_size_ / word));
        }
        bindings.constant("has_values", value_size_ > 0)
            .constant("stages_values", stages_values())
            .constant("makes_places", makes_places_);
    }

    [[nodiscard]] Bindings bindings(std::string_view file) const {
        Bindings bindings;
        bindings.constant("tile_threads", threads_).constant("tile_items", tile_items);
        bindings.constant("bucket_keys", static_cast<std::int64_t>(bucket_keys()))
            .constant("ways_log2", ways_log2);
        if (file != "segmented_merge/segmented_buckets.cuh")
            bind_values(bindings.index("Key", key_size_ == 8));
        if (file == "segmented_merge/segmented_levels.cuh") bindings.index("Count", needs_wide(args_.count));
        return bindings;
    }
    const Kernel& kernel(std::string_view file, const char* entry) {
        return context_.jit.kernel(file, entry, bindings(file));
    }

    void find_runs(Summary* summary) {
        found_ = Array<Bucket>(device_, buckets_);
        run_ptr_ = Array<std::uint64_t>(device_, buckets_ + 1);
        runs_ = Array<Run>(device_, 3 * buckets_);
        const Dim3 grid = grid_for(context_, buckets_, block_threads), block{block_threads};
        device_.launch(kernel("segmented_merge/segmented_buckets.cuh", "find_buckets"), grid, block, 0,
                       input_, buckets_, found_.data(), run_ptr_.data(),
                       static_cast<const Summary*>(summary));
        exclusive_scan(device_, run_ptr_.data(), run_ptr_.data(), buckets_);
        device_.launch(kernel("segmented_merge/segmented_buckets.cuh", "fill_runs"), grid, block, 0, input_,
                       buckets_, static_cast<const Bucket*>(found_.data()),
                       static_cast<const std::uint64_t*>(run_ptr_.data()), runs_.data());
        device_.launch(kernel("segmented_merge/segmented_buckets.cuh", "link_runs"),
                       grid_for(context_, 3 * buckets_, block_threads), block, 0,
                       static_cast<const std::uint64_t*>(run_ptr_.data() + buckets_), runs_.data(), summary);
    }

    /// Tiles of the segments that are not done before a level. They come first in the list of tiles.
    [[nodiscard]] std::uint64_t tiles_left(int level) const noexcept {
        const int most = static_cast<int>(summary_.tiles.size()) - 2;
        return std::accumulate(summary_.tiles.begin() + 1 + std::clamp(level, 0, most), summary_.tiles.end(),
                               std::uint64_t{0});
    }

    void run_levels(const Arrays& arrays) {
        const auto* runs = static_cast<const Run*>(runs_.data());
        const auto* tiles = static_cast<const LevelTile*>(tiles_.data());
        device_.launch(kernel("segmented_merge/segmented_buckets.cuh", "place_tiles"),
                       grid_for(context_, summary_.runs * 32, block_threads), {block_threads}, 0, runs,
                       summary_.runs, static_cast<const Summary*>(there_.data()), tiles_.data());
        for (int level = in_place_ ? -1 : 0; level < levels(in_place_); ++level) {
            const std::uint64_t left = tiles_left(level);
            device_.launch(kernel("segmented_merge/segmented_levels.cuh", "partition_runs"),
                           grid_for(context_, left * ways, block_threads), {block_threads}, 0, arrays, runs,
                           tiles, left, level, in_place_, cuts_.data());
            device_.launch(kernel("segmented_merge/segmented_levels.cuh", "merge_runs"), {blocks(left)},
                           {threads_}, 0, arrays, runs, tiles, left, level, in_place_,
                           static_cast<const TileCut*>(cuts_.data()), moves_.data());
        }
    }

    Context& context_;
    Device& device_;
    const Args& args_;
    std::uint64_t key_size_, value_size_;
    bool makes_places_;
    SegmentedInput input_;
    std::uint32_t threads_;
    std::uint64_t buckets_;
    Array<Summary> there_; ///< on the device
    Array<Bucket> found_;
    Array<std::uint64_t> run_ptr_;
    Array<Run> runs_;
    Buffer spare_keys_, spare_values_;
    Array<std::uint64_t> moves_; ///< one, if they are counted
    Array<LevelTile> tiles_;
    Array<TileCut> cuts_;
    bool in_place_ = false;
    Summary summary_{};
};

/// An input that must not be the output: itself, or a copy.
const void* apart(Device& device, const void* in, const void* out, std::uint64_t bytes, Buffer& copy) {
    if (in != out || bytes == 0) return in;
    copy = Buffer(device, bytes);
    device.copy(copy.data(), in, bytes);
    return copy.data();
}

KernelRequest gather_kernel(const Args& args, const void* values) {
    Bindings bindings;
    const std::uint64_t all = args.value_size | reinterpret_cast<std::uintptr_t>(values) |
                              reinterpret_cast<std::uintptr_t>(args.values_out) | 8;
    const std::uint64_t word = all & (~all + 1);
    bindings.line(fmt::format("struct Value {{ uint{}_t word[{}]; }};", 8 * word, args.value_size / word));
    bindings.index("Position", needs_wide(args.count));
    return {"ops/fill.cuh", "gather_values", std::move(bindings)};
}

void gather(Context& context, const Args& args, const Kernel& kernel, const void* values,
            const void* places) {
    const void* out = args.values_out;
    launch(context.device, kernel, grid_for(context, args.count, block_threads), {block_threads}, 0,
           {values, places, args.count, out});
}

void explain(const Args& args, const Merge& merge, bool in_place) {
    if (args.report == nullptr) return;
    const Summary& found = merge.summary();
    fmt::format_to_n(args.report->method, sizeof args.report->method - 1, "tiles and {} levels",
                     merge.levels(in_place));
    fmt::format_to_n(args.report->reason, sizeof args.report->reason - 1,
                     "{} runs of long segments, up to {} in one", found.runs, found.most_runs);
    args.report->bytes = 2 * args.count * (static_cast<std::uint64_t>(args.key_bits) / 8 + args.value_size);
    args.report->work = found.moves;
}

void merge(Context& context, const Args& args, bool trusted) {
    Device& device = context.device;
    const std::uint64_t key_bytes = args.count * static_cast<std::uint64_t>(args.key_bits) / 8;
    const std::uint64_t place_size = needs_wide(args.count) ? 8 : 4;
    const bool places = args.value_size > moved_value;
    const std::uint64_t value_size = places ? place_size : args.value_size;
    Merge merge(context, args, value_size, places);
    std::vector<KernelRequest> requests;
    merge.want(requests, args.count);
    if (args.monoid != nullptr)
        request_reduce_segments(requests, context, args, places);
    else if (places)
        requests.push_back(
            gather_kernel(args, args.values)); // or of a copy, which is aligned as well or better
    const Jit::Expectation expected(context.jit, std::move(requests));
    if (!merge.prepare(trusted))
        throw Error(Code::invalid_value,
                    "offsets descend, do not begin with 0, or do not end with the number of "
                    "sub-segments or of keys");
    // In place as a whole or not at all; places take the values' place.
    const bool in_place = !places && args.monoid == nullptr && args.keys == args.keys_out &&
                          (args.value_size == 0 || args.values == args.values_out);
    Buffer keys_copy, values_copy;
    Arrays arrays{args.keys, args.values, {args.keys_out, nullptr}, {args.values_out, nullptr}};
    Buffer merged_keys, merged_values;
    if (args.monoid != nullptr) {
        merged_keys = Buffer(device, key_bytes);
        arrays.keys[0] = merged_keys.data();
        if (places)
            arrays.values_in =
                apart(device, args.values, args.values_out, args.count * args.value_size, values_copy);
    } else if (!in_place) {
        arrays.keys_in = apart(device, args.keys, args.keys_out, key_bytes, keys_copy);
        arrays.values_in =
            apart(device, args.values, args.values_out, args.count * args.value_size, values_copy);
    }
    if (places || args.monoid != nullptr) {
        merged_values = Buffer(device, args.count * value_size);
        arrays.values[0] = merged_values.data();
    }
    merge.allocate(in_place, args.report != nullptr);
    std::optional<SegmentReduction> reduction;
    const Kernel* gathering = nullptr;
    if (args.monoid != nullptr)
        reduction.emplace(context, args, places);
    else if (places && args.count > 0)
        gathering = &context.jit.kernel(gather_kernel(args, arrays.values_in));
    // Without a monoid the outputs are written from here on, with one by the reduction.
    merge.run(arrays);
    if (reduction)
        reduction->run(arrays.keys[0], places ? arrays.values_in : arrays.values[0],
                       places ? arrays.values[0] : nullptr);
    else if (gathering != nullptr)
        gather(context, args, *gathering, arrays.values_in, arrays.values[0]);
    explain(args, merge, in_place);
}

/// Host arrays: to the device, merged in place there, and back.
void merge_host_arrays(Context& context, const Args& args) {
    Device& device = context.device;
    const std::uint64_t key_size = static_cast<std::uint64_t>(args.key_bits) / 8;
    Array<std::uint64_t> segment_ptr(device, args.segments + 1), subsegment_ptr(device, args.subsegments + 1);
    Array<std::uint64_t> ptr_out(device, args.monoid != nullptr ? args.segments + 1 : 0);
    const Buffer keys(device, args.count * key_size), values(device, args.count * args.value_size);
    device.copy_to_device(segment_ptr.data(), args.segment_ptr, (args.segments + 1) * sizeof(std::uint64_t));
    device.copy_to_device(subsegment_ptr.data(), args.subsegment_ptr,
                          (args.subsegments + 1) * sizeof(std::uint64_t));
    if (args.count > 0) device.copy_to_device(keys.data(), args.keys, keys.bytes());
    if (values.bytes() > 0) device.copy_to_device(values.data(), args.values, values.bytes());
    Args there = args;
    there.segment_ptr = segment_ptr.data();
    there.subsegment_ptr = subsegment_ptr.data();
    there.keys = there.keys_out = keys.data();
    there.values = there.values_out = values.data();
    there.segment_ptr_out = ptr_out.data();
    merge(context, there, true);
    std::uint64_t left = args.count;
    if (args.monoid != nullptr) {
        device.copy_to_host(args.segment_ptr_out, ptr_out.data(),
                            (args.segments + 1) * sizeof(std::uint64_t));
        left = args.segment_ptr_out[args.segments];
    }
    if (left == 0) return;
    device.copy_to_host(args.keys_out, keys.data(), left * key_size);
    if (args.value_size > 0) device.copy_to_host(args.values_out, values.data(), left * args.value_size);
}

} // namespace

void segmented_merge(Context& context, const Args& args) {
    if (args.memory == MERGUS_MEMORY_DEVICE)
        merge(context, args, false);
    else
        merge_host_arrays(context, args);
}

void segmented_merge_on_device(Context& context, const Args& args) {
    merge(context, args, true);
}

void merge_places_on_device(Context& context, const Args& args) {
    Merge merge(context, args, sizeof(std::uint32_t), true);
    merge.prepare(true);
    merge.allocate(false, false);
    merge.run({args.keys, nullptr, {args.keys_out, nullptr}, {args.values_out, nullptr}});
}

void request_merged_places(std::vector<KernelRequest>& requests, Context& context, bool wide_keys) {
    Args args{};
    args.key_bits = wide_keys ? 64 : 32;
    Merge(context, args, sizeof(std::uint32_t), true).want(requests, ~std::uint64_t{0});
}

} // namespace mergus::cuda
