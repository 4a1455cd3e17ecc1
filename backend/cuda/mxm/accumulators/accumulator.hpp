/// \file accumulator.hpp
/// An accumulator collects the products of a row of C by column. Each is a row of the table in table.cpp, and
/// nothing outside that table and the accumulator's own files knows which accumulators there are.
#pragma once

#include "mxm/row_analysis.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>

namespace mergus::cuda {

/// What an accumulator keeps of its rows from the symbolic phase to the numeric one.
struct CarriedRows {
    virtual ~CarriedRows() = default;
};

/// What an attempt at a product has used and kept.
struct Attempt {
    bool explains = false;
    std::string bins = {};   ///< if it explains: the bins of both phases that have rows
    std::uint64_t flops = 0; ///< of all rows
    bool by_blocks = false;  ///< the pattern of B was read from its blocks
    std::map<const Accumulator*, std::unique_ptr<CarriedRows>> used = {}; ///< accumulators with extra_memory

    /// The last of the table that was used; null if there was none.
    [[nodiscard]] const Accumulator* last_with_extra_memory() const;
};

/// Where a phase puts its results. Members that the phase does not use are null.
struct PhaseOutput {
    std::uint64_t* sizes = nullptr;     ///< symbolic: entries of each row
    const std::uint64_t* ptr = nullptr; ///< numeric: the offset of each row,
    void* cols = nullptr;               ///< its columns,
    void* vals = nullptr;               ///< and values; under a normal mask at the offsets of the mask
    void* present = nullptr;            ///< under a normal mask: 1 at the mask's entries that C has
};

/// A phase of a product, and the rows of one bin in it.
struct BinRun {
    Context& context;
    const MxmProblem& problem;
    const RowAnalysis& analysis;
    Phase phase;
    const tuning::Bins& plan;
    const PhaseOutput& out;
    Attempt& attempt;
    const tuning::Bin& bin;
    const void* rows; ///< numbers of problem.row_size() bytes
    std::uint64_t row_count;
};

/// One launch of a row accumulator.
struct RowLaunch {
    const BinRun& run;
    const Kernel& kernel;
    const void* rows; ///< of this launch
    std::uint64_t row_count;
    void* overflowed_rows; ///< optimistic pass: gets the rows that did not fit; else null
    std::uint64_t* overflowed_count;

    /// Launches the kernel with these arguments, a group of the bin for each row.
    template <class... Args>
    void operator()(const Args&... args) const {
        const tuning::Bin& bin = run.bin;
        const Dim3 grid{static_cast<std::uint32_t>((row_count + bin.groups() - 1) / bin.groups())};
        run.context.device.launch(kernel, grid, {bin.block_threads}, bin.shared, args...);
    }
};

/// A row of the table. Optional members are null or false.
struct Accumulator {
    const char* name;     ///< in MERGUS_CUDA_MXM and in explain
    const char* summary;  ///< what it is, a line
    const char* text;     ///< the kernel's file
    const char* entry;    ///< and function
    std::size_t variants; ///< sizes that it has, each a bin
    /// Adds its bins for a phase.
    void (*add_bins)(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins);

    // A row accumulator: a group of threads, or a block, has a row.
    void (*launch)(const RowLaunch& launch) = nullptr;
    void (*bind)(Bindings& bindings, const tuning::Bin& bin) = nullptr; ///< optional: further bindings
    bool has_slots = false;  ///< in shared memory, to which several threads add
    bool optimistic = false; ///< see optimistic.hpp
    bool by_blocks = false;  ///< reads the pattern of B as blocks, where there are some

    // Any other: several kernels share the work of all rows of the bin.
    void (*kernels)(KernelRequests& list, Context& context, const MxmProblem& problem, Phase phase) = nullptr;
    void (*run)(const BinRun& run) = nullptr;

    // Properties of its bins.
    bool same_rows = false;    ///< without a mask they take the same rows in both phases
    bool by_flops = false;     ///< chosen by the row's flops, not in the order of the bins
    bool extra_memory = false; ///< when memory does not suffice, the product is tried without it
};

namespace accumulators {
/// The table, in the order in which a row tries the bins.
extern const std::span<const Accumulator* const> all;
// The rows that others refer to.
extern const Accumulator hash, two_level_bitmap, ranked_bitmap, dense_accumulator, merge;
} // namespace accumulators

} // namespace mergus::cuda
