/// \file k_way_levels.cpp
/// Growing and refinement of divisions: vertices move in the order of their gains, those of a loss too, and
/// the best division on the way is kept (Fiduccia, Mattheyses 1982).
#include "k_way_levels.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace mergus::core {

namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

std::uint64_t mixed(std::uint64_t x, std::uint64_t seed) noexcept {
    x = (x + 1) * 0x9e3779b97f4a7c15U + seed * 0xd1342543de82ef95U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/// Vertices by gain; of equal ones the order is random. Gains may be out of date.
using Queue = std::priority_queue<std::tuple<double, std::uint64_t, std::uint64_t>>;

} // namespace

KWayLevel::KWayLevel(const Matrix<double>& S, std::vector<std::uint64_t> sizes_of_vertices)
    : offsets(S.nrows() + 1, 0), sizes(std::move(sizes_of_vertices)) {
    std::vector<std::uint64_t> rows;
    S.extract_tuples(rows, cols, weights);
    for (const std::uint64_t row : rows) ++offsets[row + 1];
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    for (const std::uint64_t size : sizes) {
        total += size;
        largest = std::max(largest, size);
    }
}

std::vector<std::int64_t> groups_of(std::span<const std::int64_t> preferred,
                                    std::span<const std::uint64_t> sizes, std::uint64_t most) {
    constexpr std::uint64_t members = 3;
    const std::uint64_t n = sizes.size();
    std::vector<std::int64_t> groups(n, -1);
    std::vector<std::uint64_t> counts, totals;
    // The last group of those that could not join a vertex; the last one is of those that prefer none.
    std::vector<std::int64_t> refused(n + 1, -1);
    const auto joins = [&](std::uint64_t v, std::int64_t group) {
        if (group < 0) return false;
        const auto g = static_cast<std::size_t>(group);
        if (counts[g] == members || totals[g] + sizes[v] > most) return false;
        groups[v] = group;
        ++counts[g];
        totals[g] += sizes[v];
        return true;
    };
    const auto begin = [&](std::uint64_t v) {
        groups[v] = static_cast<std::int64_t>(counts.size());
        counts.push_back(1);
        totals.push_back(sizes[v]);
    };
    for (std::uint64_t v = 0; v < n; ++v) {
        if (groups[v] >= 0) continue;
        const std::uint64_t to = preferred[v] < 0 ? n : static_cast<std::uint64_t>(preferred[v]);
        if (to < n && groups[to] < 0 && sizes[to] + sizes[v] <= most) begin(to);
        if ((to < n && joins(v, groups[to])) || joins(v, refused[to])) continue;
        begin(v);
        refused[to] = groups[v];
    }
    return groups;
}

KWayDivision::KWayDivision(const KWayLevel& level, std::uint64_t parts, std::uint64_t limit,
                           std::vector<std::int64_t> labels)
    : level_(level), limit_(limit), labels_(std::move(labels)), part_sizes_(parts, 0), joined_(parts, 0) {
    for (std::uint64_t v = 0; v < level.vertices(); ++v)
        part_sizes_[static_cast<std::size_t>(labels_[v])] += level.sizes[v];
}

