/// \file plain.cpp
#include "plain.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace mergus::bench::plain {

namespace {

/// An array whose every element has the value.
template <class T>
Array<T> filled(std::uint64_t count, T value) {
    Array<T> array(count);
    std::fill(array.begin(), array.end(), value);
    return array;
}

std::string describe(double value) {
    return value == none ? std::string("no entry") : fmt::format("{}", value);
}

std::string fault_at(std::uint64_t vertex, double got, double expected) {
    return fmt::format("vertex {}: {} instead of {}", vertex, describe(got), describe(expected));
}

std::uint64_t root_of(Array<std::uint64_t>& parent, std::uint64_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

/// Each edge once, towards the vertex of higher degree, equal degrees by number.
HostCsr directed_upwards(const HostCsr& graph) {
    const auto degree = [&](std::uint64_t v) { return graph.ptr[v + 1] - graph.ptr[v]; };
    HostCsr result;
    result.nrows = result.ncols = graph.nrows;
    result.ptr.resize(graph.nrows + 1);
    result.ptr[0] = 0;
    result.cols.reserve(graph.nvals() / 2);
    for (std::uint64_t v = 0; v < graph.nrows; ++v) {
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[v + 1]; ++e) {
            const std::uint32_t w = graph.cols[e];
            if (std::pair(degree(v), v) < std::pair(degree(w), std::uint64_t{w})) result.cols.push_back(w);
        }
        result.ptr[v + 1] = result.cols.size();
    }
    return result;
}

} // namespace

Array<double> levels(const HostCsr& graph, std::uint64_t source) {
    constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
    Array<std::uint32_t> level = filled(graph.nrows, unseen);
    std::vector<std::uint32_t> queue = {static_cast<std::uint32_t>(source)};
    level[source] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint64_t v = queue[next];
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[v + 1]; ++e) {
            std::uint32_t& found = level[graph.cols[e]];
            if (found != unseen) continue;
            found = level[v] + 1;
            queue.push_back(graph.cols[e]);
        }
    }
    Array<double> result(graph.nrows);
    for (std::uint64_t v = 0; v < graph.nrows; ++v) result[v] = level[v] == unseen ? none : level[v];
    return result;
}

Array<double> distances(const HostCsr& graph, std::uint64_t source) {
    using Reached = std::pair<double, std::uint32_t>;
    Array<double> distance = filled(graph.nrows, none);
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    distance[source] = 0;
    queue.emplace(0.0, static_cast<std::uint32_t>(source));
    while (!queue.empty()) {
        const auto [length, v] = queue.top();
        queue.pop();
        if (length > distance[v]) continue; // a shorter path to v came first
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[std::uint64_t{v} + 1]; ++e) {
            const double longer = length + graph.values[e];
            if (longer >= distance[graph.cols[e]]) continue;
            distance[graph.cols[e]] = longer;
            queue.emplace(longer, graph.cols[e]);
        }
    }
    return distance;
}

Array<double> components(const HostCsr& graph) {
    Array<std::uint64_t> parent(graph.nrows);
    for (std::uint64_t v = 0; v < graph.nrows; ++v) parent[v] = v;
    for (std::uint64_t v = 0; v < graph.nrows; ++v)
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[v + 1]; ++e) {
            const std::uint64_t a = root_of(parent, v), b = root_of(parent, graph.cols[e]);
            parent[std::max(a, b)] = std::min(a, b); // so a root is the least vertex of its tree
        }
    Array<double> result(graph.nrows);
    for (std::uint64_t v = 0; v < graph.nrows; ++v) result[v] = static_cast<double>(root_of(parent, v));
    return result;
}

Array<double> strong_components(const HostCsr& graph) {
    struct Open {
        std::uint64_t vertex, next; // entry of its row
    };
    Array<std::uint64_t> order = filled(graph.nrows, std::uint64_t{0}), low(graph.nrows); // order: from 1
    Array<double> component = filled(graph.nrows, none);
    std::vector<std::uint64_t> found; // vertices whose component is not complete
    std::uint64_t visited = 0;
    std::vector<Open> path;
    const auto open = [&](std::uint64_t v) {
        order[v] = low[v] = ++visited;
        found.push_back(v);
        path.push_back({v, graph.ptr[v]});
    };
    for (std::uint64_t root = 0; root < graph.nrows; ++root) {
        if (order[root] == 0) open(root);
        while (!path.empty()) {
            const std::uint64_t v = path.back().vertex;
            if (path.back().next < graph.ptr[v + 1]) {
                const std::uint64_t w = graph.cols[path.back().next++];
                if (order[w] == 0)
                    open(w);
                else if (component[w] == none)
                    low[v] = std::min(low[v], order[w]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) low[path.back().vertex] = std::min(low[path.back().vertex], low[v]);
            if (low[v] != order[v]) continue;
            const auto first = std::find(found.rbegin(), found.rend(), v).base() - 1;
            const auto least = static_cast<double>(*std::min_element(first, found.end()));
            for (auto w = first; w != found.end(); ++w) component[*w] = least;
            found.erase(first, found.end());
        }
    }
    return component;
}

HostCsr spanning_forest(const HostCsr& graph) {
    using Edge = std::tuple<double, std::uint32_t, std::uint32_t>; // in the order in which they are tried
    std::vector<Edge> edges, chosen;
    Array<std::uint64_t> parent(graph.nrows);
    for (std::uint32_t v = 0; v < graph.nrows; ++v) {
        parent[v] = v;
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[std::uint64_t{v} + 1]; ++e)
            if (v < graph.cols[e]) edges.emplace_back(graph.values[e], v, graph.cols[e]);
    }
    std::sort(edges.begin(), edges.end());
    for (const auto& [weight, i, j] : edges) {
        const std::uint64_t a = root_of(parent, i), b = root_of(parent, j);
        if (a == b) continue;
        parent[a] = b;
        chosen.emplace_back(weight, i, j);
        chosen.emplace_back(weight, j, i);
    }
    std::sort(chosen.begin(), chosen.end(), [](const Edge& x, const Edge& y) {
        return std::tie(std::get<1>(x), std::get<2>(x)) < std::tie(std::get<1>(y), std::get<2>(y));
    });
    HostCsr forest;
    forest.nrows = forest.ncols = graph.nrows;
    forest.ptr = filled(graph.nrows + 1, std::uint64_t{0});
    for (const auto& [weight, i, j] : chosen) {
        ++forest.ptr[std::uint64_t{i} + 1];
        forest.cols.push_back(j);
        forest.values.push_back(weight);
    }
    for (std::uint64_t v = 0; v < graph.nrows; ++v) forest.ptr[v + 1] += forest.ptr[v];
    return forest;
}

