/// \file bfs_search.cpp
/// The launches of breadth-first searches and the device memory that they need.
#include "bfs.hpp"

#include "steps/symmetry.hpp"

#include "transpose/transpose.hpp"

#include <algorithm>

namespace mergus::cuda {

namespace bfs_methods {
extern const BfsMethod many;
}

namespace {

/// With fewer sources one search after the other is faster and needs less memory.
constexpr std::uint64_t least_of_many = 8;
constexpr std::uint64_t searched_entries = 1000;
/// A directed graph is transposed, and its transpose is kept, for the second search and for several at once.
constexpr std::uint64_t least_searches = 2;
/// Small graphs get a block for as many entries for each of its threads.
constexpr std::uint64_t entries_per_thread = 4;

template <class Span>
Span* spans(const Buffer& buffer) {
    return static_cast<Span*>(buffer.data());
}

std::uint32_t checked_capacity(std::uint64_t spans) {
    if (spans > UINT32_MAX)
        throw Error(Code::not_implemented, "the graph is too large for the queue of a breadth-first search");
    return static_cast<std::uint32_t>(spans);
}

/// Searches one source after the other.
class SearchOne : public BfsRun {
public:
    using BfsRun::BfsRun;
    void kernels(KernelRequests& list) const override { problem_.kernels(list, kernel()); }
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const override;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs.cuh", "bfs"); }
};

/// Searches a batch of sources at once. Levels only.
class SearchMany : public BfsRun {
public:
    using BfsRun::BfsRun;
    void kernels(KernelRequests& list) const override { problem_.kernels(list, kernel()); }
    /// Gives up if there are too many levels, or one source.
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const override;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs_many.cuh", "bfs_many"); }
};

} // namespace

bool BfsProblem::may_pull() const noexcept {
    return A.nvals >= searched_entries;
}

BfsGraph<void> BfsProblem::graph(std::uint64_t searches) const {
    const void* const col = A.col.data();
    BfsGraph<void> graph{A.ptr.data(), col, nullptr, nullptr, A.nrows, A.nvals};
    if (!may_pull()) return graph;
    if (has_symmetric_pattern(context, A)) {
        graph.in_ptr = graph.out_ptr;
        graph.in_col = graph.out_col;
        return graph;
    }
    std::shared_ptr<const Matrix> in = cached_transpose(context, A, false);
    if (!in && context.keeps) {
        std::uint32_t& missed = derive<MissedTranspose>(context, A).count;
        missed += static_cast<std::uint32_t>(std::min(searches, least_searches));
        if (context.keeps_all || missed >= least_searches) {
            try {
                static_cast<void>(transpose_of(context, A, false));
                in = cached_transpose(context, A, false);
            } catch (const Error& error) { // searches do without it
                if (error.code() != Code::out_of_memory) throw;
            }
        }
    }
    if (in) {
        graph.in_ptr = in->ptr.data();
        graph.in_col = in->col.data();
    }
    return graph;
}

KernelRequest BfsProblem::kernel(const char* file, const char* entry) const {
    return {file, entry, KernelKey{nullptr, (A.wide() ? 1u : 0u) + (parents ? 2u : 0u)},
            [wide = A.wide(), parents = parents, threads = threads.queue] {
                Bindings bindings;
                bindings.index("Index", wide)
                    .constant("block_threads", threads)
                    .constant("with_parents", parents ? 1 : 0);
                return bindings;
            }};
}

Dim3 BfsProblem::grid(const Kernel& kernel) const {
    const std::uint64_t useful = std::max(A.nrows, A.nvals / entries_per_thread) / threads.queue + 1;
    const std::uint64_t resident = context.device.resident_blocks(kernel, threads.queue, 0);
    return {static_cast<std::uint32_t>(std::min(useful, resident))};
}

BfsControl* BfsProblem::control() const {
    return context.zeroed<BfsControl>();
}

std::size_t BfsProblem::span_size() const noexcept {
    return A.wide() ? sizeof(BfsSpan<std::uint64_t>) : sizeof(BfsSpan<std::uint32_t>);
}

void BfsProblem::kernels(KernelRequests& list, const KernelRequest& search) const {
    list.push_back(search);
    if (may_pull()) list.push_back(symmetry_kernel(A));
}

namespace {

std::uint64_t SearchOne::run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const {
    Device& device = problem_.context.device;
    const Matrix& A = problem_.A;
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    const Dim3 grid = problem_.grid(kernel);
    const std::uint64_t n = A.nrows, words = n / 32 + 1;
    const tuning::BfsSpans lengths = tuning::bfs_spans(n, A.nvals);
    // Enough for the vertices of any word of bits: frontiers with more spans are pushed in rounds.
    const std::uint32_t capacity = checked_capacity(n / bfs_queue_share + 64);
    const Array<std::int32_t> level(device, n);
    const Buffer parent(device, problem_.parents ? n * A.index_size() : 0);
    const Buffer queue0(device, capacity * problem_.span_size()), queue1(device, queue0.bytes());
    const Buffer hubs(device, ((A.nvals >> lengths.hub_bits) + 1) * problem_.span_size());
    const Array<std::uint32_t> visited0(device, words), visited1(device, words);
    const Array<std::uint64_t> block_reached(device, grid.x);
    using Span = BfsSpan<void>;
    const BfsGraph<void> graph = problem_.graph(count);
    const BfsMemory<void> memory{level.data(),
                                 parent.data(),
                                 {visited0.data(), visited1.data()},
                                 {spans<Span>(queue0), spans<Span>(queue1)},
                                 spans<Span>(hubs),
                                 block_reached.data(),
                                 problem_.control(),
                                 device.grid_barrier_word(),
                                 capacity,
                                 lengths.queue_bits,
                                 lengths.hub_bits};
    Device::Message post{};
    for (std::uint64_t s = 0; s < count; ++s) {
        post = device.next_post();
        device.launch_cooperative(kernel, grid, {problem_.threads.queue}, 0, graph, memory, rows.row(s, post),
                                  sources[s]);
    }
    return device.posted(post, 1)[0];
}

std::uint64_t SearchMany::run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const {
    if (count == 1) return gave_up; // for the last batch
    Device& device = problem_.context.device;
    const Matrix& A = problem_.A;
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    const Dim3 grid = problem_.grid(kernel);
    const std::uint64_t n = A.nrows;
    const tuning::BfsSpans lengths = tuning::bfs_spans(n, A.nvals);
    const std::uint32_t capacity = checked_capacity(n + (A.nvals >> lengths.queue_bits) + most_sources);
    const Array<std::uint64_t> seen(device, n), even(device, n), odd(device, n), from(device, count);
    device.copy_to_device(from.data(), sources, count * sizeof(std::uint64_t));
    const Array<std::uint16_t> level(device, n * count);
    const Buffer queue0(device, capacity * problem_.span_size()), queue1(device, queue0.bytes());
    const Buffer hubs(device, ((A.nvals >> lengths.hub_bits) + 1) * problem_.span_size());
    const Array<std::uint32_t> block_reached(device, std::size_t{grid.x} * most_sources);
    using Span = BfsSpan<void>;
    const BfsGraph<void> graph = problem_.graph(count);
    const BfsManyMemory<void> memory{seen.data(),        {even.data(), odd.data()},
                                     level.data(),       {spans<Span>(queue0), spans<Span>(queue1)},
                                     spans<Span>(hubs),  block_reached.data(),
                                     problem_.control(), device.grid_barrier_word(),
                                     from.data(),        static_cast<std::uint32_t>(count),
                                     capacity,           lengths.queue_bits,
                                     lengths.hub_bits};
    device.launch_cooperative(kernel, grid, {problem_.threads.queue}, 0, graph, memory, rows.row(0, {}));
    return device.read(static_cast<const std::uint64_t*>(rows.ptr + count));
}

std::unique_ptr<BfsRun> start_many(const BfsProblem& problem) {
    const bool is_named = forced<BfsChoice>(problem.context).named == &bfs_methods::many;
    if (problem.parents || problem.sources < (is_named ? 2 : least_of_many)) return nullptr;
    return std::make_unique<SearchMany>(problem);
}

} // namespace

namespace bfs_methods {
constinit const BfsMethod many{.name = "many",
                               .summary =
                                   "levels from 8 sources and more: a bit for each in words of the vertices",
                               .evidence = "docs/laboratory/graphs.md",
                               .start = start_many};
extern const BfsMethod queue;
constinit const BfsMethod queue{.name = "queue",
                                .summary = "any search: a queue of the frontier, or its bits",
                                .evidence = "docs/laboratory/graphs.md",
                                .start = [](const BfsProblem& problem) -> std::unique_ptr<BfsRun> {
                                    return std::make_unique<SearchOne>(problem);
                                }};
} // namespace bfs_methods

} // namespace mergus::cuda
