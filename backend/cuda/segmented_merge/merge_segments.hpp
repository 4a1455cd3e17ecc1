/// \file merge_segments.hpp
/// The merge itself: sizes, memory and launches of packs and levels.
#pragma once

#include "device/buffer.hpp"
#include "objects/context.hpp"

#include <cstdint>

#include "segmented_merge.h"

namespace mergus::cuda {

using SegmentedArrays = SegmentedArraysOf<void, void>;

inline SegmentedInput segmented_input(const mergus_segmented_merge_args& args) {
    return {args.segment_ptr, args.subsegment_ptr, args.segments, args.subsegments, args.count};
}

/// Binds Value to `bytes` bytes, as words of the largest size that all pointers allow.
void bind_bytes(Bindings& bindings, std::uint64_t bytes, const void* in, const void* out);

/// The merge of keys, with values or with their positions in the input: a step. analyse(), allocate() and
/// run() follow each other; no output is written before run(), which may write to the input. The arguments
/// outlive the step.
class MergeSegments {
public:
    /// \param value_size 0: keys alone. \param moves_indices positions of `value_size` bytes move in place of
    /// values.
    MergeSegments(Context& context, const mergus_segmented_merge_args& args, std::uint64_t value_size,
                  bool moves_indices);

    /// For `count` keys; the kernels of the levels if there can be a segment longer than a tile. With
    /// `checked` also the check of the offsets.
    void kernels(KernelRequests& list, std::uint64_t count, bool checked) const;

    /// Finds the packs and runs, and waits for their sizes. \return false if the offsets, which are tested
    /// only if `checked`, are bad.
    bool analyse(bool checked);
    /// Allocates the memory and loads the kernels of run(). \param counted whether summary().moves is needed.
    void allocate(bool in_place, bool counted);
    /// Merges into the outputs. Waits again if moves are counted.
    void run(const SegmentedArrays& outputs);

    [[nodiscard]] int levels(bool in_place) const noexcept;
    [[nodiscard]] const SegmentedSummary& summary() const noexcept { return summary_; }

private:
    [[nodiscard]] std::uint64_t tile() const noexcept;
    [[nodiscard]] bool stages_values() const noexcept;
    [[nodiscard]] std::uint64_t bucket_keys() const noexcept { return tile() / 4 * 3; }
    [[nodiscard]] std::uint32_t fitting_threads() const noexcept;
    [[nodiscard]] Bindings bindings(const char* file) const;
    [[nodiscard]] const Kernel& kernel(const char* file, const char* entry) const;
    void find_runs();
    [[nodiscard]] std::uint64_t tiles_left(int level) const noexcept;
    void run_levels(const SegmentedArrays& arrays);

    Context& context_;
    Device& device_;
    const mergus_segmented_merge_args& args_;
    std::uint64_t key_size_, value_size_;
    bool moves_indices_;
    SegmentedInput input_;
    std::uint32_t threads_;
    std::uint64_t buckets_;
    Array<SegmentedSummary> device_summary_;
    Array<MergeBucket> found_;
    Array<std::uint64_t> run_ptr_;
    Array<MergeRun> runs_;
    Buffer spare_keys_, spare_values_;
    Array<std::uint64_t> moves_; ///< one, if they are counted
    Array<LevelTile> tiles_;
    Array<TileCut> cuts_;
    bool in_place_ = false;
    SegmentedSummary summary_{};
};

} // namespace mergus::cuda