KWayDivision KWayDivision::grown(const KWayLevel& level, std::uint64_t parts, std::uint64_t limit,
                                 std::uint64_t seed) {
    const std::uint64_t n = level.vertices();
    std::vector<std::uint64_t> order(n);
    for (std::uint64_t v = 0; v < n; ++v) order[v] = v;
    std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
        return std::pair(mixed(a, seed), a) < std::pair(mixed(b, seed), b);
    });
    std::vector<std::int64_t> labels(n, -1);
    // Weights of each vertex to the growing part, and to vertices without a part.
    std::vector<double> near(n, 0), open(n, 0);
    for (std::uint64_t v = 0; v < n; ++v)
        for (std::uint64_t e = level.offsets[v]; e < level.offsets[v + 1]; ++e) open[v] += level.weights[e];
    std::uint64_t left = level.total;
    std::size_t next = 0;
    for (std::uint64_t part = 0; part < parts; ++part) {
        const std::uint64_t enough = left / (parts - part);
        std::uint64_t size = 0;
        std::vector<std::uint64_t> touched;
        Queue queue;
        while (size < enough) {
            std::uint64_t v = none;
            while (v == none && !queue.empty()) {
                const auto [gain, tie, candidate] = queue.top();
                queue.pop();
                if (labels[candidate] < 0 && gain == near[candidate] - open[candidate]) v = candidate;
            }
            while (v == none && next < n) {
                if (labels[order[next]] < 0) v = order[next];
                ++next;
            }
            if (v == none) break;
            if (size != 0 && size + level.sizes[v] > limit) continue;
            labels[v] = static_cast<std::int64_t>(part);
            size += level.sizes[v];
            for (std::uint64_t e = level.offsets[v]; e < level.offsets[v + 1]; ++e) {
                const std::uint64_t w = level.cols[e];
                if (labels[w] >= 0) continue;
                near[w] += level.weights[e];
                open[w] -= level.weights[e];
                touched.push_back(w);
                queue.emplace(near[w] - open[w], mixed(w, seed + part), w);
            }
        }
        left -= size;
        for (const std::uint64_t w : touched) near[w] = 0;
    }
    // Vertices that no part had room for.
    for (std::int64_t& label : labels) label = label < 0 ? static_cast<std::int64_t>(parts) - 1 : label;
    return {level, parts, limit, std::move(labels)};
}

void KWayDivision::refine(std::uint64_t seed) {
    constexpr std::uint64_t passes = 8;
    fill();
    relieve();
    for (std::uint64_t pass = 0; pass < passes && climb(mixed(pass, seed)); ++pass) {
    }
}

double KWayDivision::cut() const {
    double sum = 0;
    for (std::uint64_t v = 0; v < level_.vertices(); ++v)
        for (std::uint64_t e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e)
            if (level_.cols[e] < v && labels_[level_.cols[e]] != labels_[v]) sum += level_.weights[e];
    return sum;
}

std::uint64_t KWayDivision::excess() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t size : part_sizes_) sum += size > limit_ ? size - limit_ : 0;
    return sum;
}

std::uint64_t KWayDivision::largest_part() const {
    return *std::max_element(part_sizes_.begin(), part_sizes_.end());
}

KWayDivision::Best KWayDivision::best_move(std::uint64_t v) {
    const std::int64_t own = labels_[v];
    Best best{-std::numeric_limits<double>::infinity(), -1};
    if (part_sizes_[static_cast<std::size_t>(own)] == level_.sizes[v]) return best; // no part is left empty
    for (std::uint64_t e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e) {
        const std::int64_t part = labels_[level_.cols[e]];
        if (joined_[static_cast<std::size_t>(part)] == 0) around_.push_back(part);
        joined_[static_cast<std::size_t>(part)] += level_.weights[e];
    }
    const double kept = joined_[static_cast<std::size_t>(own)];
    for (const std::int64_t part : around_) {
        const auto p = static_cast<std::size_t>(part);
        const double gain = std::exchange(joined_[p], 0) - kept;
        if (part == own || part_sizes_[p] + level_.sizes[v] > limit_) continue;
        if (best.target < 0 || gain > best.gain ||
            (gain == best.gain && part_sizes_[p] < part_sizes_[static_cast<std::size_t>(best.target)]))
            best = {gain, part};
    }
    around_.clear();
    return best;
}

void KWayDivision::move(std::uint64_t v, std::int64_t target) {
    part_sizes_[static_cast<std::size_t>(labels_[v])] -= level_.sizes[v];
    part_sizes_[static_cast<std::size_t>(target)] += level_.sizes[v];
    labels_[v] = target;
}

