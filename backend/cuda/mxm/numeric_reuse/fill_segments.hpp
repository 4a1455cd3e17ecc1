/// \file fill_segments.hpp
/// The values of long rows of C, in segments: the host side of find_segments.cuh and fill_segments.cuh.
#pragma once

#include "reused_pattern.hpp"

#include "segments.h"

namespace mergus::cuda {

/// The positions of the products, which FillByPositions keeps.
struct ReusePositions {
    const std::uint64_t* offsets;   ///< products before each entry of A
    const std::uint64_t* row_bytes; ///< the offset of each row's positions
    const void* positions;
};

/// Keeps the segments, and the part of each row of B that a segment has.
class FillSegments {
public:
    explicit FillSegments(Context& context) : context_(context) {}

    /// Adds the kernels of divide(). \param bindings of find_positions.cuh
    static void kernels(KernelRequests& list, const Bindings& bindings);
    /// Divides rows of more than `undivided` entries, and sets their `sizes` to 0. Waits. \param problem may
    /// end before this object, its operands may not. \param offsets as in ReusePositions. \param masked C has
    /// not all entries of the product
    void divide(const MxmProblem& problem, const ReusedPattern& pattern, const Bindings& bindings,
                bool masked, std::uint64_t undivided, const std::uint64_t* offsets, std::uint64_t* sizes);
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    /// Computes the values. Launches a kernel, nothing else.
    void run(const Matrix& C, const ReusePositions& products) const;

private:
    Context& context_;
    Operands operands_{};
    std::uint64_t count_ = 0;
    std::uint32_t room_ = 0; ///< values of a segment
    std::size_t shared_ = 0; ///< bytes of a block
    Buffer segments_;        ///< RowSegment
    Array<std::uint32_t> splits_;
    const Kernel* fill_ = nullptr;
};

} // namespace mergus::cuda
