/// \file graph_state.hpp
/// What the copies of a Graph share.
#pragma once

#include <mergus/graph.hpp>

#include <mutex>
#include <optional>

namespace mergus::core {

/// A value that is made once, at the first use.
template <class T>
class Derived {
public:
    template <class Make>
    const T& get(const Make& make) {
        std::call_once(made_, [&] { value_.emplace(make()); });
        return *value_;
    }

private:
    std::once_flag made_;
    std::optional<T> value_;
};

/// The matrix of an undirected graph is symmetric.
class GraphState {
public:
    AnyMatrix adjacency;
    bool directed = true;
    VertexNames names;
    Derived<std::uint64_t> loops;
    Derived<Vector<std::int64_t>> out_degrees;
    Derived<Vector<std::int64_t>> in_degrees;
    Derived<AnyMatrix> transposed;
    Derived<Matrix<bool>> symmetric;
};

} // namespace mergus::core
