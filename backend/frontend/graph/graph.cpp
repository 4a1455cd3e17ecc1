/// \file graph.cpp
/// The graph with names, and what is derived from it.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../algorithms/graph.hpp"
#include "graph_state.hpp"

#include <fmt/format.h>

namespace mergus {

Graph::Graph(AnyMatrix adjacency, bool directed, VertexNames names)
    : state_(std::make_shared<core::GraphState>()) {
    core::require_square(adjacency, "Graph");
    if (names.kind() != NameKind::numbers && names.size() != adjacency.nrows())
        throw Error(Code::dimension_mismatch,
                    fmt::format("Graph: {} names for {} vertices", names.size(), adjacency.nrows()));
    if (!directed && !isequal(adjacency, transpose(adjacency)))
        throw Error(Code::invalid_value, "Graph: the matrix of an undirected graph must be symmetric");
    state_->adjacency = std::move(adjacency);
    state_->directed = directed;
    state_->names = std::move(names);
}

core::GraphState& Graph::state() const {
    if (state_ == nullptr) throw Error(Code::uninitialized_object, "Graph: there is no graph");
    return *state_;
}

const AnyMatrix& Graph::adjacency() const {
    return state().adjacency;
}
bool Graph::directed() const {
    return state().directed;
}
const VertexNames& Graph::names() const {
    return state().names;
}
std::uint64_t Graph::vertices() const {
    return state().adjacency.nrows();
}

std::uint64_t Graph::edges() const {
    const std::uint64_t entries = adjacency().nvals();
    return directed() ? entries : (entries + loops()) / 2;
}

std::uint64_t Graph::vertex(std::string_view name) const {
    const std::optional<std::uint64_t> found = names().find(name);
    if (!found || *found >= vertices())
        throw Error(Code::invalid_value, fmt::format("Graph: there is no vertex '{}'", name));
    return *found;
}

std::string Graph::name(Natural vertex) const {
    if (vertex >= vertices())
        throw Error(Code::invalid_index,
                    fmt::format("Graph: vertex {} of {}", static_cast<std::uint64_t>(vertex), vertices()));
    return names().name(vertex);
}

std::uint64_t Graph::loops() const {
    return state().loops.get([&] { return select(ops::diag, adjacency(), 0).nvals(); });
}

const Vector<std::int64_t>& Graph::out_degrees() const {
    return state().out_degrees.get([&] { return core::out_degrees(adjacency()); });
}

const Vector<std::int64_t>& Graph::in_degrees() const {
    if (!directed()) return out_degrees();
    return state().in_degrees.get([&] { return core::out_degrees(transposed()); });
}

const AnyMatrix& Graph::transposed() const {
    if (!directed()) return adjacency();
    return state().transposed.get([&] { return transpose(adjacency()); });
}

const Matrix<bool>& Graph::symmetric() const {
    return state().symmetric.get([&] { return undirected(adjacency()); });
}

} // namespace mergus
