/// \file column_blocks.cpp
#include "column_blocks.hpp"

#include "mxm/accumulators/accumulator.hpp"
#include "mxm/accumulators/tuning.hpp"
#include "steps/row_profile.hpp"
#include "tuning.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace mergus::cuda {

ColumnBlocks::ColumnBlocks(Context& context, MxmProblem& problem)
    : context_(context), problem_(problem), blocks_(context, problem.B, true) {}

ColumnBlocks::~ColumnBlocks() {
    problem_.by_blocks = false;
    problem_.operands.b_block_ptr = nullptr;
    problem_.operands.b_blocks = nullptr;
}

bool ColumnBlocks::possible() const {
    // Numbers of blocks have 32 bits.
    constexpr std::uint64_t columns = std::uint64_t{std::numeric_limits<std::uint32_t>::max()} * 32;
    return PatternBlocks::suits(problem_.B) && problem_.ncols <= columns;
}

bool ColumnBlocks::are_few() {
    if (!known_row_profile(problem_.B)) context_.jit.compile(row_profile_kernel(problem_.B));
    const double entries = static_cast<double>(problem_.B.nvals);
    return static_cast<double>(row_profile(context_, problem_.B).blocks) <= tuning::block_share * entries;
}

void ColumnBlocks::prepare_plan() {
    problem_.dense_blocks = false;
    if (problem_.choice.given() || !possible() || !tuning::two_level_bitmap_plausible(problem_.ncols)) return;
    problem_.dense_blocks = are_few();
}

bool ColumnBlocks::pay(const BinnedRows& bins) {
    if (!possible()) return false;
    if (problem_.choice.given() && !problem_.choice.blocks) return false;
    bool used = false;
    for (std::size_t b = 0; b < bins.plan.count; ++b)
        used = used || (bins.count[b] != 0 && bins.plan.bin[b].accumulator->by_blocks);
    if (!used) return false;
    if (problem_.choice.blocks || problem_.dense_blocks) return true;
    return bins.flops >= tuning::block_flops && are_few();
}

void ColumnBlocks::kernels(KernelRequests& list) const {
    if (!known_row_profile(problem_.B)) list.push_back(row_profile_kernel(problem_.B));
    blocks_.kernels(list);
}

void ColumnBlocks::run() {
    const std::uint64_t total = row_profile(context_, problem_.B).blocks;
    try {
        blocks_.count();
        blocks_.fill(static_cast<std::uint32_t>(total));
    } catch (const Error& error) { // the entries of B serve as well
        if (error.code() != Code::out_of_memory) throw;
        problem_.by_blocks = false;
        return;
    }
    Operands& in = problem_.operands;
    in.b_block_ptr = blocks_.offsets();
    in.b_blocks = blocks_.blocks();
    const std::uint64_t average = total / std::max<std::uint64_t>(problem_.B.nrows, 1);
    in.b_block_threads_log2 = std::min(5u, static_cast<std::uint32_t>(std::bit_width(average | 1)));
}

} // namespace mergus::cuda
