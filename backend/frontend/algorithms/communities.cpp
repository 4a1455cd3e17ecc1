/// \file communities.cpp
/// The methods of Louvain and Leiden: levels of local_moving.hpp.
#include <mergus/algorithms/communities.hpp>
#include <mergus/algorithms/components.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>
#include <mergus/serialize.hpp>

#include "checkpoint.hpp"
#include "graph.hpp"
#include "local_moving.hpp"
#include "local_moving_extension.hpp"
#include "partition.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace mergus {

namespace {

using core::Level;
using core::NullTerm;

void check(const CommunityOptions& options, std::string_view algorithm) {
    if (!(options.resolution >= 0 && std::isfinite(options.resolution)))
        throw Error(Code::invalid_value, fmt::format("{}: resolution is {}", algorithm, options.resolution));
    if (!(options.tolerance >= 0))
        throw Error(Code::invalid_value, fmt::format("{}: tolerance is {}", algorithm, options.tolerance));
}

/// γ x·y', in both directions if they differ. \param scale γ, or γ / m
std::vector<NullTerm> null_terms(const Vector<double>& out, const Vector<double>& in, double scale) {
    const auto scaled = [](const Vector<double>& u, double factor) {
        return apply<double>(ops::times<double>, u, factor);
    };
    std::vector<NullTerm> terms;
    if (isequal(out, in)) {
        terms.push_back({scaled(out, 2 * scale), out.dup()});
    } else {
        terms.push_back({scaled(out, scale), in.dup()});
        terms.push_back({scaled(in, scale), out.dup()});
    }
    return terms;
}

/// Row sums, 0 for an empty row.
Vector<double> degrees_of(const Matrix<double>& A, bool columns) {
    Vector<double> sums = core::filled(A.context(), A.nrows(), 0);
    reduce(sums, plus_monoid<double>, A, {.accum = ops::plus<double>, .transpose_a = columns});
    return sums;
}

Level first_level(const Matrix<double>& A, const CommunityOptions& options, double total) {
    std::vector<NullTerm> null;
    if (options.quality == CommunityQuality::cpm) {
        const auto one = core::filled(A.context(), A.nrows(), 1);
        null = null_terms(one, one, options.resolution);
    } else {
        null = null_terms(degrees_of(A, false), degrees_of(A, true), options.resolution / total);
    }
    return {ewise_add<double>(ops::plus<double>, A, A, {.transpose_b = true}), std::move(null)};
}

/// P without columns that have no entry.
Matrix<double> without_empty_columns(const Matrix<double>& P) {
    Vector<std::int64_t> labels = core::labels_of(P);
    if (const auto count = core::renumbered_by_backend(labels, P.ncols()))
        return core::membership(labels, *count);
    std::vector<std::uint64_t> used;
    std::vector<double> sizes;
    reduce_columns(any_monoid<double>, P).extract_tuples(used, sizes);
    return extract(P, all, used);
}

/// Divides a graph and what it is contracted to, beginning with the communities of P. \return the levels
std::uint64_t divide(const Level& first, Matrix<double>& P, bool refine, core::Moving& moving) {
    Level next;
    const Level* level = &first;
    // The vertex of this level of each vertex of the first one. Labels stay those of the first level.
    Vector<std::int64_t> members = core::numbered(P.context(), P.nrows());
    const auto of_members = [&](const Vector<std::int64_t>& labels) {
        return mxv(any_second<std::int64_t>, core::membership(members, labels.size()), labels);
    };
    for (std::uint64_t levels = 1;; ++levels) {
        core::move_vertices(*level, P, moving);
        auto parts = without_empty_columns(refine ? core::refined(*level, P, moving) : P.dup());
        if (refine && parts.ncols() == level->size()) parts = without_empty_columns(P);
        if (parts.ncols() == level->size()) {
            P = core::membership(of_members(core::labels_of(P)), P.ncols());
            return levels;
        }
        next = core::contracted(*level, parts);
        level = &next;
        members = of_members(core::labels_of(parts));
        // Vertices of a part have one label.
        P = core::membership(vxm(any_first<std::int64_t>, core::labels_of(P), parts), P.ncols());
    }
}

Communities communities(const AnyMatrix& A, const CommunityOptions& options, bool refine,
                        std::string_view algorithm) {
    core::require_square(A, algorithm);
    check(options, algorithm);
    const Matrix<double> weights = core::checked_weights(A, algorithm);
    const double total = reduce(plus_monoid<double>, weights);
    const std::uint64_t n = A.nrows();
    Communities result;
    result.labels = core::numbered(A.context(), n);
    result.count = n;
    core::Reports reports(algorithm, "", "sweep");
    reports.report([] { return core::Known{}; });
    if (total == 0) return result;

    core::Moving moving{1e-12 * total, options.tolerance * total, total, options.max_sweeps, options.seed,
                        reports};
    const Level first = first_level(weights, options, total);
    Matrix<double> P = core::membership(result.labels, n);
    double quality = core::quality_of(first, P);
    core::Checkpoint checkpoint(
        options.checkpoints, algorithm, A, &weights,
        {static_cast<std::uint64_t>(options.quality), core::Progress::of_real(options.resolution),
         core::Progress::of_real(options.tolerance), options.max_sweeps, options.seed});
    std::uint64_t pass = 0;
    bool ended = false;
    if (const auto saved = checkpoint.load()) {
        pass = saved->numbers.at(0);
        result.levels = saved->numbers.at(1);
        moving.seed = saved->numbers.at(2);
        ended = saved->numbers.at(3) != 0;
        quality = saved->real(4);
        const std::uint64_t columns = saved->numbers.at(5);
        P = core::membership(deserialize_vector<std::int64_t>(A.context(), saved->object), columns);
    }
    while (!ended && pass < options.max_passes) {
        result.levels += divide(first, P, refine, moving);
        const double before = std::exchange(quality, core::quality_of(first, P));
        ended = quality - before <= moving.tolerance;
        ++pass;
        checkpoint.save([&] {
            return core::Progress{{pass, result.levels, moving.seed, std::uint64_t{ended},
                                   core::Progress::of_real(quality), P.ncols()},
                                  serialize(core::labels_of(P))};
        });
    }
    if (ended) checkpoint.remove();
    result.labels = core::components_within(first.S, core::labels_of(P));
    P = core::membership(result.labels, n);
    result.count = without_empty_columns(P).ncols();
    result.quality = core::quality_of(first, P);
    if (options.quality == CommunityQuality::cpm)
        result.quality += options.resolution * static_cast<double>(n); // pairs (i, i)
    else
        result.quality /= total;
    return result;
}

} // namespace

Communities louvain(const AnyMatrix& A, const CommunityOptions& options) {
    return communities(A, options, false, "louvain");
}

Communities leiden(const AnyMatrix& A, const CommunityOptions& options) {
    return communities(A, options, true, "leiden");
}

} // namespace mergus
