/// \file bfs.hpp
/// Breadth-first searches on the device: the host side of bfs.cuh and bfs_many.cuh.
#pragma once

#include "matrix.hpp"

#include "bfs_state.h"

namespace mergus::cuda {

/// A graph to be searched and what is wanted of it.
struct BfsProblem {
    BfsProblem(Context& context, const Matrix& A, const mergus_type* type, bool parents);

    /// With fewer entries a search never pulls, so it does not pay to find out whether the pattern is
    /// symmetric.
    [[nodiscard]] bool may_pull() const noexcept;
    /// The out-edges and, if the pattern is symmetric, the same as in-edges. May wait for the device.
    [[nodiscard]] BfsGraph<void> graph() const;
    [[nodiscard]] KernelRequest kernel(const char* file, const char* entry) const;
    /// Cooperative blocks: as many as are resident, fewer for small graphs.
    [[nodiscard]] Dim3 grid(const Kernel& kernel) const;
    [[nodiscard]] BfsControl* control() const;
    [[nodiscard]] std::size_t span_size() const noexcept;

    Context& context;
    const Matrix& A;
    const mergus_type* type; ///< of the result's values
    bool parents;
    std::uint32_t threads; ///< of a block
};

/// Where the rows of some sources go: offsets for all, columns and values with room for n entries each.
struct BfsRows {
    std::uint64_t* ptr; ///< of the first of the sources
    void* col;
    void* values;
    std::uint64_t base; ///< entries of the matrix before col and values begin
    bool is_first;      ///< source of the matrix
};

/// Searches one source after the other.
class SearchOne {
public:
    explicit SearchOne(const BfsProblem& problem) : problem_(problem) {}
    void kernels(KernelRequests& list) const;
    void run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs.cuh", "bfs"); }
    const BfsProblem& problem_;
};

/// Searches up to 64 sources at once. Levels only.
class SearchMany {
public:
    static constexpr std::uint64_t most = 64;
    /// With fewer sources one search after the other is faster and needs less memory.
    static constexpr std::uint64_t least = 8;

    explicit SearchMany(const BfsProblem& problem) : problem_(problem) {}
    void kernels(KernelRequests& list) const;
    /// The last offset is ~0 if there are too many levels for this method.
    void run(const BfsRows& rows, const std::uint64_t* sources, std::uint64_t count) const;

private:
    [[nodiscard]] KernelRequest kernel() const { return problem_.kernel("graphs/bfs_many.cuh", "bfs_many"); }
    const BfsProblem& problem_;
};

} // namespace mergus::cuda
