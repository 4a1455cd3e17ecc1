/// \file hub_columns.hpp
/// The columns of B with the most entries (hub columns), in which rows of many products have most of them:
/// their values are made in shared memory, without atomics.
#pragma once

#include "mxm/row_analysis.hpp"

#include "hub_columns.h"

namespace mergus::cuda {

/// Rows whose values `ranked_bitmap` accumulates in the result: it adds the products in other columns, add()
/// the rest.
class HubColumns {
public:
    HubColumns(Context& context, const MxmProblem& problem);

    /// If a product with this plan of the numeric phase may have hub columns.
    void kernels(KernelRequests& list, const tuning::Bins& plan, std::uint64_t flops) const;
    /// Finds the hub columns and copies B with parted rows. Returns whether add() is to be called for these
    /// bins of the numeric phase; false if rows or entries in hub columns are few, or memory does not
    /// suffice. Waits at most once.
    [[nodiscard]] bool prepare(const BinnedRows& bins);
    /// The operands with B's other columns, after prepare().
    [[nodiscard]] const Operands& others() const noexcept { return others_; }
    /// Computes the values in hub columns of the rows. \param ptr, cols the pattern of the result
    void add(const BinnedRows& bins, const std::uint64_t* ptr, const void* cols, void* vals) const;

private:
    /// Whether B's columns are worth a count.
    [[nodiscard]] bool suit(const tuning::Bins& plan, std::uint64_t flops) const;
    [[nodiscard]] KernelRequest request(const char* entry) const;
    [[nodiscard]] const Kernel& kernel(const char* entry) const;
    [[nodiscard]] bool find();
    void copy_B();

    Context& context_;
    const MxmProblem& problem_;
    std::uint32_t warps_, slots_; ///< of a block: its warps, and hub columns at most
    Operands others_;
    Array<std::uint32_t> counts_, numbers_, splits_;
    Array<HubColumnsLayout> layout_;
    Array<std::uint64_t> other_ptr_;
    Buffer hubs_, hub_counts_, cols_, vals_;
};

} // namespace mergus::cuda