std::optional<double> modularity(const HostCsr& graph, const HostCsr& labels) {
    if (labels.nvals() != graph.nrows) return std::nullopt;
    Array<double> degrees = filled(graph.nrows, 0.0);
    const auto label_of = [&](std::uint64_t v) { return static_cast<std::uint64_t>(labels.values[v]); };
    const auto total = static_cast<double>(graph.nvals());
    double inside = 0, chance = 0;
    for (std::uint64_t v = 0; v < graph.nrows; ++v) {
        const std::uint64_t label = label_of(v);
        if (label > v || label_of(label) != label) return std::nullopt;
        degrees[label] += static_cast<double>(graph.ptr[v + 1] - graph.ptr[v]);
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[v + 1]; ++e)
            inside += label_of(graph.cols[e]) == label ? 1 : 0;
    }
    if (total == 0) return 0;
    for (const double degree : degrees) chance += degree / total * (degree / total);
    return inside / total - chance;
}

std::optional<std::uint64_t> cut_of_parts(const HostCsr& graph, const HostCsr& labels, std::uint64_t parts,
                                          double imbalance) {
    parts = std::min(parts, graph.nrows);
    if (labels.nvals() != graph.nrows) return std::nullopt;
    const auto n = static_cast<double>(graph.nrows), share = n / static_cast<double>(parts);
    const double room = std::max(std::ceil(share), std::floor((1 + imbalance) * share));
    Array<double> sizes = filled(parts, 0.0);
    std::uint64_t cut = 0;
    for (std::uint64_t v = 0; v < graph.nrows; ++v) {
        const double label = labels.values[v];
        if (!(label >= 0 && label < static_cast<double>(parts))) return std::nullopt;
        if (++sizes[static_cast<std::uint64_t>(label)] > room) return std::nullopt;
        for (std::uint64_t e = graph.ptr[v]; e < graph.ptr[v + 1]; ++e)
            cut += labels.values[graph.cols[e]] != label ? 1 : 0;
    }
    return cut / 2;
}

std::uint64_t triangles(const HostCsr& graph) {
    const HostCsr up = directed_upwards(graph);
    constexpr std::uint64_t chunk = 64;
    std::atomic<std::uint64_t> next{0}, total{0};
    const unsigned threads = core::thread_count();
    core::parallel_for(threads, 1, threads, [&](std::uint64_t, std::uint64_t) {
        std::vector<bool> adjacent(up.nrows);
        std::uint64_t count = 0;
        for (std::uint64_t begin = next.fetch_add(chunk); begin < up.nrows; begin = next.fetch_add(chunk))
            for (std::uint64_t v = begin; v < std::min(begin + chunk, up.nrows); ++v) {
                for (std::uint64_t e = up.ptr[v]; e < up.ptr[v + 1]; ++e) adjacent[up.cols[e]] = true;
                for (std::uint64_t e = up.ptr[v]; e < up.ptr[v + 1]; ++e) {
                    const std::uint64_t w = up.cols[e];
                    for (std::uint64_t f = up.ptr[w]; f < up.ptr[w + 1]; ++f)
                        count += adjacent[up.cols[f]] ? 1 : 0;
                }
                for (std::uint64_t e = up.ptr[v]; e < up.ptr[v + 1]; ++e) adjacent[up.cols[e]] = false;
            }
        total += count;
    });
    return total;
}

std::string fault_of_row(const HostCsr& got, std::uint64_t row, const Array<double>& expected) {
    std::uint64_t e = got.ptr[row];
    for (std::uint64_t v = 0; v < expected.size(); ++v) {
        const bool entry = e < got.ptr[row + 1] && got.cols[e] == v;
        const double value = entry ? got.values[e] : none;
        if (value != expected[v]) return fault_at(v, value, expected[v]);
        if (entry) ++e;
    }
    return {};
}

std::string fault_of_column(const HostCsr& got, const Array<double>& expected, double relative) {
    for (std::uint64_t v = 0; v < expected.size(); ++v) {
        const double value = got.ptr[v + 1] > got.ptr[v] ? got.values[got.ptr[v]] : none;
        if (value == expected[v]) continue;
        if (!(std::abs(value - expected[v]) <= relative * std::abs(expected[v])))
            return fault_at(v, value, expected[v]);
    }
    return {};
}

} // namespace mergus::bench::plain
