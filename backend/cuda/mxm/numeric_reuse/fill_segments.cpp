/// \file fill_segments.cpp
#include "fill_segments.hpp"

#include "device/primitives.hpp"
#include "mxm/tuning.hpp"
#include "steps/row_profile.hpp"
#include "tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace {

constexpr const char* find_file = "mxm/numeric_reuse/find_segments.cuh";

/// Values of a segment; 0: values are too large.
std::uint32_t room_for(std::size_t value_bytes) {
    const std::size_t room = tuning::segment_bytes / value_bytes / 32 * 32;
    return static_cast<std::uint32_t>(std::min<std::size_t>(room, tuning::segment_entries));
}

} // namespace

void FillSegments::kernels(KernelRequests& list, const Bindings& bindings) {
    for (const char* entry : {"count_segments", "list_segments", "find_splits"})
        list.emplace_back(find_file, entry, bindings);
}

void FillSegments::divide(const MxmProblem& problem, const ReusedPattern& pattern, const Bindings& bindings,
                          bool masked, std::uint64_t undivided, const std::uint64_t* offsets,
                          std::uint64_t* sizes) {
    room_ = room_for(problem.type->size);
    // Splits have 32 bits.
    if (room_ == 0 || row_profile(context_, problem.B).longest > UINT32_MAX) return;
    operands_ = problem.operands;
    shared_ = tuning::segment_warps * tuning::aligned(room_ * problem.type->size);
    Device& device = context_.device;
    const SegmentLimits limits{undivided, room_, tuning::segment_products, tuning::segment_share};
    const std::uint64_t nrows = problem.nrows;
    const Dim3 block{block_threads}, rows = grid_for(context_, nrows, block_threads);
    Array<std::uint64_t> firsts(device, nrows + 1), first_splits(device, nrows + 1);
    device.launch(context_.jit.kernel(find_file, "count_segments", bindings), rows, block, 0, pattern.a_ptr,
                  offsets, limits, nrows, sizes, firsts.data(), first_splits.data());
    for (std::uint64_t* const numbers : {firsts.data(), first_splits.data()})
        exclusive_scan(device, numbers, numbers, nrows);
    count_ = device.read(static_cast<const std::uint64_t*>(firsts.data() + nrows));
    if (count_ == 0) return;
    splits_ = Array<std::uint32_t>(
        device, device.read(static_cast<const std::uint64_t*>(first_splits.data() + nrows)));
    segments_ = Buffer(device, count_ * sizeof(RowSegment));
    const void* const segments = segments_.data();
    device.launch(context_.jit.kernel(find_file, "list_segments", bindings),
                  grid_for(context_, nrows * 32, block_threads), block, 0, pattern.a_ptr, pattern.c_ptr,
                  static_cast<const std::uint64_t*>(firsts.data()),
                  static_cast<const std::uint64_t*>(first_splits.data()), nrows, segments);
    device.launch(context_.jit.kernel(find_file, "find_splits", bindings),
                  grid_for(context_, count_ * 32, block_threads), block, 0, pattern, segments, count_,
                  splits_.data());
    Bindings fill = problem.bind(Phase::numeric, 32, true);
    fill.constant("masked", masked);
    const KernelRequest request{"mxm/numeric_reuse/fill_segments.cuh", "fill_segments", std::move(fill)};
    context_.jit.compile(request);
    fill_ = &context_.jit.kernel(request);
}

void FillSegments::run(const Matrix& C, const ReusePositions& products) const {
    const std::uint64_t most = tuning::most_blocks * tuning::segment_warps;
    const std::uint64_t* const c_ptr = C.ptr.data();
    const std::uint32_t* const splits = splits_.data();
    const void* const vals = C.val.data();
    for (std::uint64_t first = 0; first < count_; first += most) {
        const std::uint64_t count = std::min(most, count_ - first);
        const auto* const segments = static_cast<const RowSegment*>(segments_.data()) + first;
        context_.device.launch(
            *fill_, {static_cast<std::uint32_t>((count + tuning::segment_warps - 1) / tuning::segment_warps)},
            {tuning::segment_warps * 32}, shared_, operands_, segments, count, room_, c_ptr,
            products.row_bytes, products.positions, products.offsets, splits, vals);
    }
}

} // namespace mergus::cuda
