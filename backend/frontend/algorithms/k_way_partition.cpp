/// \file k_way_partition.cpp
/// Parts of equal size with few edges between them, by a multilevel method (Karypis, Kumar 1998). Levels are
/// contracted by products; k_way_levels.hpp has what is done on the host.
#include <mergus/algorithms/communities.hpp>
#include <mergus/define.hpp>
#include <mergus/ops.hpp>
#include <mergus/row_ops.hpp>
#include <mergus/semirings/all.hpp>

#include "graph.hpp"
#include "k_way_levels.hpp"
#include "partition.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace mergus {

namespace {

using core::KWayDivision;
using core::KWayLevel;

// clang-format takes the definition for arguments of a function.
// clang-format off

/// A rating that is up to a quarter greater, by the same random share in both directions of an edge.
MERGUS_INDEX_UNARY_OP(shuffled,
    static double apply(double rating, int64_t i, int64_t j, uint64_t seed) {
        uint64_t z = (uint64_t(i < j ? i : j) + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) + uint64_t(i < j ? j : i) * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return rating * (1.0 + double(z >> 40) * 1.4901161193847656e-08); // 2^-26
    })

// clang-format on

/// The vertex that each would be grouped with: along the heaviest edge, over the sizes of both ends.
std::vector<std::int64_t> preferences(const Matrix<double>& S, const KWayLevel& level, std::uint64_t seed) {
    std::vector<double> shares(level.vertices());
    for (std::size_t v = 0; v < shares.size(); ++v) shares[v] = 1 / static_cast<double>(level.sizes[v]);
    const auto D = diag(Vector<double>::from_dense(S.context(), shares));
    const auto ratings = mxm(plus_times<double>, mxm(plus_times<double>, D, S), D);
    return argmax(apply<double>(shuffled, ratings, seed)).to_dense(-1);
}

/// The graph of groups of vertices.
Matrix<double> contracted(const Matrix<double>& S, const std::vector<std::int64_t>& groups,
                          std::uint64_t count) {
    const auto P = core::membership(Vector<std::int64_t>::from_dense(S.context(), groups), count);
    const auto across = mxm(plus_times<double>, P, mxm(plus_times<double>, S, P), {.transpose_a = true});
    return select(ops::offdiag, across, 0);
}

/// Divides S: groups of its vertices are divided, and the division is refined.
std::vector<std::int64_t> divided(const Matrix<double>& S, const KWayLevel& level, std::uint64_t parts,
                                  std::uint64_t limit, std::uint64_t seed, core::Reports& reports) {
    constexpr std::uint64_t vertices_of_part = 12, least = 120, attempts = 16;
    const std::uint64_t n = level.vertices(), few = std::max(vertices_of_part * parts, least);
    // A part of large vertices cannot be filled as exactly.
    const std::uint64_t room =
        level.largest == 1 ? limit : std::max(limit, level.total / parts + level.largest);
    if (n > few) {
        const auto groups =
            core::groups_of(preferences(S, level, seed), level.sizes, 1 + level.total * 3 / (2 * few));
        std::vector<std::uint64_t> sizes;
        for (std::uint64_t v = 0; v < n; ++v) {
            const auto group = static_cast<std::size_t>(groups[v]);
            sizes.resize(std::max(sizes.size(), group + 1), 0);
            sizes[group] += level.sizes[v];
        }
        if (sizes.size() <= n - n / 20) {
            const Matrix<double> smaller = contracted(S, groups, sizes.size());
            const auto labels = divided(smaller, KWayLevel(smaller, sizes), parts, limit, seed + 1, reports);
            std::vector<std::int64_t> of_vertices(n);
            for (std::uint64_t v = 0; v < n; ++v)
                of_vertices[v] = labels[static_cast<std::size_t>(groups[v])];
            KWayDivision division(level, parts, room, std::move(of_vertices));
            division.refine(seed);
            reports.report([] { return core::Known{}; });
            return division.labels();
        }
    }
    std::vector<std::int64_t> best;
    std::pair<std::uint64_t, double> least_cost;
    for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
        auto division = KWayDivision::grown(level, parts, room, seed + attempt);
        division.refine(seed + attempt);
        const std::pair cost(division.excess(), division.cut());
        if (attempt != 0 && cost >= least_cost) continue;
        best = division.labels();
        least_cost = cost;
    }
    reports.report([] { return core::Known{}; });
    return best;
}

} // namespace

KWayPartition k_way_partition(const AnyMatrix& A, Natural count, const KWayPartitionOptions& options) {
    core::require_square(A, "k_way_partition");
    const std::uint64_t n = A.nrows(), parts = count;
    if (parts < 1 || parts > std::max<std::uint64_t>(n, 1))
        throw Error(Code::invalid_value,
                    fmt::format("k_way_partition: {} parts of a graph of {} vertices", parts, n));
    if (!(options.imbalance >= 0 && std::isfinite(options.imbalance)))
        throw Error(Code::invalid_value, fmt::format("k_way_partition: imbalance is {}", options.imbalance));
    const Matrix<double> weights = select(ops::offdiag, core::checked_weights(A, "k_way_partition"), 0);
    const auto both = ewise_add<double>(ops::plus<double>, weights, weights, {.transpose_b = true});
    const Matrix<double> S = select(ops::valuegt<double>, both, 0.0);
    core::Reports reports("k_way_partition", "", "level");
    reports.report([] { return core::Known{}; });
    const KWayLevel level(S, std::vector<std::uint64_t>(n, 1));
    const double share = static_cast<double>(n) / static_cast<double>(parts);
    const double most = std::min((1 + options.imbalance) * share, static_cast<double>(n));
    const std::uint64_t limit = std::max((n + parts - 1) / parts, static_cast<std::uint64_t>(most));
    KWayPartition result;
    if (n != 0) {
        const KWayDivision division(level, parts, limit,
                                    divided(S, level, parts, limit, options.seed, reports));
        result.cut = division.cut() / 2;
        result.balance = static_cast<double>(division.largest_part()) / share;
        result.labels = Vector<std::int64_t>::from_dense(A.context(), division.labels());
    } else {
        result.labels = Vector<std::int64_t>(A.context(), 0);
    }
    return result;
}

} // namespace mergus
