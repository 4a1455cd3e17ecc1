/// \file triangles_by_lists.cpp
/// Edges are oriented by degree, and each list of neighbours is put into a hash table. The sum over the
/// product L⟨L⟩ = L plus.pair L' is the same number, but here only the sum is stored.
#include "device/primitives.hpp"
#include "triangle_methods.hpp"
#include "triangle_tuning.hpp"

#include <algorithm>
#include <bit>

#include "triangle_graph.h"

namespace mergus::cuda {

namespace {

using Graph = AdjacencyLists<void>;

/// Threads that share a list: about as many as it has edges on average.
std::uint32_t lanes_for(const Matrix& A) {
    const std::uint64_t average = A.nvals / 2 / std::max<std::uint64_t>(A.nrows, 1);
    return std::min(32u, std::max(4u, std::uint32_t{1} << std::bit_width(average)));
}

Bindings bindings_of(const Matrix& A, int group_threads) {
    Bindings bindings;
    bindings.index("Index", A.wide()).index("Position", needs_wide(A.nvals));
    bindings.constant("group_threads", group_threads);
    return bindings;
}

KernelRequest counts_short(const Bindings& bindings) {
    return {"graphs/triangle_counts.cuh", "count_triangles", bindings};
}
KernelRequest counts_long(const Bindings& bindings) {
    return {"graphs/triangle_counts_long.cuh", "count_triangles_listed", bindings};
}

/// Lists of neighbours of higher degree: each list is put into a hash table, which is probed with the lists
/// of its members.
class TrianglesByLists : public TriangleRun {
public:
    explicit TrianglesByLists(const TriangleProblem& problem)
        : TriangleRun(problem), by_warp_(bindings_of(A_, 32)), by_block_(bindings_of(A_, 0)) {}
    void kernels(KernelRequests& list) const override;
    [[nodiscard]] std::uint64_t run() override;

private:
    template <class Position>
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] KernelRequest edges(const char* entry) const;

    Bindings by_warp_, by_block_;
};

KernelRequest TrianglesByLists::edges(const char* entry) const {
    return {"graphs/triangle_edges.cuh", entry, by_warp_};
}

void TrianglesByLists::kernels(KernelRequests& list) const {
    list.push_back(edges("flag_kept_edges"));
    list.push_back(counts_short(by_warp_));
    list.push_back(counts_long(by_block_));
}

template <class Position>
std::uint64_t TrianglesByLists::count() const {
    Device& device = context_.device;
    const auto kernel = [&](const char* entry) -> const Kernel& { return context_.jit.kernel(edges(entry)); };
    const Dim3 block{block_threads};
    const Graph graph{A_.ptr.data(), A_.col.data(), A_.nrows};
    Array<Position> position(device, A_.nvals + 1);
    device.launch(kernel("flag_kept_edges"), grid_for(context_, A_.nvals / 8 + 1, block_threads), block, 0,
                  graph, A_.nvals, position.data());
    exclusive_scan(device, position.data(), position.data(), A_.nvals);

    // Sized for nvals, because symmetry is not checked.
    const Buffer kept(device, A_.nvals * A_.index_size());
    Array<std::uint64_t> starts(device, A_.nrows + 1);
    Array<std::uint64_t> longer(device, A_.nrows);
    Array<std::uint64_t> counts(device, 2); // vertices on the list, triangles
    device.fill(counts.data(), 0, 2 * sizeof(std::uint64_t));
    const void* const col = kept.data();
    device.launch(kernel("gather_kept_edges"), grid_for(context_, A_.nvals, block_threads), block, 0,
                  graph.col, A_.nvals, static_cast<const Position*>(position.data()), col);
    device.launch(kernel("begin_lists"), grid_for(context_, A_.nrows + 1, block_threads), block, 0, graph,
                  static_cast<const Position*>(position.data()), starts.data(),
                  std::uint64_t{tuning::triangle_list}, longer.data(), counts.data());

    const Graph lists{starts.data(), kept.data(), A_.nrows};
    const std::uint32_t lanes = lanes_for(A_);
    const auto sms = static_cast<std::uint32_t>(std::max(1, device.properties().sm_count));
    std::uint64_t* const total = counts.data() + 1;
    // Tables as large as the shared memory of a block allows; longer lists are searched in global memory.
    const std::size_t shared = device.properties().shared_per_block_optin;
    const std::size_t most =
        (shared > tuning::triangle_static_shared ? shared - tuning::triangle_static_shared : 0) /
        A_.index_size();
    const auto slots = [&](std::uint32_t wanted) {
        return static_cast<std::uint32_t>(std::min<std::size_t>(wanted, std::bit_floor(most)));
    };
    const std::uint32_t small = slots(tuning::triangle_list * 4), large = slots(tuning::triangle_slots);
    const auto groups = static_cast<std::uint32_t>(
        std::clamp<std::size_t>(most / std::max(small, 1u), 1, block_threads / 32));
    device.launch(context_.jit.kernel(counts_short(by_warp_)), grid_for(context_, A_.nrows * 32, groups * 32),
                  {groups * 32}, groups * small * A_.index_size(), lists,
                  std::uint64_t{tuning::triangle_list}, small, lanes, share_, shares_, total);
    device.launch(context_.jit.kernel(counts_long(by_block_)), {sms * tuning::triangle_blocks},
                  {tuning::triangle_threads}, large * A_.index_size(), lists,
                  static_cast<const std::uint64_t*>(longer.data()),
                  static_cast<const std::uint64_t*>(counts.data()), large, lanes, share_, shares_, total);
    return device.read(total);
}

std::uint64_t TrianglesByLists::run() {
    return needs_wide(A_.nvals) ? count<std::uint64_t>() : count<std::uint32_t>();
}

} // namespace

namespace triangle_methods {
extern const TriangleMethod lists;
constinit const TriangleMethod lists{
    .name = "lists",
    .summary = "any graph: hash tables of the neighbours of higher degree",
    .evidence = "docs/laboratory/graphs.md",
    .start = [](const TriangleProblem& problem) -> std::unique_ptr<TriangleRun> {
        return std::make_unique<TrianglesByLists>(problem);
    }};
} // namespace triangle_methods

} // namespace mergus::cuda
