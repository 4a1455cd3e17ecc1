/// \file shortest_paths.cpp
/// The extension shortest_paths. The host does not wait. Memory: 24 bytes a vertex beside the result.
#include "bfs_tuning.hpp"
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"

#include <algorithm>
#include <bit>

#include "shortest_paths.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/shortest_paths.cuh";
/// Small graphs get a block for as many entries for each of its threads.
constexpr std::uint64_t entries_per_thread = 4;

class ShortestPaths {
public:
    ShortestPaths(Context& context, const Matrix& A, const mergus_type* type)
        : context_(context), A_(A), type_(type), columns_(context, A.nrows),
          threads_(tuning::bfs_threads(context.device.properties().sm_count).sweep) {
        bindings_.constant("block_threads", threads_);
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "shortest_paths", bindings_);
        columns_.kernels(list);
    }

    /// A full vector.
    [[nodiscard]] Matrix run(std::uint64_t source, double delta) const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows;
        Buffer lengths(device, n * sizeof(double));
        const Array<std::uint32_t> rounds(device, n), waits(device, n);
        const Array<std::uint32_t> near(device, n), next(device, n), far(device, n), other_far(device, n);
        const Array<PathCounts> counts(device, 1);
        device.fill(counts.data(), 0, sizeof(PathCounts));
        const WeightedGraph graph{A_.ptr.data(),
                                  static_cast<const std::uint32_t*>(A_.col.data()),
                                  static_cast<const double*>(A_.val.data()),
                                  A_.iso ? 0U : 1U,
                                  n,
                                  lanes()};
        const PathMemory memory{static_cast<std::uint64_t*>(lengths.data()),
                                rounds.data(),
                                waits.data(),
                                {near.data(), next.data()},
                                {far.data(), other_far.data()},
                                counts.data(),
                                device.grid_barrier_word()};
        const Kernel& kernel = context_.jit.kernel(text, "shortest_paths", bindings_);
        const std::uint64_t useful = std::max(n, A_.nvals / entries_per_thread) / threads_ + 1;
        const std::uint64_t resident = device.resident_blocks(kernel, threads_, 0);
        device.launch_cooperative(kernel, {static_cast<std::uint32_t>(std::min(useful, resident))},
                                  {threads_}, 0, graph, memory, delta, static_cast<std::uint32_t>(source));
        return columns_.vector(type_, std::move(lengths));
    }

private:
    /// As many threads as the average row has entries.
    [[nodiscard]] std::uint32_t lanes() const {
        const std::uint64_t average = std::clamp<std::uint64_t>(A_.nvals / A_.nrows, 1, 32);
        return static_cast<std::uint32_t>(std::bit_floor(average));
    }

    Context& context_;
    const Matrix& A_;
    const mergus_type* type_;
    IdentityColumns columns_;
    std::uint32_t threads_;
    Bindings bindings_;
};

} // namespace

void shortest_paths(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    if (A.type->code != MERGUS_FP64 || A.wide())
        throw Error(Code::not_implemented, "shortest_paths: other weights than fp64, or indices of 64 bits");
    const ShortestPaths paths(context, A, call.C->type);
    compile_kernels(context, paths);
    *call.C = paths.run(call.rows[0], *static_cast<const double*>(call.scalar));
}

} // namespace mergus::cuda
