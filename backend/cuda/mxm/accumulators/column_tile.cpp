/// \file column_tile.cpp
/// The host side of column_tile.cuh: rows of any length, a block for each tile of their columns.
#include "accumulator.hpp"
#include "device/primitives.hpp"
#include "mxm/tuning.hpp"
#include "tuning.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mergus::cuda {

namespace {

constexpr const char* file = "mxm/accumulators/column_tile.cuh";

/// Bytes of a tile: values (numeric), and a bit or two for each column.
std::size_t tile_bytes(const tuning::Sizes& sizes, std::uint64_t width, bool symbolic) {
    return (symbolic ? 0 : width * sizes.slot) + width / 32 * (sizes.masked ? 8 : 4);
}

KernelRequest tile_kernel(const MxmProblem& problem, Phase phase) {
    return {file, "multiply_column_tile", problem.bind_slots(phase, 0)};
}

/// The table of where each row of B crosses from one tile into the next. Empty if it would take too much
/// memory, or more than there is; the kernels then search.
Array<std::uint32_t> split_rows(Context& context, const MxmProblem& problem, std::uint64_t tiles,
                                std::uint32_t width) {
    const Matrix& B = problem.B;
    const std::uint64_t most = tuning::max_split_bytes(B.nvals) / sizeof(std::uint32_t);
    if (tiles < 2 || needs_wide(B.nvals) || tiles - 1 > most / B.nrows) return {};
    const std::uint64_t count = B.nrows * (tiles - 1);
    Array<std::uint32_t> splits;
    try {
        splits = Array<std::uint32_t>(context.device, count);
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
        return {};
    }
    const Kernel& kernel = context.jit.kernel({file, "split_rows", problem.bind(Phase::symbolic, 0)});
    context.device.launch(kernel, grid_for(context, count, block_threads), {block_threads}, 0,
                          problem.operands, B.nrows, tiles - 1, width, splits.data());
    return splits;
}

} // namespace

namespace accumulators {

void add_column_tile_bin(const Accumulator& self, const tuning::BinningInput& input, tuning::Bins& bins) {
    const std::uint64_t fits = input.shared() / tile_bytes(input.sizes, 32, input.symbolic) * 32;
    const std::uint64_t width = std::min(input.words() * 32, fits);
    bins.add({.accumulator = &self,
              .block_threads = tuning::column_tile_threads,
              .slots = static_cast<std::uint32_t>(width),
              .shared = tile_bytes(input.sizes, width, input.symbolic),
              .capacity = tuning::no_limit,
              .flops = tuning::no_limit});
}

void request_column_tiles(KernelRequests& list, Context&, const MxmProblem& problem, Phase phase) {
    list.push_back(tile_kernel(problem, phase));
    if (phase == Phase::numeric) list.push_back(tile_kernel(problem, Phase::symbolic)); // see below
}

void run_column_tiles(const BinRun& run) {
    Device& device = run.context.device;
    const MxmProblem& problem = run.problem;
    const std::uint32_t width = run.bin.slots;
    if (width == 0)
        throw Error(Code::not_implemented,
                    fmt::format("values of {} bytes do not fit the {} bytes of shared memory "
                                "of this device",
                                problem.sizes.slot, device.properties().shared_per_block_optin));
    const std::uint64_t tiles = (problem.ncols + width - 1) / width; // of a row
    const std::uint64_t items = run.row_count * tiles;
    // The numeric tiles need the offset of each tile's entries: they are counted and scanned first.
    const bool counts_tiles = run.phase == Phase::numeric && run.out.present == nullptr;
    Array<std::uint64_t> tile_sizes(device, counts_tiles ? items + 1 : 0); // splits take what is left
    const Array<std::uint32_t> splits = split_rows(run.context, problem, tiles, width);
    const auto launch = [&](Phase phase, std::uint64_t* tile_sizes, const PhaseOutput& out) {
        const Kernel& kernel = run.context.jit.kernel(tile_kernel(problem, phase));
        const std::size_t shared = tile_bytes(problem.sizes, width, phase == Phase::symbolic);
        for (std::uint64_t first = 0; first < items; first += tuning::most_blocks)
            device.launch(kernel, {static_cast<std::uint32_t>(std::min(tuning::most_blocks, items - first))},
                          {run.bin.block_threads}, shared, problem.operands, run.rows, tiles, width,
                          problem.ncols, first, static_cast<const std::uint32_t*>(splits.data()), tile_sizes,
                          out.ptr, out.sizes, out.cols, out.vals, out.present);
    };
    if (!counts_tiles) return launch(run.phase, nullptr, run.out);
    launch(Phase::symbolic, tile_sizes.data(), {});
    exclusive_scan(device, tile_sizes.data(), tile_sizes.data(), items);
    launch(Phase::numeric, tile_sizes.data(), run.out);
}

} // namespace accumulators

} // namespace mergus::cuda
