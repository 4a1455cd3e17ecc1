/// \file local_moving.cpp
#include "local_moving.hpp"

#include "local_moving_extension.hpp"
#include "partition.hpp"

#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace mergus::core {

namespace {

/// A group of the vertices moves at a time, the others stay. With one group neighbours would change places
/// again and again.
constexpr std::uint64_t groups = 4;

/// The groups of the sweeps of a level. Of few vertices those that gain from each other's community may
/// change places, or meet in one community that is too large: such a sweep is undone, and one with more
/// groups follows.
class Groups {
public:
    explicit Groups(std::uint64_t vertices) noexcept : most_(vertices <= few ? most : groups) {}
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    /// After a sweep that gained nothing. \param moved whether a vertex moved in it
    [[nodiscard]] bool may_repeat(bool moved) noexcept {
        if (!moved || count_ == most_) return false;
        count_ *= 2;
        return true;
    }

private:
    static constexpr std::uint64_t few = 256, most = 8 * groups;
    std::uint64_t count_ = groups, most_;
};

/// Adds nothing to the pattern of `weights`, the sums of edges from vertices to communities: what is left is
/// the gain.
void subtract_null(Matrix<double>& weights, const Level& level, const Matrix<double>& P) {
    for (const NullTerm& term : level.null) {
        const auto totals = diag(vxm(plus_first<double>, term.y, P));
        const auto expected =
            mxm(plus_times<double>, diag(term.x), mxm(plus_second<double>, weights, totals));
        ewise_mult(weights, ops::minus<double>, weights, expected);
    }
}

/// The moves to the best community, of the vertices for which it is better than `stay` by the least gain.
Vector<std::int64_t> best_moves(const Matrix<double>& gain, const Vector<double>& stay, double least_gain) {
    const auto best = reduce_rows(max_monoid<double>, gain);
    const auto limit = apply<double>(ops::plus<double>, stay, least_gain);
    const auto moves = ewise_mult<bool>(ops::gt<double>, best, limit);
    Vector<std::int64_t> targets(gain.context(), gain.nrows());
    assign(targets, argmax(gain), {.mask = moves});
    return targets;
}

/// S without the diagonal.
Matrix<double> edges_of(const Level& level) {
    return select(ops::offdiag, level.S, 0);
}

/// Σ x(i) y(i): what the null terms count for the vertex itself.
Vector<double> self_of(const Level& level) {
    Vector<double> self = filled(level.S.context(), level.size(), 0);
    for (const NullTerm& term : level.null)
        ewise_mult(self, ops::times<double>, term.x, term.y, {.accum = ops::plus<double>});
    return self;
}

/// One step of a sweep: vertices of the group move at the same time. \return those that have moved
Vector<std::int64_t> move_group(const Level& level, const Matrix<double>& edges, const Vector<double>& selves,
                                Vector<std::int64_t>& labels, Matrix<double>& P, const Vector<bool>& group,
                                double least_gain) {
    // A vertex is no part of the community that it may stay in: what it is counted with is added again.
    const auto self = diag(ewise_mult<double>(ops::first<double>, selves, group));
    auto gain = mxm(plus_first<double>, rows_of(edges, group), P);
    ewise_add(gain, ops::plus<double>, gain, mxm(plus_first<double>, self, P));
    subtract_null(gain, level, P);
    const auto stay = reduce_rows(plus_monoid<double>, ewise_mult<double>(ops::first<double>, gain, P));
    auto moves = best_moves(gain, stay, least_gain);
    if (moves.nvals() != 0) {
        assign(labels, moves, {.mask = structure(moves)});
        P = membership(labels, P.ncols());
    }
    return moves;
}

/// \return whether the backend has moved the vertices
bool moved_by_backend(const Level& level, Matrix<double>& P, Moving& moving) {
    Vector<std::int64_t> labels = labels_of(P);
    const std::optional<double> before = quality_by_backend(level, labels, P.ncols());
    if (!before) return false;
    Vector<bool> open(P.context(), level.size());
    assign(open, true);
    double quality = *before;
    Groups parts(level.size());
    for (std::uint64_t sweep = 0; sweep < moving.max_sweeps; ++sweep) {
        Vector<std::int64_t> next = labels.dup();
        const SweepOptions options{P.ncols(), parts.count(), moving.seed++, moving.least_gain};
        const double gained = *sweep_by_backend(level, next, open, options) - quality;
        const bool gains = gained > moving.least_gain;
        if (gains) {
            labels = std::move(next);
            quality += gained;
        }
        moving.reports.report([&] {
            return Known{0, 0, gained / moving.total, moving.tolerance / moving.total};
        });
        if (gains && gained > moving.tolerance) continue;
        if (gains || !parts.may_repeat(!isequal(labels, next))) break;
        assign(open, true);
    }
    P = membership(labels, P.ncols());
    return true;
}

} // namespace

