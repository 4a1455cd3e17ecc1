/// \file biconnected.cpp
/// Biconnected components by one depth-first search (Hopcroft, Tarjan 1973), on the host: each step depends
/// on the one before.
#include <mergus/algorithms.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "host_graph.hpp"

#include <algorithm>
#include <limits>

namespace mergus {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// Numbers the edges of a symmetric graph by component. Entries are numbered in the order of rows.
class Search {
public:
    explicit Search(const core::HostGraph& graph)
        : graph_(graph), next_(graph.offsets.begin(), graph.offsets.end() - 1), found_(graph.rows(), 0),
          low_(graph.rows(), 0), entry_(graph.rows(), none), component_(graph.cols.size(), -1) {
        for (std::uint64_t root = 0; root < graph.rows(); ++root)
            if (found_[root] == 0) visit(root);
    }

    /// The component of each entry; both entries of an edge have the same.
    [[nodiscard]] const std::vector<std::int64_t>& components() const noexcept { return component_; }

private:
    void visit(std::uint64_t root) {
        open_.push_back(root);
        low_[root] = found_[root] = ++time_;
        while (!open_.empty()) {
            const std::uint64_t v = open_.back();
            if (next_[v] < graph_.offsets[v + 1]) {
                follow(v, next_[v]++);
            } else {
                open_.pop_back();
                if (!open_.empty()) leave(open_.back(), v);
            }
        }
    }

    void follow(std::uint64_t v, std::uint64_t entry) {
        const std::uint64_t w = graph_.cols[entry];
        if (found_[w] == 0) {
            low_[w] = found_[w] = ++time_;
            entry_[w] = entry;
            open_.push_back(w);
            edges_.emplace_back(v, entry);
        } else if (found_[w] < found_[v] && !(open_.size() > 1 && open_[open_.size() - 2] == w)) {
            low_[v] = std::min(low_[v], found_[w]);
            edges_.emplace_back(v, entry);
        }
    }

    /// Back from w to v: if nothing below w reaches above v, the edges from w on are a component.
    void leave(std::uint64_t v, std::uint64_t w) {
        low_[v] = std::min(low_[v], low_[w]);
        if (low_[w] < found_[v]) return;
        for (std::uint64_t entry = none; entry != entry_[w]; edges_.pop_back()) {
            entry = edges_.back().second;
            component_[entry] = component_[opposite(edges_.back().first, graph_.cols[entry])] = count_;
        }
        ++count_;
    }

    /// The entry (w, v).
    [[nodiscard]] std::uint64_t opposite(std::uint64_t v, std::uint64_t w) const {
        const auto row = graph_.of(w);
        return graph_.offsets[w] +
               static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), v) - row.begin());
    }

    const core::HostGraph& graph_;
    std::vector<std::uint64_t> next_;  ///< of each vertex: the entry to follow next
    std::vector<std::uint64_t> found_; ///< the time of its discovery, from 1
    std::vector<std::uint64_t> low_;   ///< the least time that is reached from below it
    std::vector<std::uint64_t> entry_; ///< the entry that discovered it
    std::vector<std::uint64_t> open_;  ///< the path from the root
    std::vector<std::pair<std::uint64_t, std::uint64_t>> edges_; ///< source and entry, in no component yet
    std::vector<std::int64_t> component_;
    std::uint64_t time_ = 0;
    std::int64_t count_ = 0;
};

/// Numbers in the order in which they occur first. \return how many
std::int64_t number_in_order(std::vector<std::int64_t>& values) {
    std::vector<std::int64_t> numbers(values.size(), -1);
    std::int64_t count = 0;
    for (std::int64_t& value : values) {
        std::int64_t& number = numbers[static_cast<std::size_t>(value)];
        if (number == -1) number = count++;
        value = number;
    }
    return count;
}

} // namespace

BiconnectedComponents biconnected_components(const AnyMatrix& A) {
    core::require_square(A, "biconnected_components");
    const Matrix<bool> edges = undirected(A);
    const core::HostGraph graph(edges);
    std::vector<std::int64_t> component = Search(graph).components();
    BiconnectedComponents result;
    result.count = static_cast<std::uint64_t>(number_in_order(component));
    std::vector<std::uint64_t> rows, cut;
    std::vector<std::uint64_t> sizes(result.count, 0);
    for (std::uint64_t v = 0; v < graph.rows(); ++v) {
        bool several = false;
        for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
            rows.push_back(v);
            ++sizes[static_cast<std::size_t>(component[e])];
            several |= component[e] != component[graph.offsets[v]];
        }
        if (several) cut.push_back(v);
    }
    const std::uint64_t n = A.nrows();
    result.components = Matrix<std::int64_t>::from_tuples(A.context(), n, n, rows, graph.cols, component);
    result.articulation_points = Vector<bool>(A.context(), n);
    if (!cut.empty()) assign(result.articulation_points, true, cut);
    std::vector<std::uint64_t> bridge_rows, bridge_cols;
    for (std::size_t e = 0; e < rows.size(); ++e)
        if (sizes[static_cast<std::size_t>(component[e])] == 2) { // the two entries of one edge
            bridge_rows.push_back(rows[e]);
            bridge_cols.push_back(graph.cols[e]);
        }
    result.bridges = Matrix<bool>(A.context(), n, n);
    const auto values = std::make_unique<bool[]>(bridge_rows.size() + 1);
    std::fill_n(values.get(), bridge_rows.size(), true);
    result.bridges.build(bridge_rows, bridge_cols, values.get(), type_of<bool>());
    return result;
}

} // namespace mergus
