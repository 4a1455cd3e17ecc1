/// \file segmented_merge_cases.hpp
/// Inputs of a segmented merge, and the expected results from std::stable_sort.
#pragma once

#include "conformance/random.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace mergus::tests {

using Lengths = std::vector<std::vector<std::uint64_t>>; ///< of the sub-segments of each segment
using Offsets = std::vector<std::uint64_t>;

/// Distribution of keys. Bands: pairs of sub-segments alternate between low and high keys, so that a range
/// of the output takes elements from the first and third pair and none from the second.
enum class Keys { few, any, equal, extreme, in_order, reverse, bands };

template <class Key>
struct MergeCase {
    Offsets segment_ptr{0}, subsegment_ptr{0};
    std::vector<Key> keys;
    std::uint64_t most_subsegments = 1;

    MergeCase(const Lengths& lengths, Keys how, std::uint64_t seed) {
        conformance::Random random(seed);
        for (const auto& segment : lengths) {
            for (const std::uint64_t length : segment) {
                for (std::uint64_t e = 0; e < length; ++e)
                    keys.push_back(draw(how, random, e, subsegment_ptr.size()));
                std::sort(keys.end() - static_cast<std::ptrdiff_t>(length), keys.end());
                subsegment_ptr.push_back(keys.size());
            }
            segment_ptr.push_back(subsegment_ptr.size() - 1);
            most_subsegments = std::max<std::uint64_t>(most_subsegments, segment.size());
        }
    }

    /// order[e] = index in the input of output element e.
    [[nodiscard]] Offsets expected() const {
        Offsets order(keys.size());
        std::iota(order.begin(), order.end(), 0u);
        for (std::size_t s = 0; s + 1 < segment_ptr.size(); ++s)
            std::stable_sort(order.begin() + at(segment_ptr[s]), order.begin() + at(segment_ptr[s + 1]),
                             [&](std::uint64_t a, std::uint64_t b) { return keys[a] < keys[b]; });
        return order;
    }
    /// n·⌈log2 q'⌉ on chip, and n for every three of these levels from memory to memory, + O(n)
    [[nodiscard]] std::uint64_t most_moves() const {
        const auto levels = static_cast<std::uint64_t>(std::bit_width(most_subsegments - 1));
        return keys.size() * (levels + (levels + 2) / 3 + 4);
    }
    [[nodiscard]] std::ptrdiff_t at(std::uint64_t subsegment) const {
        return static_cast<std::ptrdiff_t>(subsegment_ptr[subsegment]);
    }

private:
    static Key draw(Keys how, conformance::Random& random, std::uint64_t e, std::uint64_t subsegment) {
        constexpr Key last = std::numeric_limits<Key>::max();
        switch (how) {
        case Keys::few:
            return static_cast<Key>(random.below(7));
        case Keys::any:
            return static_cast<Key>(random.next());
        case Keys::equal:
            return 5;
        case Keys::extreme:
            return random.below(2) == 0 ? Key{0} : last;
        case Keys::in_order:
            return static_cast<Key>((subsegment << 16) + e);
        case Keys::bands:
            return static_cast<Key>(((subsegment / 2 % 2) << 16) + random.below(1u << 16));
        case Keys::reverse:
            return static_cast<Key>(last - (subsegment << 16) + e);
        }
        return 0;
    }
};

struct MergeShape {
    std::string name;
    Lengths lengths;
};

/// Shapes of about `n` elements each.
inline std::vector<MergeShape> merge_shapes(std::uint64_t n) {
    conformance::Random random(17);
    const auto one = [](std::uint64_t subsegments, std::uint64_t length) {
        return Lengths{std::vector<std::uint64_t>(subsegments, length)};
    };
    const auto fill = [&](const std::function<std::uint64_t()>& subsegments,
                          const std::function<std::uint64_t()>& length) {
        Lengths all;
        for (std::uint64_t total = 0; total < n;) {
            auto& segment = all.emplace_back(subsegments());
            for (std::uint64_t& l : segment) total += l = length();
            ++total; // empty segments count too
        }
        return all;
    };
    const auto below = [&](std::uint64_t bound) { return [&random, bound] { return random.below(bound); }; };
    const auto power = [&](std::uint64_t bound) {
        return [&random, bound] { return bound / (1 + random.below(bound)); };
    };
    Lengths mixed = fill(power(40), power(n / 2)); // long and short side by side
    mixed.insert(mixed.begin() + static_cast<std::ptrdiff_t>(mixed.size() / 2),
                 std::vector<std::uint64_t>(9, n / 9));
    mixed.emplace_back(30, 0);
    Lengths holes(50);
    holes[3] = {0, 0, n / 4, 0, n / 4, 0};
    holes[20] = std::vector<std::uint64_t>(5 * n, 0); // far more sub-segments than elements
    holes[20][n] = 3;
    holes[20].back() = n / 4;
    holes[49] = {0};
    return {
        {"nothing", {}},
        {"empty segments", Lengths(100)},
        {"empty sub-segments", Lengths(10, {0, 0, 0})},
        {"one element", {{1}}},
        {"one sub-segment", one(1, n)},
        {"two", {{n / 3, n - n / 3}}},
        {"three", {{n / 2, 1, n / 2}}},
        {"a hundred", one(100, n / 100)},
        {"a thousand", one(1000, n / 1000)},
        {"single elements", one(n, 1)},
        {"tiny segments", fill(below(4), below(4))},
        {"uniform", fill(below(12), below(60))},
        {"power law", fill(power(200), power(100))},
        {"long and short", mixed},
        {"holes", holes},
        {"segments of a tile",
         {{1024}, {1024, 1024}, {1, 2047}, {2048, 1}, {1023, 1, 1024}, {1025}, {513, 512}, {2048}}},
        {"segments of a bucket",
         {{1535},
          {1, 1536},
          {1537},
          {1535},
          {2048},
          {1},
          {1000},
          {535},
          {1000},
          {383},
          {385},
          {384, 512},
          {130},
          {511}}},
        {"sub-segments of a bucket",
         {{1535, 1000, 1000, 536, 1, 1100, 1, 1100, 1, 1025, 1025, 513, 1024, 383, 385, 200, 384, 255, 300}}},
    };
}

} // namespace mergus::tests