double quality_of(const Level& level, const Matrix<double>& P) {
    if (const auto quality = quality_by_backend(level, labels_of(P), P.ncols())) return *quality;
    const auto total = [&](const Vector<double>& u) { return vxm(plus_first<double>, u, P); };
    double sum = reduce(plus_monoid<double>, mxm(plus_first<double>, level.S, P, {.mask = structure(P)}));
    for (const NullTerm& term : level.null)
        sum -=
            reduce(plus_monoid<double>, ewise_mult<double>(ops::times<double>, total(term.x), total(term.y)));
    return sum / 2;
}

Level contracted(const Level& level, const Matrix<double>& M) {
    std::vector<NullTerm> null;
    for (const NullTerm& term : level.null)
        null.push_back({vxm(plus_first<double>, term.x, M), vxm(plus_first<double>, term.y, M)});
    if (auto S = contracted_by_backend(level, labels_of(M), M.ncols()))
        return {std::move(*S), std::move(null)};
    const auto half = mxm(plus_first<double>, level.S, M);
    return {mxm(plus_second<double>, M, half, {.transpose_a = true}), std::move(null)};
}

void move_vertices(const Level& level, Matrix<double>& P, Moving& moving) {
    if (moved_by_backend(level, P, moving)) return;
    const Context context = P.context();
    const Matrix<double> edges = edges_of(level);
    const Vector<double> selves = self_of(level);
    double quality = quality_of(level, P);
    // The vertices that may move: at first all, then those with a neighbour that has moved since their last
    // turn.
    Vector<bool> open(context, level.size());
    assign(open, true);
    Groups parts(level.size());
    // A sweep without such a vertex takes a seed too, as in moved_by_backend(), and is the last one.
    for (std::uint64_t sweep = 0; sweep < moving.max_sweeps; ++sweep) {
        const std::uint64_t seed = moving.seed++;
        Vector<std::int64_t> labels = labels_of(P);
        Matrix<double> next = P.dup();
        bool changed = false;
        for (std::uint64_t g = 0; g < parts.count(); ++g) {
            const auto group = ewise_mult<bool>(ops::pair<bool>, open,
                                                group_of(context, level.size(), parts.count(), g, seed));
            if (group.nvals() == 0) continue;
            const auto moved = move_group(level, edges, selves, labels, next, group, moving.least_gain);
            assign(open, open, {.mask = complement(structure(group)), .replace = true});
            if (moved.nvals() == 0) continue;
            changed = true;
            assign(open, true, {.mask = structure(mxv(any_pair<bool>, edges, moved))});
        }
        const double found = changed ? quality_of(level, next) : quality;
        const double gained = found - quality;
        const bool gains = gained > moving.least_gain;
        if (gains) {
            P = std::move(next);
            quality = found;
        }
        moving.reports.report([&] {
            return Known{0, 0, gained / moving.total, moving.tolerance / moving.total};
        });
        if (gains && gained > moving.tolerance) continue;
        if (gains || !parts.may_repeat(changed)) break;
        assign(open, true);
    }
}

Matrix<double> refined(const Level& level, const Matrix<double>& P, Moving& moving) {
    const Context context = P.context();
    const std::uint64_t n = level.size();
    constexpr std::uint64_t sweeps = 2; // in one, neighbours of one group do not meet
    const SweepOptions options{std::max(n, P.ncols()), groups, moving.seed, moving.least_gain};
    if (const auto parts = refined_by_backend(level, labels_of(P), options)) {
        moving.seed += sweeps;
        moving.reports.report([] { return Known{}; });
        return membership(*parts, n);
    }
    const Matrix<double> edges = edges_of(level);
    Matrix<double> inner(context, n, n);
    assign(inner, edges, {.mask = structure(inner_edges(edges, labels_of(P)))});
    Vector<std::int64_t> labels = numbered(context, n);
    const Vector<double> zero = filled(context, n, 0);
    Matrix<double> R = membership(labels, n);
    for (std::uint64_t step = 0; step < sweeps * groups; ++step) {
        // Single vertices of the group join parts that have no such vertex: those have not changed since, so
        // that a vertex that joins one has an edge to it.
        const auto sizes = reduce_columns(plus_monoid<double>, R);
        const auto alone = select(ops::valueeq<double>, sizes, 1.0); // by label
        const auto own = ewise_mult<bool>(ops::eq<std::int64_t>, labels, numbered(context, n));
        const auto single = ewise_mult<bool>(ops::pair<bool>, alone, select(ops::valueeq<bool>, own, true));
        const auto group = group_of(context, n, groups, step % groups, moving.seed + step / groups);
        const auto movers = ewise_mult<bool>(ops::pair<bool>, single, group);
        if (movers.nvals() == 0) continue;
        Matrix<double> others(context, n, n);
        assign(others,
               rows_of(R, apply<bool>(ops::one<bool>, labels, {.mask = complement(structure(movers))})));
        auto gain = mxm(plus_first<double>, rows_of(inner, movers), others);
        subtract_null(gain, level, R);
        const auto targets = best_moves(gain, zero, moving.least_gain);
        assign(labels, targets, {.mask = structure(targets)});
        R = membership(labels, n);
        moving.reports.report([] { return Known{}; });
    }
    moving.seed += sweeps;
    return R;
}

} // namespace mergus::core
