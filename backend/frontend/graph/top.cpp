/// \file top.cpp
/// The greatest entries of a vector without a copy of all of it.
#include <mergus/graph.hpp>
#include <mergus/ops.hpp>

namespace mergus::detail {

namespace {

/// Vectors of up to this many entries are copied and sorted: the search for a threshold takes longer.
constexpr std::uint64_t few_entries = std::uint64_t{1} << 16;

AnyVector at_least(const AnyVector& u, double threshold) {
    AnyVector found(u.context(), u.type(), u.size());
    Vector<double> values(u.context(), u.size());
    assign(values, u);
    const Vector<double> reaching = select(ops::valuege<double>, values, threshold);
    assign(found, u, {.mask = structure(reaching)});
    return found;
}

} // namespace

std::optional<double> rank_threshold(const AnyVector& u, std::uint64_t k) {
    if (u.nvals() <= few_entries || k >= u.nvals()) return {};
    Vector<double> values(u.context(), u.size());
    assign(values, u); // in order: rounding to fp64 keeps the order of integers, but for equal values
    double low = reduce(min_monoid<double>, values);
    double high = reduce(max_monoid<double>, values);
    // Invariant: at least k entries reach `low`, fewer reach `high`, if NaN is left out.
    constexpr int most_steps = 64;
    for (int step = 0; step < most_steps && low < high; ++step) {
        const double middle = low / 2 + high / 2;
        if (!(middle > low && middle < high)) break;
        const std::uint64_t reaching = select(ops::valuege<double>, values, middle).nvals();
        if (reaching >= k) {
            low = middle;
            if (reaching <= few_entries) break;
        } else {
            high = middle;
        }
    }
    return low;
}

AnyVector entries_from(const AnyVector& u, std::optional<double> threshold) {
    return threshold ? at_least(u, *threshold) : u.dup();
}

} // namespace mergus::detail
