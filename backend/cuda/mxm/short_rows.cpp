/// \file short_rows.cpp
#include "short_rows.hpp"

#include "device/primitives.hpp"
#include "mxm/short_rows_status.h"

#include <algorithm>

namespace mergus::cuda {

ShortRows::ShortRows(Context& context, const Product& product, const Matrix& A, const Matrix& B)
    : context_(context), product_(product), A_(A), B_(B) {}

bool ShortRows::suits() const {
    const plan::Choice& choice = context_.accumulators;
    if (!choice.has(plan::Accumulator::short_rows) || product_.mask_kind != MaskKind::none) return false;
    if (choice.given) return true;
    return A_.nrows >= plan::short_least_rows && A_.nvals <= plan::short_average * A_.nrows &&
           B_.nvals <= plan::short_average * B_.nrows;
}

bool ShortRows::needs_locality() const {
    return !context_.accumulators.given && A_.nrows > 1 &&
           B_.nvals * (B_.index_size() + B_.type->size) > plan::short_cached;
}

KernelRequest ShortRows::request(const char* entry, std::uint32_t ways) const {
    Bindings bindings = product_.bind(false, 32, true);
    bindings.index("Offset", needs_wide(B_.nvals)).constant("ways", ways);
    return {"mxm/short_rows.cuh", entry, std::move(bindings)};
}

void ShortRows::kernels(KernelRequests& list) const {
    list.push_back(request("count_short_rows", plan::short_ways.front()));
}

std::optional<Matrix> ShortRows::run() {
    Device& device = context_.device;
    const std::uint64_t nrows = A_.nrows;
    Array<std::uint64_t> ptr(device, nrows + 1);
    const Buffer memory(device, sizeof(ShortRowsStatus));
    auto* const status = static_cast<ShortRowsStatus*>(memory.data());
    device.fill(status, 0, sizeof(ShortRowsStatus));
    const std::uint32_t least = plan::short_ways.front();
    if (needs_locality())
        device.launch(context_.jit.kernel(request("sample_short_rows", least)), {1}, {block_threads}, 0,
                      product_.operands, nrows, status);
    device.launch(context_.jit.kernel(request("count_short_rows", least)),
                  grid_for(context_, nrows, block_threads), {block_threads}, 0, product_.operands, nrows,
                  plan::short_products, ptr.data(), status);
    const ShortRowsStatus found = device.read(static_cast<const ShortRowsStatus*>(status));
    if (found.unsuited != 0) return std::nullopt;
    Matrix T = raw_matrix(context_, product_.type, nrows, B_.ncols, found.entries, std::move(ptr));
    exclusive_scan(device, T.ptr.data(), T.ptr.data(), nrows);

    const auto ways = std::find_if(plan::short_ways.begin(), plan::short_ways.end(),
                                   [&](std::uint32_t w) { return w >= found.longest; });
    const std::size_t entry = T.index_size() + T.type->size;
    const auto room = static_cast<std::uint32_t>(
        std::min<std::size_t>(found.warp_entries, plan::short_warp_bytes / entry) / 4 * 4);
    constexpr std::uint32_t warps = plan::short_threads / 32;
    const std::uint64_t blocks = (nrows + plan::short_threads - 1) / plan::short_threads;
    void* const cols = T.col.data();
    void* const vals = T.val.data();
    device.launch(context_.jit.kernel(request("fill_short_rows", *ways)),
                  {static_cast<std::uint32_t>(std::min(blocks, plan::most_blocks))}, {plan::short_threads},
                  plan::aligned(warps * room * T.type->size) + warps * room * T.index_size(),
                  product_.operands, nrows, static_cast<const std::uint64_t*>(T.ptr.data()), room, cols,
                  vals);
    return T;
}

} // namespace mergus::cuda
