/// \file bfs_sweep.cpp
/// Breadth-first searches of small graphs: the launches of bfs_sweep.cuh.
#include "bfs.hpp"

namespace mergus::cuda {

namespace {
constexpr std::uint64_t most_threads_of_sm = 2048; // of any device
} // namespace

bool SearchSweep::may_fit() const noexcept {
    const Matrix& A = problem_.A;
    const auto multiprocessors = static_cast<std::uint64_t>(problem_.context.device.properties().sm_count);
    return !problem_.parents && problem_.context.searches != plan::Bfs::queue &&
           A.nrows <= plan::most_sweep_vertices &&
           A.nvals <= multiprocessors * most_threads_of_sm * plan::sweep_edges;
}

bool SearchSweep::fits() const {
    return grid().blocks != 0;
}

plan::SweepGrid SearchSweep::grid() const {
    Device& device = problem_.context.device;
    const std::uint32_t threads = problem_.threads.sweep;
    const std::size_t shared = device.properties().shared_per_block_optin - 1024; // of static variables
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    const std::size_t at_least = std::size_t{threads} * plan::sweep_edges * sizeof(std::uint32_t);
    const auto grid_of = [&](std::size_t bytes) {
        return plan::sweep_grid(problem_.A.nrows, problem_.A.nvals, threads,
                                device.resident_blocks(kernel, threads, bytes), shared);
    };
    const plan::SweepGrid grid = grid_of(at_least);
    return grid.shared <= at_least ? grid : grid_of(grid.shared);
}

KernelRequest SearchSweep::kernel() const {
    return {"graphs/bfs_sweep.cuh", "bfs_sweep", KernelKey{nullptr, problem_.A.wide() ? 1u : 0u},
            [wide = problem_.A.wide(), threads = problem_.threads.sweep] {
                Bindings bindings;
                bindings.index("Index", wide)
                    .constant("block_threads", threads)
                    .constant("edges_per_thread", plan::sweep_edges);
                return bindings;
            }};
}

void SearchSweep::kernels(KernelRequests& list) const {
    problem_.context.jit.add_unknown(list, kernel());
}

std::uint32_t* SearchSweep::bits() const {
    Context& context = problem_.context;
    if (context.bfs_bits == nullptr) {
        constexpr std::size_t bytes = 3 * plan::most_sweep_vertices / 8;
        void* const memory = context.device.allocate_persistent(bytes);
        context.device.fill(memory, 0, bytes);
        context.bfs_bits = static_cast<std::uint32_t*>(memory);
    }
    return context.bfs_bits;
}

std::uint64_t SearchSweep::run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const {
    Device& device = problem_.context.device;
    const Matrix& A = problem_.A;
    const Kernel& kernel = problem_.context.jit.kernel(this->kernel());
    const plan::SweepGrid grid = this->grid();
    const void* const col = A.col.data();
    const BfsSweep<void> graph{A.ptr.data(), col, A.nrows, A.nvals, bits(), device.grid_barrier_word()};
    Device::Post post{};
    for (std::uint64_t s = 0; s < count; ++s) {
        post = device.next_post();
        device.launch_cooperative(kernel, {grid.blocks}, {problem_.threads.sweep}, grid.shared, graph,
                                  rows.row(s, post), sources[s]);
    }
    return device.posted(post, 1)[0];
}

} // namespace mergus::cuda
