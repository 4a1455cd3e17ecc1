/// \file triangles.cpp
/// The number of triangles: edges are oriented by degree, and each list of neighbours is put into a hash
/// table. The sum over the product L⟨L⟩ = L plus.pair L' is the same number, but here only the sum is stored.
#include "matrix.hpp"
#include "ops/operations.hpp"

#include "device/primitives.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "triangle_graph.h"

namespace mergus::cuda {

namespace {

using Graph = AdjacencyLists<void>;

/// Threads that share a list: about as many as it has edges on average.
std::uint32_t lanes_for(const Matrix& A) {
    const std::uint64_t average = A.nvals / 2 / std::max<std::uint64_t>(A.nrows, 1);
    return std::min(32u, std::max(4u, std::uint32_t{1} << std::bit_width(average)));
}

template <class Position>
std::uint64_t triangles_of(Context& context, const Matrix& A) {
    Device& device = context.device;
    Bindings bindings; // without group_threads
    bindings.index("Index", A.wide()).index("Position", sizeof(Position) == 8);
    Bindings by_warp = bindings, by_block = bindings;
    by_warp.constant("group_threads", 32);
    by_block.constant("group_threads", 0);
    const auto edges = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("graphs/triangle_edges.cuh", entry, by_warp);
    };
    const KernelRequest counts_short{"graphs/triangle_counts.cuh", "count_triangles", by_warp};
    const KernelRequest counts_long{"graphs/triangle_counts_long.cuh", "count_triangles_listed", by_block};
    context.jit.compile(
        {{"graphs/triangle_edges.cuh", "flag_kept_edges", by_warp}, counts_short, counts_long});
    const Dim3 block{block_threads};
    const Graph graph{A.ptr.data(), A.col.data(), A.nrows};
    Array<Position> position(device, A.nvals + 1);
    device.launch(edges("flag_kept_edges"), grid_for(context, A.nvals / 8 + 1, block_threads), block, 0,
                  graph, A.nvals, position.data());
    exclusive_scan(device, position.data(), position.data(), A.nvals);

    // Sized for nvals, because symmetry is not checked.
    const Buffer kept(device, A.nvals * A.index_size());
    Array<std::uint64_t> starts(device, A.nrows + 1);
    Array<std::uint64_t> longer(device, A.nrows);
    Array<std::uint64_t> counts(device, 2); // vertices on the list, triangles
    device.fill(counts.data(), 0, 2 * sizeof(std::uint64_t));
    const void* const col = kept.data();
    device.launch(edges("gather_kept_edges"), grid_for(context, A.nvals, block_threads), block, 0, graph.col,
                  A.nvals, static_cast<const Position*>(position.data()), col);
    device.launch(edges("begin_lists"), grid_for(context, A.nrows + 1, block_threads), block, 0, graph,
                  static_cast<const Position*>(position.data()), starts.data(),
                  std::uint64_t{plan::triangle_list}, longer.data(), counts.data());

    const Graph lists{starts.data(), kept.data(), A.nrows};
    const std::uint32_t lanes = lanes_for(A);
    const auto sms = static_cast<std::uint32_t>(std::max(1, device.properties().sm_count));
    std::uint64_t* const total = counts.data() + 1;
    // Tables as large as the shared memory of a block allows; longer lists are searched in global memory.
    const std::size_t shared = device.properties().shared_per_block_optin;
    const std::size_t most =
        (shared > plan::static_shared ? shared - plan::static_shared : 0) / A.index_size();
    const auto slots = [&](std::uint32_t wanted) {
        return static_cast<std::uint32_t>(std::min<std::size_t>(wanted, std::bit_floor(most)));
    };
    const std::uint32_t small = slots(plan::triangle_list * 4), large = slots(plan::triangle_slots);
    const auto groups = static_cast<std::uint32_t>(
        std::clamp<std::size_t>(most / std::max(small, 1u), 1, block_threads / 32));
    device.launch(context.jit.kernel(counts_short), grid_for(context, A.nrows * 32, groups * 32),
                  {groups * 32}, groups * small * A.index_size(), lists, std::uint64_t{plan::triangle_list},
                  small, lanes, total);
    device.launch(context.jit.kernel(counts_long), {sms * plan::triangle_blocks}, {plan::triangle_threads},
                  large * A.index_size(), lists, static_cast<const std::uint64_t*>(longer.data()),
                  static_cast<const std::uint64_t*>(counts.data()), large, lanes, total);
    return device.read(total);
}

} // namespace

void count_triangles(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const std::uint64_t triangles = A.nvals == 0          ? 0
                                    : needs_wide(A.nvals) ? triangles_of<std::uint64_t>(context, A)
                                                          : triangles_of<std::uint32_t>(context, A);
    std::memcpy(call.result, &triangles, sizeof triangles);
}

} // namespace mergus::cuda
