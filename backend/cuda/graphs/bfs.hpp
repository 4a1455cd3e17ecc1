/// \file bfs.hpp
/// Breadth-first searches on the device: the table of methods. The record of a method, and its class, are in
/// the method's file.
#pragma once

#include "bfs_tuning.hpp"
#include "objects/matrix.hpp"
#include "objects/method_record.hpp"

#include <cstdint>
#include <string_view>

#include "bfs_state.h"

namespace mergus::cuda {

/// A graph to be searched and what is wanted of it.
struct BfsProblem {
    BfsProblem(Context& context, const Matrix& A, const mergus_type* type, bool parents,
               std::uint64_t sources)
        : context(context), A(A), type(type), parents(parents), sources(sources),
          threads(tuning::bfs_threads(context.device.properties().sm_count)) {}

    /// With fewer entries a search never pulls, so it does not pay to find out whether the pattern is
    /// symmetric.
    [[nodiscard]] bool may_pull() const noexcept;
    /// The out-edges, and the in-edges if the pattern is symmetric or its transpose is kept or worth its
    /// cost. The in-edges are valid until the call ends. May wait for the device.
    /// \param searches the number of searches that will use the graph
    [[nodiscard]] BfsGraph<void> graph(std::uint64_t searches) const;
    /// Adds the kernels of a search by a kernel of bfs.cuh or bfs_many.cuh.
    void kernels(KernelRequests& list, const KernelRequest& search) const;
    /// A kernel of bfs.cuh or bfs_many.cuh.
    [[nodiscard]] KernelRequest kernel(const char* file, const char* entry) const;
    /// Cooperative blocks: as many as are resident, fewer for small graphs.
    [[nodiscard]] Dim3 grid(const Kernel& kernel) const;
    [[nodiscard]] BfsControl* control() const;
    [[nodiscard]] std::size_t span_size() const noexcept;

    Context& context;
    const Matrix& A;
    const mergus_type* type; ///< of the result's values
    bool parents;
    std::uint64_t sources;      ///< of all batches
    tuning::BfsThreads threads; ///< of a block
};

/// Where the rows of some sources go: offsets for all, columns and values with room for n entries each.
struct BfsRows {
    std::uint64_t* ptr; ///< of the first of the sources
    void* col;
    void* values;
    std::uint64_t base; ///< entries of the matrix before col and values begin
    bool is_first;      ///< source of the matrix

    /// Where the row of source s goes.
    [[nodiscard]] BfsOutput<void> row(std::uint64_t s, const Device::Message& post) const {
        return {ptr + s, col, values, base, post.words, post.ticket, is_first && s == 0 ? 1u : 0u};
    }
};

/// The most sources of a batch.
inline constexpr std::uint64_t most_sources = 64;

/// A method at work on one graph.
class BfsRun {
public:
    explicit BfsRun(const BfsProblem& problem) : problem_(problem) {}
    BfsRun(const BfsRun&) = delete;
    BfsRun& operator=(const BfsRun&) = delete;
    virtual ~BfsRun() = default;

    static constexpr std::uint64_t gave_up = ~std::uint64_t{0};
    /// Those that are not compiled yet.
    virtual void kernels(KernelRequests& list) const = 0;
    /// Searches a batch of sources, up to most_sources. Returns the last offset, or gave_up if the batch does
    /// not suit the method after all. Waits for the device. \param count not 0
    [[nodiscard]] virtual std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources,
                                            std::uint64_t count) const = 0;

protected:
    const BfsProblem& problem_;
};

/// A record of the table.
using BfsMethod = MethodRecord<const BfsProblem, BfsRun>;

namespace bfs_methods {
extern const MethodTable<BfsMethod> all;
} // namespace bfs_methods

/// What MERGUS_CUDA_BFS forces, where the graph allows it.
struct BfsChoice : ForcedMethod<BfsMethod> {
    static constexpr core::Variable variable = core::Variable::cuda_bfs;
    /// \throws Error invalid_value.
    static BfsChoice parse(std::string_view text);
};

} // namespace mergus::cuda
