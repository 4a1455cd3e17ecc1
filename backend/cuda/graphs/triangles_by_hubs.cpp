/// \file triangles_by_hubs.cpp
/// In a skewed graph most of the work is among the vertices of highest degree. There a common neighbour costs
/// a bit of a word or two bytes of a list, instead of a probe of a hash table. Memory: 4 bytes an entry, 24 a
/// vertex (36 while they are sorted), and bit_rows² / 8.
#include "device/primitives.hpp"
#include "steps/row_profile.hpp"
#include "triangle_methods.hpp"
#include "triangle_tuning.hpp"

#include <algorithm>
#include <bit>

#include "triangle_ranks.h"

namespace mergus::cuda {

namespace triangle_methods {
extern const TriangleMethod hubs;
}

namespace {

constexpr const char* ranks_text = "graphs/triangle_ranks.cuh";
constexpr std::size_t counters_bytes = 256; ///< of TriangleCounters, with the alignment of the bits

KernelRequest counts(const Matrix& A) {
    Bindings bindings;
    bindings.constant("list_lanes", tuning::hub_lanes(A.nvals));
    return {"graphs/triangle_hubs.cuh", "count_with_hubs", std::move(bindings)};
}

std::uint32_t multiple_of_128(std::uint32_t n) {
    return (n + 127) / 128 * 128;
}

/// Vertices are ranked by falling degree. The first of them, the hubs, have lists of 16-bit ranks, and the
/// first of these also a row of bits each.
class TrianglesByHubs : public TriangleRun {
public:
    TrianglesByHubs(const TriangleProblem& problem, const TriangleChoice& choice);
    void kernels(KernelRequests& list) const override;
    [[nodiscard]] std::uint64_t run() override;

private:
    void rank();
    void make_lists();
    void count(const tuning::HubBlocks& blocks, bool large) const;
    [[nodiscard]] const Kernel& ranking(const char* entry) const;

