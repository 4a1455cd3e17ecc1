/// \file segmented_merge_cases.hpp
/// Inputs of the benchmark of the segmented merge: random lengths, keys ascending in each sub-segment.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace mergus::bench {

struct MergeInput {
    std::vector<std::uint64_t> segment_ptr{0}, subsegment_ptr{0};
    std::vector<std::uint64_t> offsets{0};    ///< Of the segments, into keys.
    std::vector<std::uint32_t> keys, segment; ///< Each key and its segment.
};

class MergeCases {
public:
    MergeCases(std::uint64_t keys, std::uint64_t average) : count_(keys), average_(average) {}

    /// 1 to 31 sub-segments of 0 to twice the average.
    MergeInput uniform() {
        MergeInput in;
        while (in.keys.size() < count_) {
            for (std::uint64_t left = 1 + below(31); left > 0; --left)
                subsegment(in, below(2 * average_ + 1));
            close(in);
        }
        return in;
    }
    /// A few segments have many sub-segments, and a few sub-segments are long.
    MergeInput power_law() {
        MergeInput in;
        while (in.keys.size() < count_) {
            for (std::uint64_t left = pareto(4, 1u << 20); left > 0 && in.keys.size() < count_; --left)
                subsegment(in, pareto(average_, count_ / 16));
            close(in);
        }
        return in;
    }
    /// Half of the keys in one segment; then segments of 2049 keys alternate with segments of one key.
    MergeInput adversarial() {
        MergeInput in;
        while (in.keys.size() < count_ / 2) subsegment(in, average_);
        close(in);
        while (in.keys.size() < count_) {
            const std::uint64_t end = in.keys.size() + 2049;
            while (in.keys.size() < end) subsegment(in, std::min(average_, end - in.keys.size()));
            close(in);
            subsegment(in, 1);
            close(in);
        }
        return in;
    }

private:
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        return state_ ^= state_ << 17;
    }
    std::uint64_t below(std::uint64_t bound) { return (next() >> 11) % bound; }
    /// A Pareto-distributed number with mean `mean`, at most `most`.
    std::uint64_t pareto(std::uint64_t mean, std::uint64_t most) {
        const double u = (static_cast<double>(next() >> 11) + 1) * 0x1p-53;
        const double drawn = static_cast<double>(mean) / 3 / std::pow(u, 1 / 1.5);
        return std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(std::min(drawn, static_cast<double>(most))));
    }
    void subsegment(MergeInput& in, std::uint64_t length) {
        // All sub-segments span about the same range of keys, so that merges interleave.
        const std::uint64_t range = std::uint64_t{1} << 31;
        const std::uint64_t step = std::max<std::uint64_t>(1, 2 * range / (length + 1));
        std::uint64_t key = 0;
        for (std::uint64_t e = 0; e < length; ++e) {
            key += below(step);
            in.keys.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(key, UINT32_MAX)));
            in.segment.push_back(static_cast<std::uint32_t>(in.offsets.size() - 1));
        }
        in.subsegment_ptr.push_back(in.keys.size());
    }
    static void close(MergeInput& in) {
        in.segment_ptr.push_back(in.subsegment_ptr.size() - 1);
        in.offsets.push_back(in.keys.size());
    }

    std::uint64_t count_, average_, state_ = 88172645463325252u;
};

} // namespace mergus::bench
