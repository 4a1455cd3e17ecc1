/// \file network_edges.hpp
/// Undirected graphs from lists of edges, and edges from lists of their ends.
#pragma once

#include "random.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mergus::generate {

using Edge = std::pair<std::uint64_t, std::uint64_t>;

/// The edges in both directions, each once, without loops.
Csr symmetric(std::string_view generator, std::uint64_t n, const std::vector<Edge>& edges);

/// Joins ends of vertices below 2^32 at random, so that a vertex has as many edges as it has ends: different
/// ones, without loops, and only those that `allowed` accepts. A pair that is not possible exchanges ends
/// with another edge; if some random ones do not suit, it is dropped.
template <class Allowed>
std::vector<Edge> joined(std::vector<std::uint64_t> ends, const Stream& stream, const Allowed& allowed) {
    constexpr int attempts = 64;
    const Stream order = stream.sub(0), exchanges = stream.sub(1);
    for (std::uint64_t e = ends.size(); e > 1; --e)
        std::swap(ends[e - 1], ends[multiply_high(order.at(e), e)]);
    std::vector<Edge> edges, left;
    std::unordered_set<std::uint64_t> seen;
    edges.reserve(ends.size() / 2);
    seen.reserve(ends.size() / 2);
    const auto key = [](Edge edge) {
        return edge.first < edge.second ? edge.first << 32 | edge.second : edge.second << 32 | edge.first;
    };
    const auto possible = [&](Edge edge) {
        return edge.first != edge.second && allowed(edge) && seen.count(key(edge)) == 0;
    };
    for (std::size_t e = 0; e + 1 < ends.size(); e += 2) {
        const Edge edge(ends[e], ends[e + 1]);
        if (possible(edge)) {
            seen.insert(key(edge));
            edges.push_back(edge);
        } else {
            left.push_back(edge);
        }
    }
    std::uint64_t draw = 0;
    for (const auto& [a, b] : left)
        for (int attempt = 0; attempt < attempts && !edges.empty(); ++attempt) {
            Edge& other = edges[multiply_high(exchanges.at(draw++), edges.size())];
            const Edge one(a, other.first), two(b, other.second);
            if (!possible(one) || !possible(two) || key(one) == key(two)) continue;
            seen.erase(key(other));
            seen.insert(key(one));
            seen.insert(key(two));
            other = one;
            edges.push_back(two);
            break;
        }
    return edges;
}

} // namespace mergus::generate
