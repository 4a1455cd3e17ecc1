/// \file rows.hpp
/// What all row accumulators share: the kernel of a bin, and its launch.
#pragma once

#include "accumulator.hpp"

namespace mergus::cuda {

/// The kernel of a bin of a row accumulator.
[[nodiscard]] KernelRequest row_kernel(const MxmProblem& problem, const tuning::Bin& bin, Phase phase);

/// Launches the kernel for the rows of a bin. \param overflowed_rows and overflowed_count are those of
/// RowLaunch.
void run_rows(const BinRun& run, void* overflowed_rows = nullptr, std::uint64_t* overflowed_count = nullptr);

} // namespace mergus::cuda
