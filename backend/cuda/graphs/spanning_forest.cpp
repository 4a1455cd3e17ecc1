/// \file spanning_forest.cpp
/// The extension spanning_forest: Borůvka's algorithm on a list of edges. The host waits once a round, of
/// which there are at most log₂ n. Memory: 32 bytes an entry and 40 a vertex.
#include "objects/matrix.hpp"
#include "operations.hpp"
#include "steps/coordinates.hpp"

#include <array>

#include "spanning_forest.h"

namespace mergus::cuda {

namespace {

constexpr const char* text = "graphs/spanning_forest.cuh";

class SpanningForest {
public:
    SpanningForest(Context& context, const Matrix& A)
        : context_(context), A_(A), format_(A), sort_(context, A, A.nrows * 2, nullptr) {
        bindings_.index("Key", format_.key_bytes() == 8);
    }

    void kernels(KernelRequests& list) const {
        list.emplace_back(text, "list_edges", bindings_);
        sort_.kernels(list);
    }

    [[nodiscard]] Matrix run() const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows;
        const Array<std::uint32_t> tree(device, n), parent(device, n);
        const Array<std::uint64_t> least(device, n), first(device, n), ends(device, n), weights(device, n);
        const SpanningTrees trees{
            tree.data(), parent.data(), least.data(), first.data(), {ends.data(), weights.data()}};
        const Array<ForestCounts> counts(device, 1);
        device.fill(counts.data(), 0, sizeof(ForestCounts));
        grow(trees, counts.data());
        return collect(trees, &counts.data()->joined);
    }

private:
    /// Joins trees until no edge is between two of them.
    void grow(const SpanningTrees& trees, ForestCounts* counts) const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows;
        std::array<Array<std::uint64_t>, 2> ends{Array<std::uint64_t>(device, A_.nvals), {}};
        std::array<Array<std::uint64_t>, 2> weights{Array<std::uint64_t>(device, A_.nvals), {}};
        const auto list = [&](unsigned which) {
            return WeightedEdges{ends[which].data(), weights[which].data()};
        };
        const Dim3 of_vertices = grid_for(context_, n, block_threads), block{block_threads};
        const void *const col = A_.col.data(), *const val = A_.val.data();
        device.launch(kernel("plant"), of_vertices, block, 0, trees, n);
        device.launch(kernel("list_edges"), of_edges(A_.nvals), block, 0,
                      static_cast<const std::uint64_t*>(A_.ptr.data()), col, val,
                      std::uint64_t{A_.iso ? 0U : 1U}, n, A_.nvals, trees, list(0), counts);
        ForestCounts known = device.read(counts);
        if (known.nans != 0) throw Error(Code::invalid_value, "minimum_spanning_forest: a weight is NaN");
        for (unsigned now = 0; known.edges[now] != 0; now ^= 1U) {
            const std::uint64_t count = known.edges[now];
            if (ends[1].size() == 0) {
                ends[1] = Array<std::uint64_t>(device, count);
                weights[1] = Array<std::uint64_t>(device, count);
            }
            device.launch(kernel("choose_edges"), grid_for(context_, count, block_threads), block, 0, trees,
                          list(now), count);
            device.launch(kernel("join_trees"), of_vertices, block, 0, trees, n);
            device.launch(kernel("flatten_trees"), of_vertices, block, 0, trees, n);
            std::uint64_t* const kept = &counts->edges[now ^ 1U];
            device.fill(kept, 0, sizeof *kept);
            device.launch(kernel("keep_edges"), of_edges(count), block, 0, trees, list(now), count,
                          list(now ^ 1U), kept);
            known = device.read(counts);
        }
    }

    /// The matrix of the edges by which trees were joined.
    [[nodiscard]] Matrix collect(const SpanningTrees& trees, std::uint64_t* count) const {
        Device& device = context_.device;
        const std::uint64_t n = A_.nrows;
        Coordinates triples;
        triples.format = format_;
        triples.keys = Buffer(device, 2 * n * format_.key_bytes());
        triples.values = Buffer(device, 2 * n * sizeof(double));
        const void *const keys = triples.keys.data(), *const values = triples.values.data();
        device.launch(kernel("write_forest"), grid_for(context_, n, block_threads), {block_threads}, 0, trees,
                      n, static_cast<std::uint32_t>(format_.col_bits), keys, values, count);
        triples.count = device.read(count);
        if (triples.count == 0) return empty_matrix(context_, A_.type, n, n);
        return sort_.run(std::move(triples));
    }

    [[nodiscard]] const Kernel& kernel(const char* entry) const {
        return context_.jit.kernel(text, entry, bindings_);
    }
    [[nodiscard]] Dim3 of_edges(std::uint64_t count) const {
        constexpr std::uint64_t of_thread = 8; // edges_per_thread of edge_list.cuh
        return grid_for(context_, count / of_thread + 1, block_threads);
    }

    Context& context_;
    const Matrix& A_;
    KeyFormat format_;
    SortCoordinates sort_;
    Bindings bindings_;
};

} // namespace

void spanning_forest(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    if (A.type->code != MERGUS_FP64 || A.wide())
        throw Error(Code::not_implemented, "spanning_forest: other weights than fp64, or indices of 64 bits");
    if (A.nvals == 0) {
        *call.C = empty_matrix(context, call.C->type, A.nrows, A.ncols);
        return;
    }
    const SpanningForest forest(context, A);
    compile_kernels(context, forest);
    *call.C = forest.run();
}

} // namespace mergus::cuda
