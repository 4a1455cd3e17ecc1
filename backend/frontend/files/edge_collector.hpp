/// \file edge_collector.hpp
/// Collects vertices and weighted edges one by one.
#pragma once

#include "names.hpp"

#include <mergus/csv.hpp>

#include <cstdint>
#include <string_view>

namespace mergus::core {

class EdgeCollector {
public:
    /// The vertex of a name, a new one or a known one.
    std::uint64_t vertex(std::string_view name);
    [[nodiscard]] std::uint64_t vertices() const noexcept { return names_.size(); }

    /// \param weight empty: 1, if another edge has a weight. \return false if it is not a number in the range
    /// of a double
    [[nodiscard]] bool add(std::uint64_t source, std::uint64_t target, std::string_view weight);

    /// Empties the collector.
    NamedEdges finish(bool directed);

private:
    NameBuilder names_{NameKind::ids};
    Tuples edges_;
    bool weighted_ = false;
    bool integers_only_ = true;
};

} // namespace mergus::core
