/// \file betweenness.cpp
/// The extension betweenness. The host waits once. Memory: for each vertex of each copy of the graph 48
/// bytes, 8 for each of up to 64 sources, and 12 for each level that has it, of which there are at most 64.
#include "bfs_tuning.hpp"
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/identity.hpp"
#include "steps/symmetry.hpp"

#include "transpose/transpose.hpp"

#include <algorithm>
#include <bit>

#include "betweenness.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/betweenness.cuh";
/// Of a word, and threads of a vertex.
constexpr std::uint64_t searches = 64, group_lanes = 16;
/// The most vertices in all copies of the graph: their numbers have 32 bits.
constexpr std::uint64_t most_vertices = std::uint64_t{1} << 32;

class Betweenness {
public:
    Betweenness(Context& context, const Matrix& A, const mergus_type* type)
        : context_(context), A_(A), type_(type), columns_(context, A.nrows),
          threads_(tuning::bfs_threads(context.device.properties().sm_count).queue) {
        bindings_.constant("block_threads", threads_);
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "betweenness", bindings_);
        columns_.kernels(list);
    }

    /// A full vector.
    [[nodiscard]] Matrix run(const std::uint64_t* sources, std::uint64_t count) const {
        Device& device = context_.device;
        const std::uint32_t width = row_width(count);
        const std::uint64_t n = A_.nrows, words = copies(count, width), vertices = words * n;
        const std::uint64_t listed = vertices * std::min(count, searches); // at most, in all levels
        const BetweennessGraph graph = adjacency();
        const Array<std::uint64_t> from(device, count), visited(device, vertices), bits(device, listed),
            levels(device, n + 2);
        const Array<std::uint64_t> frontier(device, vertices), next(device, vertices),
            before(device, vertices), cleared(device, vertices);
        const Array<double> values(device, vertices * width), sums(device, vertices);
        const Array<std::uint32_t> list(device, listed);
        const Array<BetweennessCounts> counts(device, 1);
        Buffer result(device, n * sizeof(double));
        device.copy_to_device(from.data(), sources, count * sizeof *sources);
        device.fill(counts.data(), 0, sizeof(BetweennessCounts));
        BetweennessMemory memory{};
        memory.sources = from.data();
        memory.count = count;
        memory.words = words;
        memory.width = width;
        memory.frontier[0] = frontier.data();
        memory.frontier[1] = next.data();
        memory.frontier[2] = before.data();
        memory.frontier[3] = cleared.data();
        memory.visited = visited.data();
        memory.values = values.data();
        memory.sums = sums.data();
        memory.list = list.data();
        memory.bits = bits.data();
        memory.levels = levels.data();
        memory.counts = counts.data();
        memory.barrier = device.grid_barrier_word();
        const Kernel& kernel = context_.jit.kernel(text, "betweenness", bindings_);
        const std::uint64_t useful = vertices * group_lanes / threads_ + 1;
        const std::uint64_t resident = device.resident_blocks(kernel, threads_, 0);
        const void* const to = result.data();
        device.launch_cooperative(kernel, {static_cast<std::uint32_t>(std::min(useful, resident))},
                                  {threads_}, 0, graph, memory, to);
        if (device.read(counts.data()).overflowed != 0)
            throw Error(Code::invalid_value, "betweenness: more than 1.8e308 shortest paths to one vertex");
        return columns_.vector(type_, std::move(result));
    }

private:
    /// Values of a vertex: rows begin at even places, and few sources take few sectors.
    [[nodiscard]] static std::uint32_t row_width(std::uint64_t count) {
        return static_cast<std::uint32_t>(std::bit_ceil(std::clamp<std::uint64_t>(count, 2, searches)));
    }
    /// Copies of the graph that are searched at the same time. Their values take three quarters of the L2
    /// cache: with less a small graph does not fill the device, with more each edge reads from memory.
    [[nodiscard]] std::uint64_t copies(std::uint64_t count, std::uint32_t width) const {
        const std::uint64_t cached =
            context_.device.properties().l2_bytes * 3 / 4 / (A_.nrows * width * sizeof(double));
        const std::uint64_t needed = (count + searches - 1) / searches;
        return std::min({std::max<std::uint64_t>(cached, 1), needed, (most_vertices - 1) / A_.nrows});
    }

    [[nodiscard]] BetweennessGraph adjacency() const {
        const Matrix& in = has_symmetric_pattern(context_, A_) ? A_ : transpose_of(context_, A_, false);
        return {A_.ptr.data(), static_cast<const std::uint32_t*>(A_.col.data()), in.ptr.data(),
                static_cast<const std::uint32_t*>(in.col.data()), A_.nrows};
    }

    Context& context_;
    const Matrix& A_;
    const mergus_type* type_;
    IdentityColumns columns_;
    std::uint32_t threads_;
    Bindings bindings_;
};

} // namespace

void betweenness(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    if (context.deterministic) // the order of sums depends on the size of the L2 cache
        throw Error(Code::not_implemented, "betweenness: sums in the order of other devices");
    if (call.C->type->code != MERGUS_FP64 || A.wide())
        throw Error(Code::not_implemented,
                    "betweenness: values of a type other than fp64, or indices of 64 bits");
    const Betweenness betweenness(context, A, call.C->type);
    compile_kernels(context, betweenness);
    *call.C = betweenness.run(call.rows, call.nrows);
}

} // namespace mergus::cuda
