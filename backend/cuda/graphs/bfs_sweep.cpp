/// \file bfs_sweep.cpp
/// Breadth-first searches of small graphs: the launches of bfs_sweep.cuh.
#include "bfs.hpp"

namespace mergus::cuda {

namespace bfs_methods {
extern const BfsMethod sweep;
}

namespace {

/// Of a graph in which a search had too many levels for a sweep.
struct DeepGraph : Derived {};

/// Three sets of bits of the vertices.
struct SweepBits {
    std::uint32_t words[3 * tuning::most_sweep_vertices / 32];
};

bool is_named(const BfsProblem& problem) {
    return forced<BfsChoice>(problem.context).named == &bfs_methods::sweep;
}

/// Searches a small graph from one source after the other. Levels only.
class SearchSweep : public BfsRun {
public:
    /// Finds out whether the method is possible, and compiles its kernel.
    explicit SearchSweep(const BfsProblem& problem);
    [[nodiscard]] bool possible() const noexcept { return grid_.blocks != 0; }
    void kernels(KernelRequests&) const override {}
    /// Gives up if a search has too many levels.
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const override;

private:
    [[nodiscard]] KernelRequest kernel() const;
    [[nodiscard]] tuning::SweepGrid grid() const;

    std::uint32_t edges_ = 0; ///< of a thread
    tuning::SweepGrid grid_;
};

SearchSweep::SearchSweep(const BfsProblem& problem) : BfsRun(problem) {
    const Matrix& A = problem.A;
    const Properties& device = problem.context.device.properties();
    const std::uint64_t threads = static_cast<std::uint64_t>(device.sm_count) *
                                  static_cast<std::uint64_t>(device.max_threads_per_block);
    for (const std::uint32_t edges : tuning::sweep_edges) {
        if (A.nvals > threads * edges) continue;
        edges_ = edges;
        problem.context.jit.compile(kernel());
        grid_ = grid();
        if (possible()) return;
    }
}

tuning::SweepGrid SearchSweep::grid() const {
    Device& device = problem_.context.device;
    constexpr std::size_t sweep_shared = 1024; // more than the kernel declares
    const std::size_t shared = device.properties().shared_per_block_optin - sweep_shared;
    const std::uint32_t threads = problem_.threads.sweep, block_edges = threads * edges_;
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    tuning::SweepGrid grid{0, block_edges * sizeof(std::uint32_t)};
    for (std::size_t before = 0; before < grid.shared;) { // fewer blocks live at once if one uses more
        before = grid.shared;
        grid = tuning::sweep_grid(problem_.A.nrows, problem_.A.nvals, threads, block_edges,
                                  device.resident_blocks(kernel, threads, before), shared);
    }
    return grid;
}

KernelRequest SearchSweep::kernel() const {
    const bool wide = problem_.A.wide();
    return {"graphs/bfs_sweep.cuh", "bfs_sweep",
            KernelKey{nullptr, std::uint64_t{edges_} << 1 | unsigned{wide}},
            [wide, threads = problem_.threads.sweep, edges = edges_] {
                Bindings bindings;
                bindings.index("Index", wide)
                    .constant("block_threads", threads)
                    .constant("edges_per_thread", edges);
                return bindings;
            }};
}

std::uint64_t SearchSweep::run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const {
    Device& device = problem_.context.device;
    const Matrix& A = problem_.A;
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    const void* const col = A.col.data();
    const BfsSweep<void> graph{A.ptr.data(),
                               col,
                               A.nrows,
                               A.nvals,
                               problem_.context.zeroed<SweepBits>()->words,
                               device.grid_barrier_word(),
                               is_named(problem_) ? UINT32_MAX : tuning::sweep_levels};
    Device::Message post{};
    for (std::uint64_t s = 0; s < count; ++s) {
        post = device.next_post();
        device.launch_cooperative(kernel, {grid_.blocks}, {problem_.threads.sweep}, grid_.shared, graph,
                                  rows.row(s, post), sources[s]);
    }
    const std::uint64_t end = device.posted(post, 1)[0];
    if (end != bfs_too_deep) return end;
    static_cast<void>(derive<DeepGraph>(problem_.context, A));
    return gave_up;
}

std::unique_ptr<BfsRun> start_sweep(const BfsProblem& problem) {
    if (problem.parents || problem.A.nrows > tuning::most_sweep_vertices ||
        (!is_named(problem) && derived<DeepGraph>(problem.A) != nullptr))
        return nullptr;
    auto search = std::make_unique<SearchSweep>(problem);
    return search->possible() ? std::move(search) : nullptr;
}

} // namespace

namespace bfs_methods {
constinit const BfsMethod sweep{
    .name = "sweep",
    .summary = "levels of a small graph: all edges in registers, the bits of the vertices in shared memory",
    .evidence = "docs/laboratory/graphs.md",
    .start = start_sweep};
} // namespace bfs_methods

} // namespace mergus::cuda
