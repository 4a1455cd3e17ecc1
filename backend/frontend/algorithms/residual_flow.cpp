/// \file residual_flow.cpp
#include "residual_flow.hpp"

#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mergus::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The capacities without loops, with a 0 for each missing opposite edge.
Matrix<double> in_both_directions(const AnyMatrix& A, std::string_view algorithm) {
    Matrix<double> weights(A.context(), A.nrows(), A.ncols());
    assign(weights, A);
    weights = select(ops::offdiag, weights, 0);
    if (select(ops::valuege<double>, weights, 0.0).nvals() != weights.nvals()) // NaN is not
        throw Error(Code::invalid_value, fmt::format("{}: a capacity is negative or NaN", algorithm));
    const auto zeros = apply<double>(ops::second<double>, weights, 0.0);
    return ewise_add<double>(ops::plus<double>, weights, zeros, {.transpose_b = true});
}

} // namespace

ResidualFlow::ResidualFlow(const AnyMatrix& A, std::string_view algorithm)
    : ResidualFlow(in_both_directions(A, algorithm), algorithm) {}

ResidualFlow::ResidualFlow(const Matrix<double>& capacities, std::string_view algorithm)
    : graph_(capacities), algorithm_(algorithm), capacities_(graph_.cols.size()),
      opposite_(graph_.cols.size()) {
    std::vector<std::uint64_t> rows(graph_.cols.size()), cols(rows.size());
    capacities.extract_tuples(rows.data(), cols.data(), capacities_.data(), type_of<double>());
    // In the order of rows the entries (j, i) of a column i come in the order of j.
    std::vector<std::uint64_t> next(graph_.offsets.begin(), graph_.offsets.end() - 1);
    for (std::size_t e = 0; e < rows.size(); ++e) opposite_[e] = next[cols[e]]++;
}

void ResidualFlow::start(std::uint64_t source, std::uint64_t target) {
    source_ = source;
    target_ = target;
    value_ = 0;
    residual_ = capacities_;
    flow_.assign(capacities_.size(), 0);
}

bool ResidualFlow::improve() {
    if (!search()) return false;
    next_.assign(graph_.offsets.begin(), graph_.offsets.end() - 1);
    for (double added = push(); added != 0; added = push()) value_ += added;
    return true;
}

Matrix<double> ResidualFlow::flow(const Context& context) const {
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

/// Levels from the source on. \return whether the target has one
bool ResidualFlow::search() {
    level_.assign(graph_.rows(), unreached);
    level_[source_] = 0;
    std::vector<std::uint64_t> queue = {source_};
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (std::uint64_t e = graph_.offsets[queue[head]]; e < graph_.offsets[queue[head] + 1]; ++e)
            if (const std::uint64_t w = graph_.cols[e]; residual_[e] > 0 && level_[w] == unreached) {
                level_[w] = level_[queue[head]] + 1;
                queue.push_back(w);
            }
    return level_[target_] != unreached;
}

/// The flow along one more path of increasing levels; 0: there is none.
double ResidualFlow::push() {
    path_.clear(); // entries
    for (std::uint64_t v = source_; v != target_;) {
        std::uint64_t& e = next_[v];
        while (e < graph_.offsets[v + 1] && !(residual_[e] > 0 && level_[graph_.cols[e]] == level_[v] + 1))
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
        throw Error(Code::invalid_value,
                    fmt::format("{}: a path from source to target has no bound", algorithm_));
    for (const std::uint64_t e : path_) {
        residual_[e] -= least;
        residual_[opposite_[e]] += least;
        flow_[e] += least;
        flow_[opposite_[e]] -= least;
    }
    return least;
}

} // namespace mergus::core
