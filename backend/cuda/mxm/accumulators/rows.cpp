/// \file rows.cpp
#include "rows.hpp"

#include "mxm/tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

KernelRequest row_kernel(const MxmProblem& problem, const tuning::Bin& bin, Phase phase) {
    const Accumulator& a = *bin.accumulator;
    Bindings bindings =
        a.has_slots ? problem.bind_slots(phase, bin.group_threads) : problem.bind(phase, bin.group_threads);
    // A constant: in a kernel with both loops the compiler unrolls less.
    if (a.by_blocks) bindings.constant("by_blocks", problem.by_blocks);
    if (a.bind != nullptr) a.bind(bindings, bin);
    return {a.text, a.entry, std::move(bindings)};
}

void run_rows(const BinRun& run, void* overflowed_rows, std::uint64_t* overflowed_count) {
    const Kernel& kernel = run.context.jit.kernel(row_kernel(run.problem, run.bin, run.phase));
    const std::uint64_t most = tuning::most_blocks * run.bin.groups();
    for (std::uint64_t first = 0; first < run.row_count; first += most) {
        const void* const rows = static_cast<const unsigned char*>(run.rows) + first * run.problem.row_size();
        run.bin.accumulator->launch(
            {run, kernel, rows, std::min(most, run.row_count - first), overflowed_rows, overflowed_count});
    }
}

} // namespace mergus::cuda
