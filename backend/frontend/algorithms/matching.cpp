/// \file matching.cpp
/// A maximum matching of a bipartite graph (Hopcroft, Karp 1973), on the host. In each phase a breadth-first
/// search finds the length of the shortest augmenting paths, and depth-first searches take disjoint ones of
/// it.
#include <mergus/algorithms.hpp>

#include "host_graph.hpp"
#include "reports.hpp"

#include <limits>
#include <vector>

namespace mergus {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

class Matching {
public:
    Matching(const core::HostGraph& graph, std::uint64_t columns)
        : graph_(graph), row_of_(columns, none), column_of_(graph.rows(), none), depth_(graph.rows()),
          next_(graph.rows()) {}

    /// Lengthens the matching along disjoint paths. \return whether there was one
    bool improve() {
        if (!search()) return false;
        next_.assign(graph_.offsets.begin(), graph_.offsets.end() - 1);
        for (std::uint64_t row = 0; row < graph_.rows(); ++row)
            if (column_of_[row] == none) augment(row);
        return true;
    }

    [[nodiscard]] const std::vector<std::uint64_t>& column_of() const noexcept { return column_of_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

private:
    /// The depth of each row in the search from the unmatched rows. \return whether it reaches an unmatched
    /// column
    bool search() {
        bool reached = false;
        std::vector<std::uint64_t> queue;
        depth_.assign(graph_.rows(), none);
        for (std::uint64_t row = 0; row < graph_.rows(); ++row)
            if (column_of_[row] == none) {
                depth_[row] = 0;
                queue.push_back(row);
            }
        for (std::size_t head = 0; head < queue.size(); ++head)
            for (const std::uint64_t column : graph_.of(queue[head])) {
                const std::uint64_t row = row_of_[column];
                if (row == none) {
                    reached = true;
                } else if (depth_[row] == none) {
                    depth_[row] = depth_[queue[head]] + 1;
                    queue.push_back(row);
                }
            }
        return reached;
    }

    /// A path from an unmatched row to an unmatched column, along rows of increasing depth.
    void augment(std::uint64_t root) {
        path_.assign(1, root);
        while (!path_.empty()) {
            const std::uint64_t row = path_.back();
            if (next_[row] == graph_.offsets[row + 1]) {
                path_.pop_back(); // no path goes on from here
                continue;
            }
            const std::uint64_t column = graph_.cols[next_[row]++], other = row_of_[column];
            if (other == none) {
                // Each row of the path takes the column by which it was left last.
                for (const std::uint64_t taken : path_) {
                    const std::uint64_t last = graph_.cols[next_[taken] - 1];
                    column_of_[taken] = last;
                    row_of_[last] = taken;
                }
                ++size_;
                return;
            }
            if (depth_[other] == depth_[row] + 1) path_.push_back(other);
        }
    }

    const core::HostGraph& graph_;
    std::vector<std::uint64_t> row_of_, column_of_; ///< the partners of columns and of rows
    std::vector<std::uint64_t> depth_, next_, path_;
    std::uint64_t size_ = 0;
};

} // namespace

Vector<std::int64_t> maximum_matching(const AnyMatrix& A) {
    const core::HostGraph graph(A);
    Matching matching(graph, A.ncols());
    core::Reports reports("maximum_matching", "edges", "phase");
    const auto known = [&] { return core::Known{matching.size(), std::min(A.nrows(), A.ncols())}; };
    reports.report(known);
    while (matching.improve()) reports.report(known);
    std::vector<std::uint64_t> rows;
    std::vector<std::int64_t> columns;
    for (std::uint64_t row = 0; row < graph.rows(); ++row)
        if (const std::uint64_t column = matching.column_of()[row]; column != none) {
            rows.push_back(row);
            columns.push_back(static_cast<std::int64_t>(column));
        }
    return Vector<std::int64_t>::from_tuples(A.context(), A.nrows(), rows, columns);
}

} // namespace mergus
