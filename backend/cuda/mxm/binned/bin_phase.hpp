/// \file bin_phase.hpp
/// A step of a product: one phase over all bins.
#pragma once

#include "mxm/accumulators/accumulator.hpp"

namespace mergus::cuda {

class BinPhase {
public:
    BinPhase(Context& context, const MxmProblem& problem, const RowAnalysis& analysis, Phase phase)
        : context_(context), problem_(problem), analysis_(analysis), phase_(phase) {}

    /// Adds the kernels of the bins that have rows.
    void kernels(KernelRequests& list, const BinnedRows& bins) const;
    /// The numeric phase, before its rows are binned: adds the kernels of all of its bins (`plan`) that rows
    /// may go to that are now in `symbolic`, so that both phases are compiled at the same time.
    void kernels(KernelRequests& list, const BinnedRows& symbolic, const tuning::Bins& plan) const;
    void run(const BinnedRows& bins, const PhaseOutput& out, Attempt& attempt) const;

private:
    void request_bin(KernelRequests& list, const tuning::Bin& bin) const;
    [[nodiscard]] bool may_go_to(const tuning::Bins& symbolic, std::size_t b, const tuning::Bins& numeric,
                                 std::size_t n) const;
    /// Whether the bin's rows only take launches, so that they may run beside those of other bins.
    [[nodiscard]] bool only_launches(const BinnedRows& bins, std::size_t b) const;

    Context& context_;
    const MxmProblem& problem_;
    const RowAnalysis& analysis_;
    Phase phase_;
};

} // namespace mergus::cuda
