/// \file fill_by_positions.hpp
/// The values of C by the positions of the products in their rows: the host side of find_positions.cuh and
/// fill_rows.cuh. Long rows are filled in segments (fill_segments.hpp), if their rows of B are long enough.
#pragma once

#include "fill_segments.hpp"
#include "mxm/row_analysis.hpp"

#include <vector>

namespace mergus::cuda {

/// Keeps the positions of all products, the rows in bins, and the launches of a run.
class FillByPositions {
public:
    /// Computes what a run needs. Waits. \param problem without a mask; it may end before this object, its
    /// operands may not. \param C the product, whose pattern stays. \param masked C has not all entries of
    /// the product. \throws Error not_implemented for a row of 2³¹ entries
    FillByPositions(Context& context, const MxmProblem& problem, const Matrix& C, bool masked);

    /// Computes the values of C. Launches kernels, nothing else.
    void run(const Matrix& C) const;

    [[nodiscard]] std::uint64_t flops() const noexcept { return flops_; }

private:
    /// The kernels of a bin.
    enum class Method { in_order, by_atomics, by_atomics_in_memory };
    /// A launch of a bin's kernels on a part of its rows.
    struct Launch {
        Method method;
        const Kernel *fill, *empty, *finish; ///< the last two: in memory
        std::uint32_t blocks, threads;
        std::size_t shared;
        std::uint32_t number; ///< in order: values of a group; else bytes of the slots
        const void* rows;
        std::uint64_t row_count;
    };

    [[nodiscard]] unsigned stream_count() const noexcept {
        return static_cast<unsigned>(launches_.size()) + (segments_.empty() ? 0 : 1);
    }
    void count_products(const MxmProblem& problem, const Bindings& bindings);
    /// Finds the positions, and divides rows of more than `undivided` entries. Returns the offset of each row
    /// of C in an array of the rows that are not divided.
    [[nodiscard]] Array<std::uint64_t> find_positions(const MxmProblem& problem, const Matrix& C,
                                                      const Bindings& bindings, std::uint64_t undivided);
    [[nodiscard]] plan::Bins make_bins(const MxmProblem& problem) const;
    [[nodiscard]] Method method_of(const MxmProblem& problem, const plan::Bin& bin) const;
    void add_launches(const MxmProblem& problem, std::size_t bin);

    Context& context_;
    Operands operands_;
    bool masked_;
    bool atomics_; ///< products may be added by atomics
    std::uint64_t flops_ = 0;
    Array<std::uint64_t> row_bytes_; ///< the offset of each row's positions
    Buffer positions_;
    Array<std::uint64_t> offsets_; ///< products before each entry of A; empty: not needed
    BinnedRows bins_;
    std::vector<Launch> launches_;
    FillSegments segments_;
};

} // namespace mergus::cuda