/// Empty parts get a vertex each, those with the least weight to their part first.
void KWayDivision::fill() {
    std::vector<std::int64_t> empty;
    for (std::size_t p = 0; p < part_sizes_.size(); ++p)
        if (part_sizes_[p] == 0) empty.push_back(static_cast<std::int64_t>(p));
    if (empty.empty()) return;
    std::vector<std::pair<double, std::uint64_t>> order;
    for (std::uint64_t v = 0; v < level_.vertices(); ++v) {
        double kept = 0;
        for (std::uint64_t e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e)
            if (labels_[level_.cols[e]] == labels_[v]) kept += level_.weights[e];
        order.emplace_back(kept, v);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [kept, v] : order) {
        if (empty.empty()) return;
        if (part_sizes_[static_cast<std::size_t>(labels_[v])] == level_.sizes[v]) continue;
        move(v, empty.back());
        empty.pop_back();
    }
}

/// Vertices leave parts above the limit, those of the greatest gain first. Where none of the parts around has
/// room, a vertex goes to the smallest part, if it has.
void KWayDivision::relieve() {
    if (excess() == 0) return;
    const auto too_large = [&](std::uint64_t v) {
        return part_sizes_[static_cast<std::size_t>(labels_[v])] > limit_;
    };
    const auto evaluated = [&](std::uint64_t v) {
        Best best = best_move(v);
        if (best.target >= 0) return best;
        const auto smallest = std::min_element(part_sizes_.begin(), part_sizes_.end());
        if (*smallest + level_.sizes[v] <= limit_) best.target = smallest - part_sizes_.begin();
        return best;
    };
    Queue queue;
    for (std::uint64_t v = 0; v < level_.vertices(); ++v)
        if (too_large(v)) queue.emplace(evaluated(v).gain, none - v, v);
    while (!queue.empty()) {
        const auto [gain, tie, v] = queue.top();
        queue.pop();
        if (!too_large(v)) continue;
        const Best best = evaluated(v);
        if (best.target < 0) continue;
        if (best.gain < gain)
            queue.emplace(best.gain, tie, v);
        else
            move(v, best.target);
    }
}

/// \return whether the cut is less than before
bool KWayDivision::climb(std::uint64_t seed) {
    // A pass ends where it finds nothing better any more; with hubs, after it has read the graph some times.
    constexpr std::uint64_t most_reads = 8;
    const std::uint64_t n = level_.vertices(), patience = 50 + n / 64;
    std::uint64_t reads = most_reads * level_.cols.size();
    std::vector<std::uint8_t> moved(n, 0);
    std::vector<std::pair<std::uint64_t, std::int64_t>> moves; // and the parts before
    double gained = 0, most = 0;
    std::size_t kept = 0;
    Queue queue;
    const auto push = [&](std::uint64_t v) {
        const Best best = best_move(v);
        reads -= std::min(reads, level_.offsets[v + 1] - level_.offsets[v]);
        if (best.target >= 0) queue.emplace(best.gain, mixed(v, seed), v);
    };
    for (std::uint64_t v = 0; v < n; ++v) push(v);
    while (!queue.empty() && reads != 0 && moves.size() - kept < patience) {
        const auto [gain, tie, v] = queue.top();
        queue.pop();
        if (moved[v] != 0) continue;
        const Best best = best_move(v);
        if (best.target < 0) continue;
        if (best.gain < gain) {
            queue.emplace(best.gain, tie, v);
            continue;
        }
        moved[v] = 1;
        moves.emplace_back(v, labels_[v]);
        move(v, best.target);
        gained += best.gain;
        if (gained > most) {
            most = gained;
            kept = moves.size();
        }
        for (std::uint64_t e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e)
            if (moved[level_.cols[e]] == 0) push(level_.cols[e]);
    }
    for (; moves.size() > kept; moves.pop_back()) move(moves.back().first, moves.back().second);
    return kept != 0;
}

} // namespace mergus::core
