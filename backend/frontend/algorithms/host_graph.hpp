/// \file host_graph.hpp
/// The pattern of a matrix in host memory, for algorithms that visit one vertex after another.
#pragma once

#include <mergus/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mergus::core {

/// Row i has the columns cols[offsets[i]] … cols[offsets[i + 1] − 1], in order.
struct HostGraph {
    /// \param weights receives the values, in the order of `cols`; then A is of fp64
    explicit HostGraph(const AnyMatrix& A, std::vector<double>* weights = nullptr);

    [[nodiscard]] std::uint64_t rows() const noexcept { return offsets.size() - 1; }
    [[nodiscard]] std::span<const std::uint64_t> of(std::uint64_t row) const {
        return std::span(cols).subspan(offsets[row], offsets[row + 1] - offsets[row]);
    }

    std::vector<std::uint64_t> offsets, cols;
};

} // namespace mergus::core
