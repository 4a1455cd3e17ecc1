/// \file schedule.hpp
/// The order of a run's cases.
///
/// A *kernel set* is what all words but shape and values choose: they decide which kernels a backend
/// compiles. Compiling takes most of the time of the first case of a kernel set, so every set gets many
/// cases, its variants. The order: one case of every member of the covering sets, so that all pairs are seen
/// early; then their variants, a few of each at a time; then variants of random kernel sets.
#pragma once

#include "conformance/pairwise.hpp"

#include <mergus/conformance.hpp>

#include <cstdint>
#include <vector>

namespace mergus::conformance {

class Schedule {
public:
    /// \throws std::invalid_argument for a shard out of range, or if no operation has a case.
    Schedule(const Options& options, std::vector<const Operation*> operations);

    /// Never ends: random cases follow the others.
    Case next();
    /// Of this shard: cases up to the end of the last variant of the covering sets; with Options::cases, its
    /// share of these.
    [[nodiscard]] std::uint64_t planned() const { return planned_; }
    /// The cases that have all pairs of this shard's part of the covering sets: next() gives them first.
    [[nodiscard]] std::uint64_t members() const { return members_; }
    /// Kernel sets of the cases so far.
    [[nodiscard]] std::uint64_t kernel_sets() const { return kernel_sets_; }
    /// The pairs that were to be covered, by operation.
    [[nodiscard]] const std::vector<CoveringSet>& covering_sets() const { return covering_; }
    [[nodiscard]] const std::vector<const Operation*>& operations() const { return operations_; }

private:
    void next_round();
    void next_random_set();

    Restriction where_;
    std::vector<const Operation*> operations_;
    std::vector<const Operation*> with_cases_; ///< those with a case that the restriction admits
    std::vector<CoveringSet> covering_;
    std::vector<Case> sets_; ///< this shard's
    std::uint64_t variants_ = 1, planned_ = 0, members_ = 0, kernel_sets_ = 0;
    /// The round: variants [begin_, end_) of each set. The next case is variant at_ of set_.
    std::uint64_t begin_ = 0, end_ = 1, at_ = 0;
    std::size_t set_ = 0;
    bool random_ = false; ///< sets_ has one random set
    Random generator_;
};

} // namespace mergus::conformance
