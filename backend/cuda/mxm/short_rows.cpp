/// \file short_rows.cpp
#include "short_rows.hpp"

#include "device/primitives.hpp"
#include "mxm/row_profile.hpp"
#include "mxm/short_rows_size.h"

#include <algorithm>

namespace mergus::cuda {

ShortRows::ShortRows(Context& context, const MxmProblem& problem)
    : context_(context), problem_(problem), A_(problem.A), B_(problem.B) {}

bool ShortRows::plausible() const {
    const plan::Choice& choice = context_.accumulators;
    if (!choice.short_rows || problem_.mask_kind != MaskKind::none) return false;
    if (choice.given()) return true;
    return A_.nrows >= plan::short_min_rows && A_.nvals <= plan::short_average * A_.nrows &&
           B_.nvals <= plan::short_average * B_.nrows;
}

bool ShortRows::suits() const {
    if (!plausible()) return false;
    const RowProfile &A = row_profile(context_, A_), &B = row_profile(context_, B_);
    if (A.longest > plan::short_ways.back() || A.longest * B.longest > plan::short_products) return false;
    return context_.accumulators.given() || has_locality(A) ||
           B_.nvals * (B_.index_size() + B_.type->size) <= plan::short_cached;
}

KernelRequest ShortRows::request(const char* entry) const {
    const auto ways = std::find_if(plan::short_ways.begin(), plan::short_ways.end(),
                                   [&](std::uint32_t w) { return w >= row_profile(context_, A_).longest; });
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.index("Offset", needs_wide(B_.nvals)).constant("ways", *ways);
    return {"mxm/short_rows.cuh", entry, std::move(bindings)};
}

void ShortRows::kernels(KernelRequests& list) const {
    if (!plausible()) return;
    list.push_back(row_profile_kernel(A_));
    list.push_back(row_profile_kernel(B_));
}

Matrix ShortRows::run() {
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows;
    Array<std::uint64_t> ptr(device, nrows + 1);
    const Buffer memory(device, sizeof(ShortRowsSize));
    auto* const size = static_cast<ShortRowsSize*>(memory.data());
    device.fill(size, 0, sizeof(ShortRowsSize));
    const KernelRequest count = request("count_short_rows"), fill = request("fill_short_rows");
    context_.jit.compile({count, fill});
    device.launch(context_.jit.kernel(count), grid_for(context_, nrows, block_threads), {block_threads}, 0,
                  problem_.operands, nrows, ptr.data(), size);
    const ShortRowsSize found = device.read(static_cast<const ShortRowsSize*>(size));
    products_ = found.products;
    Matrix T = raw_matrix(context_, problem_.type, nrows, B_.ncols, found.entries, std::move(ptr));
    exclusive_scan(device, T.ptr.data(), T.ptr.data(), nrows);

    const std::size_t entry = T.index_size() + T.type->size;
    const auto room = static_cast<std::uint32_t>(
        std::min<std::size_t>((found.warp_entries + 3) / 4 * 4, plan::short_warp_bytes / entry / 4 * 4));
    constexpr std::uint32_t warps = plan::short_threads / 32;
    const std::uint64_t blocks = (nrows + plan::short_threads - 1) / plan::short_threads;
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch(
        context_.jit.kernel(fill), {static_cast<std::uint32_t>(std::min(blocks, plan::most_blocks))},
        {plan::short_threads}, plan::aligned(warps * room * T.type->size) + warps * room * T.index_size(),
        problem_.operands, nrows, static_cast<const std::uint64_t*>(T.ptr.data()), room, cols, vals);
    return T;
}

} // namespace mergus::cuda
