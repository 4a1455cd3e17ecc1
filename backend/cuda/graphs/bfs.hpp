/// \file bfs.hpp
/// Breadth-first searches on the device: the host side of bfs.cuh, bfs_sweep.cuh and bfs_many.cuh.
#pragma once

#include "bfs_plan.hpp"
#include "bfs_state.h"
#include "objects/matrix.hpp"

namespace mergus::cuda {

/// A graph to be searched and what is wanted of it.
struct BfsProblem {
    BfsProblem(Context& context, const Matrix& A, const mergus_type* type, bool parents)
        : context(context), A(A), type(type), parents(parents),
          threads(plan::bfs_threads(context.device.properties().sm_count)) {}

    /// With fewer entries a search never pulls, so it does not pay to find out whether the pattern is
    /// symmetric.
    [[nodiscard]] bool may_pull() const noexcept;
    /// The out-edges, and the in-edges if the pattern is symmetric or its transpose is kept or worth its
    /// cost. The in-edges are valid until the call ends. May wait for the device.
    /// \param searches the number of searches that will use the graph
    [[nodiscard]] BfsGraph<void> graph(std::uint64_t searches) const;
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
    plan::BfsThreads threads; ///< of a block
};

/// Where the rows of some sources go: offsets for all, columns and values with room for n entries each.
struct BfsRows {
    std::uint64_t* ptr; ///< of the first of the sources
    void* col;
    void* values;
    std::uint64_t base; ///< entries of the matrix before col and values begin
    bool is_first;      ///< source of the matrix

    /// Where the row of source s goes.
    [[nodiscard]] BfsOutput<void> row(std::uint64_t s, const Device::Post& post) const {
        return {ptr + s, col, values, base, post.words, post.ticket, is_first && s == 0 ? 1u : 0u};
    }
};

/// Searches one source after the other.
class SearchOne {
public:
    explicit SearchOne(const BfsProblem& problem) : problem_(problem) {}
    void kernels(KernelRequests& list) const;
    /// Returns the last offset. Waits for the device. \param count not 0
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs.cuh", "bfs"); }
    const BfsProblem& problem_;
};

/// Searches a small graph from one source after the other. Levels only.
class SearchSweep {
public:
    /// Finds out whether the method is possible, and compiles its kernel.
    explicit SearchSweep(const BfsProblem& problem);
    [[nodiscard]] bool possible() const noexcept { return grid_.blocks != 0; }
    /// Returns the last offset, or ~0 if a search has too many levels. Waits for the device.
    /// \param count not 0
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const;

private:
    void kernels(KernelRequests& list) const;
    [[nodiscard]] KernelRequest kernel() const;
    [[nodiscard]] plan::SweepGrid grid() const;
    [[nodiscard]] std::uint32_t* bits() const;
    [[nodiscard]] std::uint32_t most_levels() const noexcept;

    /// compile_kernels() takes steps with kernels().
    struct Step {
        const SearchSweep& search;
        void kernels(KernelRequests& list) const { search.kernels(list); }
    };
    const BfsProblem& problem_;
    std::uint32_t edges_ = 0; ///< of a thread
    plan::SweepGrid grid_;
};

/// Searches up to 64 sources at once. Levels only.
class SearchMany {
public:
    static constexpr std::uint64_t most = 64;
    /// With fewer sources one search after the other is faster and needs less memory.
    static constexpr std::uint64_t least = 8;

    explicit SearchMany(const BfsProblem& problem) : problem_(problem) {}
    void kernels(KernelRequests& list) const;
    /// Returns the last offset, or ~0 if there are too many levels for this method. Waits for the device.
    std::uint64_t run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs_many.cuh", "bfs_many"); }
    const BfsProblem& problem_;
};

} // namespace mergus::cuda
