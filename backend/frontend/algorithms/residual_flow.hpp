/// \file residual_flow.hpp
/// Maximum flow by Dinic's algorithm (1970), on the host. In each phase a breadth-first search of the
/// residual graph finds the levels, and depth-first searches along them block all shortest paths to the
/// target.
#pragma once

#include "host_graph.hpp"

#include <mergus/matrix.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace mergus::core {

class ResidualFlow {
public:
    /// \param A capacities, of which loops are ignored \throws Error invalid_value if one is negative or NaN
    ResidualFlow(const AnyMatrix& A, std::string_view algorithm);

    /// Begins with no flow between other vertices, which differ.
    void start(std::uint64_t source, std::uint64_t target);

    /// Adds flow along all shortest paths. \return whether there was one. \throws Error invalid_value if a
    /// path has no bound
    bool improve();

    [[nodiscard]] double value() const noexcept { return value_; }
    /// After improve() has found nothing: whether the source reaches the vertex in the residual graph.
    [[nodiscard]] bool on_source_side(std::uint64_t v) const { return level_[v] != unreached; }

    /// The entries that carry a flow.
    [[nodiscard]] Matrix<double> flow(const Context& context) const;

private:
    static constexpr std::uint64_t unreached = ~std::uint64_t{0};

    ResidualFlow(const Matrix<double>& capacities, std::string_view algorithm);
    bool search();
    double push();

    HostGraph graph_; ///< with an opposite entry, of capacity 0 if there is none, for each
    std::string_view algorithm_;
    std::vector<double> capacities_;
    std::vector<std::uint64_t> opposite_; ///< of the entry (i, j): (j, i)
    std::uint64_t source_ = 0, target_ = 0;
    std::vector<double> residual_, flow_; ///< of each entry; the flow of the opposite one is its negative
    std::vector<std::uint64_t> level_, next_, path_;
    double value_ = 0;
};

} // namespace mergus::core
