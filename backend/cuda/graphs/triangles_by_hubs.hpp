/// \file triangles_by_hubs.hpp
/// The number of triangles of a graph with vertices of high degree, the hubs: vertices are ranked by falling
/// degree, hubs have lists of 16-bit ranks, and the first of them also a row of bits each.
#pragma once

#include "objects/matrix.hpp"
#include "triangle_plan.hpp"

#include "jit/jit.hpp"

#include "triangle_ranks.h"

namespace mergus::cuda {

class TrianglesByHubs {
public:
    /// \param A with entries, with columns of 32 bits, up to 2^31 rows
    TrianglesByHubs(Context& context, const Matrix& A, const plan::TriangleChoice& choice);
    void kernels(KernelRequests& list) const;
    [[nodiscard]] std::uint64_t run(); ///< Waits.

private:
    void rank();
    void make_lists();
    void count(const plan::HubBlocks& blocks, bool large) const;
    [[nodiscard]] const Kernel& ranking(const char* entry) const;

    Context& context_;
    const Matrix& A_;
    KernelRequest counts_;
    std::size_t shared_;         ///< bytes of a block that may be used
    std::uint32_t bitmap_words_; ///< in shared memory
    Array<std::uint32_t> order_, rank_;
    Buffer zeroed_; ///< counters and rows of bits
    Array<std::uint32_t> lists_;
    Array<RankedList> list_;
    RankedGraph graph_{};
};

} // namespace mergus::cuda
