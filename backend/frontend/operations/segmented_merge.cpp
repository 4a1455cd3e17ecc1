/// \file segmented_merge.cpp
/// Argument checks of the segmented merge, and its implementation on the CPU: bottom-up merges of the
/// sub-segments of each segment.
#include "segmented_merge.hpp"

#include "dispatch.hpp"

#include <mergus/segmented_merge.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace mergus {

namespace core {

namespace {

using Args = mergus_segmented_merge_args;
using Order = std::vector<std::uint64_t>; ///< input positions of elements

/// Merges the sub-segments first … last−1 of a segment: `order` becomes the input positions of the merged
/// elements. Returns the number of moved elements. `spare` is workspace.
template <class Key>
std::uint64_t merge_segment(const Args& args, std::uint64_t first, std::uint64_t last, Order& order,
                            Order& spare) {
    const auto* keys = static_cast<const Key*>(args.keys);
    const auto less = [&](std::uint64_t a, std::uint64_t b) { return keys[a] < keys[b]; };
    const std::uint64_t* ptr = args.subsegment_ptr;
    const std::uint64_t begin = ptr[first], length = ptr[last] - begin;
    order.resize(length);
    spare.resize(length);
    std::iota(order.begin(), order.end(), begin);
    std::uint64_t moves = length;
    for (std::uint64_t width = 1; width < last - first; width *= 2, moves += length) {
        for (std::uint64_t a = first; a < last; a += std::min(2 * width, last - a)) {
            const std::uint64_t b = std::min(a + width, last), end = std::min(b + width, last);
            const auto at = [&](std::uint64_t j) {
                return order.begin() + static_cast<std::ptrdiff_t>(ptr[j] - begin);
            };
            std::merge(at(a), at(b), at(b), at(end),
                       spare.begin() + static_cast<std::ptrdiff_t>(ptr[a] - begin), less);
        }
        order.swap(spare);
    }
    return moves;
}

/// Writes keys and values in the merged order. With a monoid, values of equal keys are folded into one.
class Writer {
public:
    Writer(const Args& args, std::size_t key_size)
        : args_(args), key_size_(key_size), size_(args.value_size), keys_(args.count * key_size),
          values_(args.count * size_), x_(words()), y_(words()), z_(words()) {}

    void segment(const Order& order) {
        const std::uint64_t begin = written_;
        for (const std::uint64_t from : order) {
            const void* key = static_cast<const unsigned char*>(args_.keys) + from * key_size_;
            const void* value =
                size_ == 0 ? nullptr : static_cast<const unsigned char*>(args_.values) + from * size_;
            if (args_.monoid != nullptr && written_ > begin &&
                std::memcmp(key_at(written_ - 1), key, key_size_) == 0) {
                std::memcpy(x_.data(), value_at(written_ - 1), size_);
                std::memcpy(y_.data(), value, size_);
                args_.monoid->op->function.binary(z_.data(), x_.data(), y_.data());
                std::memcpy(value_at(written_ - 1), z_.data(), size_);
                continue;
            }
            std::memcpy(key_at(written_), key, key_size_);
            if (size_ > 0) std::memcpy(value_at(written_), value, size_);
            ++written_;
        }
        ends_.push_back(written_);
    }

    /// Copies to the outputs after the last read, because an output may be an input.
    void finish() const {
        if (written_ > 0) std::memcpy(args_.keys_out, keys_.data(), written_ * key_size_);
        if (written_ > 0 && size_ > 0) std::memcpy(args_.values_out, values_.data(), written_ * size_);
        if (args_.monoid != nullptr) std::copy(ends_.begin(), ends_.end(), args_.segment_ptr_out);
    }

private:
    [[nodiscard]] std::size_t words() const { return size_ / sizeof(std::max_align_t) + 1; }
    unsigned char* key_at(std::uint64_t e) { return keys_.data() + e * key_size_; }
    unsigned char* value_at(std::uint64_t e) { return values_.data() + e * size_; }

