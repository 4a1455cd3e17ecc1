/// \file segmented_merge.hpp
/// Segmented merge: q sorted sub-segments, grouped into p segments, become p sorted segments.
///
///     std::vector<std::uint64_t> segment_ptr{0, 2, 3}, subsegment_ptr{0, 3, 5, 7};
///     std::vector<std::uint32_t> keys{1, 4, 9, 2, 4, 0, 8}; // segments {1,4,9},{2,4} and {0,8}
///     mergus::segmented_merge(context, {segment_ptr, subsegment_ptr}, 7, keys.data(), keys.data());
///     // keys: 1 2 4 4 9, 0 8
///
/// *Order.* Stable: equal keys of a segment keep the order of their sub-segments, and within a sub-segment
/// their order. *Lengths* are arbitrary: empty sub-segments, a single segment, or millions of tiny ones.
/// *Sub-segments that are not sorted*: the output of their segment is unspecified. It holds keys of the same
/// segment with their values; some may be repeated and others missing. Other segments are not affected.
/// *Work.* A binary tree over the sub-segments of each segment: with q' the largest number of sub-segments of
/// a segment, n·⌈log2 q'⌉ + O(n) moves of keys, whatever the lengths; on a GPU a third more at most. No sort
/// is involved. *On a GPU* every thread has the same number of elements to merge. A segment of up to 2048
/// elements is read and written once. A longer segment is cut into runs of about 1500 elements (at least 750
/// on average), and each further pass merges eight runs into one; a segment that is finished takes no further
/// pass. The host waits for the device once.
/// *Workspace.* n·(sizeof key + v) bytes of the context's memory, v = sizeof value up to 16 bytes, above that
/// that of an index (4 or 8 bytes), and up to n/2 bytes; these alone where no segment is longer than 2048.
/// Reducing takes another n·(sizeof key + v + 4 or 8 bytes), host arrays their own size on a device.
#pragma once

#include <mergus/algebra.hpp>
#include <mergus/context.hpp>
#include <mergus/error.hpp>
#include <mergus/export.hpp>
#include <mergus/natural.hpp>
#include <mergus/plugin.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace mergus {

/// The memory that holds the arrays of a call.
enum class Memory : std::int32_t {
    host = MERGUS_MEMORY_HOST,
    device = MERGUS_MEMORY_DEVICE ///< of the context's device, written and read in the order of its stream
};

/// The segments: sub-segment j holds keys subsegment_ptr[j] … subsegment_ptr[j+1]−1, segment s holds
/// sub-segments segment_ptr[s] … segment_ptr[s+1]−1.
struct Segments {
    std::span<const std::uint64_t> segment_ptr;    ///< p + 1 offsets, from 0 to q
    std::span<const std::uint64_t> subsegment_ptr; ///< q + 1 offsets, from 0 to the number of keys
    Memory memory = Memory::host;                  ///< of these arrays and of all other arrays of the call
};

/// 32 or 64 bits, unsigned.
template <class Key>
concept MergeKey = std::unsigned_integral<Key> &&(sizeof(Key) == 4 || sizeof(Key) == 8) &&
                   !std::same_as<Key, char32_t>;

namespace detail {
/// Checks the arguments that are in host memory, and runs the merge. Sets struct_size.
MERGUS_API void segmented_merge(const Context& context, const Segments& segments,
                                mergus_segmented_merge_args args);

template <MergeKey Key>
mergus_segmented_merge_args merge_args(Natural count, const Key* keys, const void* values, Natural value_size,
                                       Key* keys_out, void* values_out) {
    mergus_segmented_merge_args args{};
    args.count = count;
    args.keys = keys;
    args.keys_out = keys_out;
    args.values = values;
    args.values_out = values_out;
    args.value_size = value_size;
    args.key_bits = sizeof(Key) * 8;
    return args;
}
} // namespace detail

// All forms: an output is its input (in place), or overlaps no input. With host memory the results are
// complete when the call returns. With device memory they are complete in the order of the context's stream
// (context.wait()). Unsorted sub-segments are not an error.
// \throws Error invalid_value: offsets that descend, do not begin with 0 or do not end with q or n; a null
// array; device memory in a context without a device. out_of_memory. After an error the outputs are
// unchanged.

/// Keys without values.
template <MergeKey Key>
void segmented_merge(const Context& context, const Segments& segments, Natural count, const Key* keys,
                     Key* keys_out) {
    detail::segmented_merge(context, segments,
                            detail::merge_args<Key>(count, keys, nullptr, 0, keys_out, nullptr));
}

/// Keys with values of value_size bytes each. Values are moved, never interpreted.
template <MergeKey Key>
void segmented_merge(const Context& context, const Segments& segments, Natural count, const Key* keys,
                     const void* values, Natural value_size, Key* keys_out, void* values_out) {
    if (value_size == 0) return segmented_merge(context, segments, count, keys, keys_out);
    detail::segmented_merge(context, segments,
                            detail::merge_args<Key>(count, keys, values, value_size, keys_out, values_out));
}

/// Keys with values.
template <MergeKey Key, class Value>
requires std::is_trivially_copyable_v<Value>
void segmented_merge(const Context& context, const Segments& segments, Natural count, const Key* keys,
                     const Value* values, Key* keys_out, Value* values_out) {
    segmented_merge(context, segments, count, keys, values, sizeof(Value), keys_out, values_out);
}

/// Equal keys of a segment become one key. Its value combines their values in the merged order; the monoid
/// must be associative and need not be commutative. (On a GPU the grouping depends on sizes and positions
/// alone, so floating sums have the same bits in every run.) Writes p + 1 offsets to segment_ptr_out;
/// segment_ptr_out[p] is the number of remaining keys and values. The outputs need room for `count` of
/// each; elements after the remaining ones are unspecified.
template <MergeKey Key, ValueType Value>
void segmented_merge(const Context& context, const Segments& segments, Natural count,
                     const Monoid<Value>& monoid, const Key* keys, const Value* values,
                     std::uint64_t* segment_ptr_out, Key* keys_out, Value* values_out) {
    mergus_segmented_merge_args args =
        detail::merge_args<Key>(count, keys, values, sizeof(Value), keys_out, values_out);
    args.monoid = monoid.get();
    args.segment_ptr_out = segment_ptr_out;
    if (args.monoid == nullptr) throw Error(Code::invalid_value, "segmented_merge: the monoid is empty");
    detail::segmented_merge(context, segments, args);
}

} // namespace mergus
