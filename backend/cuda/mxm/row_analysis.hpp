/// \file row_analysis.hpp
/// The first steps of a product: count the products (flops) of each row, and assign the rows to bins.
#pragma once

#include "mxm/problem.hpp"

#include <array>
#include <string>

namespace mergus::cuda {

/// The rows of each bin of a plan, one bin after the other.
struct BinnedRows {
    tuning::Bins plan;
    std::array<std::uint64_t, tuning::Bins::most> count{};     ///< rows of each bin
    std::array<std::uint64_t, tuning::Bins::most + 1> first{}; ///< offset of each bin in `rows`
    std::uint64_t entries = 0;                                 ///< of all rows, if sizes were given
    std::uint64_t flops = 0;                                   ///< of all rows, at most 2⁴⁸ − 1
    Buffer rows;                                               ///< numbers of row_size bytes
    std::size_t row_size = 4;

    /// The bins that have rows: accumulators with their variants, as "esc:0 ranked_bitmap:2,3".
    [[nodiscard]] std::string names() const;
    /// Whether all rows are in bins that take the same rows in both phases.
    [[nodiscard]] bool all_fixed() const noexcept { return first[plan.fixed] == first[plan.count]; }
    [[nodiscard]] const void* list(std::size_t bin) const noexcept {
        return static_cast<const unsigned char*>(rows.data()) + first[bin] * row_size;
    }
};

/// A step of a product: run() counts flops without waiting, then bin() may be called for each phase. After
/// release(), run() begins again.
class RowAnalysis {
public:
    RowAnalysis(Context& context, const MxmProblem& problem);

    void kernels(KernelRequests& list) const;
    void run();

    /// Assigns rows to bins by an upper bound of their entries: their number by the offsets `ptr`, or without
    /// them (null) the flops, or under a normal mask the length of the mask's row. Waits once.
    [[nodiscard]] BinnedRows bin(const std::uint64_t* ptr, const tuning::Bins& plan);
    /// bin() in two steps, between which other work may be submitted: the first only launches.
    void start_bins(const RowSizes& sizes, const tuning::Bins& plan);
    [[nodiscard]] BinnedRows finish_bins();
    /// Releases what the numeric phase of these bins does not read.
    void release(const BinnedRows& bins) noexcept;

    /// The flops of each row.
    [[nodiscard]] const std::uint64_t* flops() const noexcept { return flops_.data(); }
    /// The flops of all rows, after run(), where rows are not binned. Waits.
    [[nodiscard]] std::uint64_t read_flops() const;

private:
    [[nodiscard]] const Kernel& kernel(const char* file, const char* entry) {
        return context_.jit.kernel(file, entry, bindings_);
    }

    Context& context_;
    const MxmProblem& problem_;
    Bindings bindings_;
    Array<std::uint64_t> flops_;
    Array<std::uint64_t> summary_; ///< a RowSummary, then BinCounts for each of two phases
    unsigned binned_ = 0;          ///< calls of start_bins() since run()
    BinnedRows started_;           ///< of start_bins(), without numbers of rows
    Device::Message post_;
};

} // namespace mergus::cuda
