/// \file maximum_flow.cpp
/// Maximum flow by Dinic's algorithm (1970), on the host. In each phase a breadth-first search of the
/// residual graph finds the levels, and depth-first searches along them block all shortest paths to the
/// target.
#include <mergus/algorithms/paths.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "host_graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace mergus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

class Flow {
public:
    /// \param capacities symmetric in pattern; 0 where an edge leads in the other direction only
    Flow(const Matrix<double>& capacities, std::uint64_t source, std::uint64_t target)
        : graph_(capacities), source_(source), target_(target), residual_(graph_.cols.size()),
          flow_(residual_.size(), 0), opposite_(graph_.cols.size()), level_(graph_.rows()) {
        std::vector<std::uint64_t> rows(graph_.cols.size()), cols(rows.size());
        capacities.extract_tuples(rows.data(), cols.data(), residual_.data(), type_of<double>());
        // In the order of rows the entries (j, i) of a column i come in the order of j.
        std::vector<std::uint64_t> next(graph_.offsets.begin(), graph_.offsets.end() - 1);
        for (std::size_t e = 0; e < rows.size(); ++e) opposite_[e] = next[cols[e]]++;
    }

    /// Adds flow along all shortest paths. \return whether there was one. \throws Error invalid_value
    bool improve() {
        if (!search()) return false;
        next_.assign(graph_.offsets.begin(), graph_.offsets.end() - 1);
        for (double added = push(); added != 0; added = push()) value_ += added;
        return true;
    }

    [[nodiscard]] double value() const noexcept { return value_; }
    /// After improve() has found nothing: whether the source reaches the vertex in the residual graph.
    [[nodiscard]] bool on_source_side(std::uint64_t v) const { return level_[v] != none; }

    [[nodiscard]] Matrix<double> flow(const Context& context) const {
        std::vector<std::uint64_t> rows, cols;
        std::vector<double> values;
        for (std::uint64_t v = 0; v < graph_.rows(); ++v)
            for (std::uint64_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e)
                if (flow_[e] > 0) {
                    rows.push_back(v);
                    cols.push_back(graph_.cols[e]);
                    values.push_back(flow_[e]);
                }
        return Matrix<double>::from_tuples(context, graph_.rows(), graph_.rows(), rows, cols, values);
    }

private:
    /// Levels from the source on. \return whether the target has one
    bool search() {
        level_.assign(graph_.rows(), none);
        level_[source_] = 0;
        std::vector<std::uint64_t> queue = {source_};
        for (std::size_t head = 0; head < queue.size(); ++head)
            for (std::uint64_t e = graph_.offsets[queue[head]]; e < graph_.offsets[queue[head] + 1]; ++e)
                if (const std::uint64_t w = graph_.cols[e]; residual_[e] > 0 && level_[w] == none) {
                    level_[w] = level_[queue[head]] + 1;
                    queue.push_back(w);
                }
        return level_[target_] != none;
    }

    /// The flow along one more path of increasing levels; 0: there is none.
    double push() {
        path_.clear(); // entries
        for (std::uint64_t v = source_; v != target_;) {
            std::uint64_t& e = next_[v];
            while (e < graph_.offsets[v + 1] &&
                   !(residual_[e] > 0 && level_[graph_.cols[e]] == level_[v] + 1))
                ++e;
            if (e < graph_.offsets[v + 1]) {
                path_.push_back(e);
                v = graph_.cols[e];
            } else if (path_.empty()) {
                return 0;
            } else {
                v = graph_.cols[opposite_[path_.back()]]; // back; this vertex leads nowhere
                path_.pop_back();
                ++next_[v];
            }
        }
        double least = infinity;
        for (const std::uint64_t e : path_) least = std::min(least, residual_[e]);
        if (least == infinity)
            throw Error(Code::invalid_value, "maximum_flow: a path from source to target has no bound");
        for (const std::uint64_t e : path_) {
            residual_[e] -= least;
            residual_[opposite_[e]] += least;
            flow_[e] += least;
            flow_[opposite_[e]] -= least;
        }
        return least;
    }

    core::HostGraph graph_;
    std::uint64_t source_, target_;
    std::vector<double> residual_, flow_; ///< of each entry; the flow of the opposite one is its negative
    std::vector<std::uint64_t> opposite_; ///< of the entry (i, j): (j, i)
    std::vector<std::uint64_t> level_, next_, path_;
    double value_ = 0;
};

/// The capacities without loops, with a 0 for each missing opposite edge.
Matrix<double> in_both_directions(const AnyMatrix& A) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    weights = select(ops::offdiag, weights, 0);
    if (select(ops::valuege<double>, weights, 0.0).nvals() != weights.nvals()) // NaN is not
        throw Error(Code::invalid_value, "maximum_flow: a capacity is negative or NaN");
    const auto zeros = apply<double>(ops::second<double>, weights, 0.0);
    return ewise_add<double>(ops::plus<double>, weights, zeros, {.transpose_b = true});
}

} // namespace

MaximumFlow maximum_flow(const AnyMatrix& A, Natural source, Natural target) {
    core::require_square(A, "maximum_flow");
    const std::uint64_t ends[2] = {source, target};
    core::require_vertices(A, ends, "maximum_flow");
    if (ends[0] == ends[1])
        throw Error(Code::invalid_value, fmt::format("maximum_flow: source and target are both {}", ends[0]));
    Flow flow(in_both_directions(A), ends[0], ends[1]);
    core::Reports reports("maximum_flow", "", "phase");
    reports.report([] { return core::Known{}; });
    while (flow.improve()) reports.report([] { return core::Known{}; });
    MaximumFlow result;
    result.value = flow.value();
    result.flow = flow.flow(A.context());
    const auto side = std::make_unique<bool[]>(A.nrows());
    for (std::uint64_t v = 0; v < A.nrows(); ++v) side[v] = flow.on_source_side(v);
    result.source_side = Vector<bool>::from_dense(A.context(), std::span<const bool>(side.get(), A.nrows()));
    return result;
}

} // namespace mergus