    const Args& args_;
    std::size_t key_size_, size_;
    std::vector<unsigned char> keys_, values_;
    std::vector<std::max_align_t> x_, y_, z_; ///< aligned copies for the operator
    std::vector<std::uint64_t> ends_{0};
    std::uint64_t written_ = 0;
};

template <class Key>
std::uint64_t merge_all(const Args& args) {
    Writer writer(args, sizeof(Key));
    Order order, spare;
    std::uint64_t moves = 0;
    for (std::uint64_t s = 0; s < args.segments; ++s) {
        moves += merge_segment<Key>(args, args.segment_ptr[s], args.segment_ptr[s + 1], order, spare);
        writer.segment(order);
    }
    writer.finish();
    return moves;
}

[[noreturn]] void fail(const std::string& message) {
    throw Error(Code::invalid_value, "segmented_merge: " + message);
}

void check_offsets(const char* name, std::span<const std::uint64_t> offsets, std::uint64_t last,
                   const char* of) {
    if (offsets.front() != 0) fail(fmt::format("{} begins with {}, not with 0", name, offsets.front()));
    const auto descends = std::adjacent_find(offsets.begin(), offsets.end(), std::greater<>());
    if (descends != offsets.end())
        fail(fmt::format("{} descends from {} to {} at {}", name, descends[0], descends[1],
                         descends - offsets.begin()));
    if (offsets.back() != last)
        fail(fmt::format("{} ends with {}, but there are {} {}", name, offsets.back(), last, of));
}

void check(const Segments& segments, const Args& args, bool on_host) {
    if (segments.segment_ptr.empty() || segments.segment_ptr.data() == nullptr) fail("segment_ptr is empty");
    if (segments.subsegment_ptr.empty() || segments.subsegment_ptr.data() == nullptr)
        fail("subsegment_ptr is empty");
    if (args.count > 0 && (args.keys == nullptr || args.keys_out == nullptr)) fail("keys are null");
    if (args.count > 0 && args.value_size > 0 && (args.values == nullptr || args.values_out == nullptr))
        fail("values are null");
    if (args.monoid != nullptr && args.segment_ptr_out == nullptr) fail("segment_ptr_out is null");
    if (args.monoid != nullptr && (args.monoid->op->properties & MERGUS_OP_ASSOCIATIVE) == 0)
        fail(
            fmt::format("the monoid's operator {} is declared not to be associative", args.monoid->op->name));
    if (!on_host) return;
    check_offsets("segment_ptr", segments.segment_ptr, args.subsegments, "sub-segments");
    check_offsets("subsegment_ptr", segments.subsegment_ptr, args.count, "keys");
}

} // namespace

void segmented_merge_on_cpu(const Args& args) {
    const std::uint64_t moves =
        args.key_bits == 32 ? merge_all<std::uint32_t>(args) : merge_all<std::uint64_t>(args);
    if (args.report == nullptr) return;
    fmt::format_to_n(args.report->method, sizeof args.report->method - 1, "plain code");
    fmt::format_to_n(args.report->reason, sizeof args.report->reason - 1,
                     "the backend has no segmented merge");
    args.report->bytes = 2 * args.count * (static_cast<std::uint64_t>(args.key_bits) / 8 + args.value_size);
    args.report->work = moves;
}

} // namespace core

namespace detail {

void segmented_merge(const Context& context, const Segments& segments, mergus_segmented_merge_args args) {
    ContextState& state = *context.state();
    const bool on_host = segments.memory == Memory::host;
    args.struct_size = sizeof args;
    args.segments = segments.segment_ptr.size() - 1;
    args.subsegments = segments.subsegment_ptr.size() - 1;
    args.segment_ptr = segments.segment_ptr.data();
    args.subsegment_ptr = segments.subsegment_ptr.data();
    args.memory = static_cast<std::int32_t>(segments.memory);
    core::check(segments, args, on_host);
    const auto entry = state.plugin().segmented_merge.merge;
    if (entry == nullptr && !on_host)
        core::fail(fmt::format("the backend {} takes no arrays in device memory", state.table().name));

    core::ExplainedCall explained(state, "segmented_merge");
    args.report = explained.report();
    if (entry != nullptr)
        state.call("segmented_merge", entry, static_cast<const mergus_segmented_merge_args*>(&args));
    else
        core::segmented_merge_on_cpu(args);
    explained.done(args);
}

} // namespace detail

} // namespace mergus
