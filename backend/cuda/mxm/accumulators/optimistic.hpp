/// \file optimistic.hpp
/// The optimistic pass of the symbolic phase: rows whose products exceed a warp's hash table are counted in
/// one, since they often have far fewer entries. Rows that overflow are redone in their bin.
#pragma once

#include "accumulator.hpp"

namespace mergus::cuda {

/// Whether that many rows of a bin are counted so.
[[nodiscard]] bool is_optimistic(const MxmProblem& problem, const tuning::Bin& bin, std::uint64_t rows,
                                 Phase phase);
[[nodiscard]] KernelRequest optimistic_kernel(const MxmProblem& problem);
/// Counts the rows. Waits up to twice.
void run_optimistic(const BinRun& run);

} // namespace mergus::cuda
