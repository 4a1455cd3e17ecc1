/// \file segmented_merge.cpp
/// The segmented merge of the table: copies of inputs that are outputs, wide values, the reduction, host
/// arrays. It waits once, for the number of levels.
///
/// Invariant: all memory is allocated and all kernels are loaded before the first kernel that writes an
/// output, which may be an input. After an error inputs and outputs are unchanged (unless the device is
/// lost).
#include "segmented_merge.hpp"

#include "device/launch.hpp"
#include "merge_segments.hpp"
#include "objects/matrix.hpp"
#include "segmented_reduce.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

using Args = mergus_segmented_merge_args;

constexpr std::uint64_t merged_value = 16; ///< the most bytes of a value that moves with its key

/// The input, or a copy of it if it is the output.
const void* apart(Device& device, const void* in, const void* out, std::uint64_t bytes, Buffer& copy) {
    if (in != out || bytes == 0) return in;
    copy = Buffer(device, bytes);
    device.copy(copy.data(), in, bytes);
    return copy.data();
}

KernelRequest gather_kernel(const Args& args, const void* values) {
    Bindings bindings;
    bind_bytes(bindings, args.value_size, values, args.values_out);
    bindings.index("Position", needs_wide(args.count));
    return {"steps/fill.cuh", "gather_values", std::move(bindings)};
}

void gather(Context& context, const Args& args, const Kernel& kernel, const void* values,
            const void* positions) {
    const void* out = args.values_out;
    launch(context.device, kernel, grid_for(context, args.count, block_threads), {block_threads}, 0,
           {values, positions, args.count, out});
}

void explain(const Args& args, const MergeSegments& merge, bool in_place) {
    if (args.report == nullptr) return;
    const SegmentedSummary& found = merge.summary();
    fmt::format_to_n(args.report->method, sizeof args.report->method - 1, "tiles and {} levels",
                     merge.levels(in_place));
    fmt::format_to_n(args.report->reason, sizeof args.report->reason - 1,
                     "{} runs of long segments, up to {} in one", found.runs, found.max_runs);
    args.report->bytes = 2 * args.count * (static_cast<std::uint64_t>(args.key_bits) / 8 + args.value_size);
    args.report->work = found.moves;
}

/// The arrays of a merge on the device, and the copies and temporaries among them.
class MergeArrays {
public:
    /// \param indices positions move in place of values, with `value_size` bytes.
    MergeArrays(Device& device, const Args& args, bool indices, std::uint64_t value_size)
        // In place as a whole or not at all.
        : in_place(!indices && args.monoid == nullptr && args.keys == args.keys_out &&
                   (args.value_size == 0 || args.values == args.values_out)),
          arrays{args.keys, args.values, {args.keys_out, nullptr}, {args.values_out, nullptr}} {
        const std::uint64_t key_bytes = args.count * static_cast<std::uint64_t>(args.key_bits) / 8;
        const std::uint64_t value_bytes = args.count * args.value_size;
        if (args.monoid != nullptr) {
            merged_keys_ = Buffer(device, key_bytes);
            arrays.keys[0] = merged_keys_.data();
        } else if (!in_place) {
            arrays.keys_in = apart(device, args.keys, args.keys_out, key_bytes, keys_copy_);
        }
        if (args.monoid == nullptr ? !in_place : indices)
            arrays.values_in = apart(device, args.values, args.values_out, value_bytes, values_copy_);
        if (indices || args.monoid != nullptr) {
            merged_values_ = Buffer(device, args.count * value_size);
            arrays.values[0] = merged_values_.data();
        }
    }

    bool in_place;
    SegmentedArrays arrays;

private:
    Buffer keys_copy_, values_copy_, merged_keys_, merged_values_;
};

void merge(Context& context, const Args& args, bool checked) {
    const bool indices = args.value_size > merged_value;
    const std::uint64_t index_size = needs_wide(args.count) ? 8 : 4;
    const std::uint64_t value_size = indices ? index_size : args.value_size;
    MergeSegments merge(context, args, value_size, indices);
    std::optional<SegmentReduction> reduction;
    if (args.monoid != nullptr) reduction.emplace(context, args, indices);
    const bool gathers = indices && !reduction && args.count > 0;

    KernelRequests list(context.jit);
    merge.kernels(list, args.count, checked);
    if (reduction) reduction->kernels(list);
    if (gathers)
        list.push_back(gather_kernel(args, args.values)); // a copy has the same alignment or a larger
    context.jit.compile(list);

    if (!merge.analyse(checked))
        throw Error(Code::invalid_value,
                    "offsets descend, do not begin with 0, or do not end with the number of "
                    "sub-segments or of keys");
    const MergeArrays memory(context.device, args, indices, value_size);
    const SegmentedArrays& arrays = memory.arrays;
    merge.allocate(memory.in_place, args.report != nullptr);
    if (reduction) reduction->allocate();
    const Kernel* const gathering =
        gathers ? &context.jit.kernel(gather_kernel(args, arrays.values_in)) : nullptr;

    // Without a monoid the outputs are written from here on, with one by the reduction.
    merge.run(arrays);
    if (reduction)
        reduction->run(arrays.keys[0], indices ? arrays.values_in : arrays.values[0],
                       indices ? arrays.values[0] : nullptr);
    else if (gathers)
        gather(context, args, *gathering, arrays.values_in, arrays.values[0]);
    explain(args, merge, memory.in_place);
}

/// Copies host arrays to the device, merges them in place there, and copies them back.
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
    merge(context, there, false);
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
        merge(context, args, true);
    else
        merge_host_arrays(context, args);
}

void MergePositions::kernels(KernelRequests& list) const {
    Args args{};
    args.key_bits = wide_keys_ ? 64 : 32;
    MergeSegments(context_, args, sizeof(std::uint32_t), true).kernels(list, ~std::uint64_t{0}, false);
}

void MergePositions::run(const Args& args) const {
    MergeSegments merge(context_, args, sizeof(std::uint32_t), true);
    merge.analyse(false);
    merge.allocate(false, false);
    merge.run({args.keys, nullptr, {args.keys_out, nullptr}, {args.values_out, nullptr}});
}

} // namespace mergus::cuda