    KernelRequest counts_;
    std::size_t shared_;         ///< bytes of a block that may be used
    std::uint32_t bitmap_words_; ///< in shared memory
    Array<std::uint32_t> order_, rank_;
    Buffer zeroed_; ///< counters and rows of bits
    Array<std::uint32_t> lists_;
    Array<RankedList> list_;
    RankedGraph graph_{};
};

TrianglesByHubs::TrianglesByHubs(const TriangleProblem& problem, const TriangleChoice& choice)
    : TriangleRun(problem), counts_(counts(A_)) {
    const std::size_t limit = context_.device.properties().shared_per_block_optin;
    shared_ = limit > tuning::triangle_static_shared ? limit - tuning::triangle_static_shared : 0;
    // Half of the shared memory for the bitmap is enough on every GPU.
    const std::size_t bits = shared_ / 2 / 16 * 128;
    graph_.vertices = static_cast<std::uint32_t>(A_.nrows);
    graph_.hubs = static_cast<std::uint32_t>(std::min<std::size_t>({choice.hubs, A_.nrows, bits}));
    graph_.bit_rows =
        multiple_of_128(std::min(choice.bit_rows.value_or(tuning::bit_rows_for(A_.nvals)), graph_.hubs));
    bitmap_words_ = multiple_of_128(graph_.hubs) / 32;
}

void TrianglesByHubs::kernels(KernelRequests& list) const {
    list.emplace_back(ranks_text, "rank_keys", Bindings());
    list.push_back(counts_);
}

const Kernel& TrianglesByHubs::ranking(const char* entry) const {
    return context_.jit.kernel(ranks_text, entry, Bindings());
}

std::uint64_t TrianglesByHubs::run() {
    Device& device = context_.device;
    const std::size_t bits_bytes = std::size_t{graph_.bit_rows} * graph_.bit_rows / 8;
    zeroed_ = Buffer(device, counters_bytes + bits_bytes);
    device.fill(zeroed_.data(), 0, counters_bytes + bits_bytes);
    graph_.counters = static_cast<TriangleCounters*>(zeroed_.data());
    graph_.bits =
        reinterpret_cast<std::uint32_t*>(static_cast<unsigned char*>(zeroed_.data()) + counters_bytes);
    graph_.ptr = A_.ptr.data();
    graph_.col = static_cast<const std::uint32_t*>(A_.col.data());
    rank();
    make_lists();
    count(tuning::large_hub_blocks, true);
    count(tuning::small_hub_blocks, false);
    return device.read(&graph_.counters->triangles);
}

void TrianglesByHubs::rank() {
    Device& device = context_.device;
    const std::size_t n = graph_.vertices;
    order_ = Array<std::uint32_t>(device, n);
    rank_ = Array<std::uint32_t>(device, n);
    list_ = Array<RankedList>(device, n);
    const Array<std::uint32_t> keys(device, n), spare(device, n);
    Array<std::uint32_t> other_order(device, n);
    const Dim3 grid = grid_for(context_, n + 1, block_threads), block{block_threads};
    std::uint32_t *key = keys.data(), *spare_key = spare.data();
    std::uint32_t *vertex = order_.data(), *spare_vertex = other_order.data();
    device.launch(ranking("rank_keys"), grid, block, 0, graph_, key, vertex);
    sort_pairs(device, key, spare_key, vertex, spare_vertex, n, 0, rank_key_bits);
    if (vertex != order_.data()) order_ = std::move(other_order);
    graph_.order = order_.data();
    graph_.rank = rank_.data();
    graph_.list = list_.data();
    device.launch(ranking("rank_vertices"), grid, block, 0, graph_, static_cast<const std::uint32_t*>(key),
                  tuning::hub_list + 1);
}

void TrianglesByHubs::make_lists() {
    Device& device = context_.device;
    lists_ = Array<std::uint32_t>(device, A_.nvals);
    graph_.lists = lists_.data();
    const auto sms = static_cast<std::uint32_t>(std::max(1, device.properties().sm_count));
    const std::uint64_t n = graph_.vertices;
    device.launch(ranking("list_shared_rows"), {2 * sms}, {1024}, 0, graph_, tuning::hub_row_share);
    for (const bool long_rows : {true, false}) {
        const std::uint32_t lanes = long_rows ? 32 : tuning::hub_short_lanes;
        device.launch(ranking("list_rows"), grid_for(context_, n * lanes, block_threads), {block_threads}, 0,
                      graph_, std::uint32_t{long_rows}, lanes);
    }
}

void TrianglesByHubs::count(const tuning::HubBlocks& blocks, bool large) const {
    Device& device = context_.device;
    const Kernel& kernel = context_.jit.kernel(counts_);
    const std::size_t bitmap = std::size_t{bitmap_words_} * 4;
    const auto slots = static_cast<std::uint32_t>(
        std::min<std::size_t>(blocks.slots, std::bit_floor((shared_ - bitmap) / 4)));
    const std::size_t shared = bitmap + std::size_t{slots} * 4;
    const auto resident =
        static_cast<std::uint32_t>(std::max(1, device.blocks_per_sm(kernel, blocks.threads, shared)) *
                                   std::max(1, device.properties().sm_count));
    const std::uint32_t low = large ? tuning::hub_list : 0, high = large ? UINT32_MAX : tuning::hub_list;
    device.launch(kernel, {resident}, {blocks.threads}, shared, graph_, std::uint32_t{large}, low, high,
                  blocks.fine, bitmap_words_, slots, share_, shares_);
}

std::unique_ptr<TriangleRun> start_hubs(const TriangleProblem& problem) {
    Context& context = problem.context;
    const Matrix& A = problem.A;
    const tuning::GraphSize size{A.nrows, A.nvals, A.wide()};
    if (!tuning::allows_hubs(size)) return nullptr;
    const auto& choice = forced<TriangleChoice>(context);
    if (choice.named != &triangle_methods::hubs &&
        (!tuning::may_have_hubs(size) || !tuning::has_hubs(size, row_profile(context, A).longest)))
        return nullptr;
    return std::make_unique<TrianglesByHubs>(problem, choice);
}

} // namespace

namespace triangle_methods {
constinit const TriangleMethod hubs{
    .name = "hubs",
    .summary = "skewed graphs: 16-bit lists and rows of bits for the vertices of high degree",
    .evidence = "docs/laboratory/graphs.md",
    .start = start_hubs};
} // namespace triangle_methods

} // namespace mergus::cuda
