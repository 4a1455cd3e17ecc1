/// \file cuts.cpp
#include "cuts.hpp"

#include <algorithm>
#include <numeric>

namespace mergus::blocks {

Chosen choose(const Indices& set, const Range& range) {
    Chosen chosen;
    if (set.is_range()) {
        const Range all = set.range();
        const std::uint64_t first = std::max(all.first, range.first);
        const std::uint64_t end = std::max(first, std::min(all.end(), range.end()));
        chosen.ranges = true;
        chosen.place_range = {first - all.first, end - first};
        chosen.index_range = {first - range.first, end - first};
        return chosen;
    }
    for (std::uint64_t n = 0; n < set.size(); ++n) {
        if (set[n] < range.first || set[n] >= range.end()) continue;
        chosen.places.push_back(n);
        chosen.indices.push_back(set[n] - range.first);
    }
    return chosen;
}

IndexList::IndexList(const Indices& set, std::uint64_t limit) : count_(set.size()) {
    static constexpr std::uint64_t none = 0; // an empty list needs an address
    if (set.is_range()) {
        if (set.range() == Range{0, limit} && limit > 0) return;
        own_.resize(count_);
        std::iota(own_.begin(), own_.end(), set.range().first);
        list_ = own_.data();
    } else {
        list_ = set.list();
    }
    if (count_ == 0) list_ = &none;
}

Cuts Cuts::by_count(std::uint64_t size, std::uint64_t parts) {
    Cuts cuts(size);
    const std::uint64_t each = size / parts, more = size % parts;
    for (std::uint64_t part = 1; part < parts; ++part) cuts.add(part * each + std::min(part, more));
    return cuts;
}

Cuts Cuts::by_prefix(std::uint64_t size, std::uint64_t parts,
                     const std::function<std::uint64_t(std::uint64_t)>& before) {
    const std::uint64_t count = before(size);
    if (count == 0) return by_count(size, parts);
    Cuts cuts(size);
    for (std::uint64_t part = 1; part < parts; ++part) {
        const std::uint64_t goal = count / parts * part + count % parts * part / parts;
        std::uint64_t first = 0, last = size; // the index of entry number `goal` is in [first, last)
        while (last - first > 1) {
            const std::uint64_t middle = first + (last - first) / 2;
            (before(middle) <= goal ? first : last) = middle;
        }
        // Before or after that index, whichever is nearer to the goal: one index may have most entries.
        cuts.add(goal - before(first) <= before(first + 1) - goal ? first : first + 1);
    }
    return cuts;
}

Cuts Cuts::by_entries(std::uint64_t size, std::uint64_t parts, std::vector<std::uint64_t>& indices) {
    std::sort(indices.begin(), indices.end());
    return by_prefix(size, parts, [&](std::uint64_t index) {
        return static_cast<std::uint64_t>(std::lower_bound(indices.begin(), indices.end(), index) -
                                          indices.begin());
    });
}

Cuts Cuts::resized(std::uint64_t size) const {
    Cuts cuts(size);
    for (std::uint64_t part = 1; part < parts(); ++part) cuts.add(ends_[part]);
    return cuts;
}

Cuts Cuts::refined(std::uint64_t factor) const {
    Cuts cuts(size());
    for (std::uint64_t part = 0; part < parts(); ++part) {
        const Range range = (*this)[part];
        const Cuts inside = by_count(range.count, factor);
        for (std::uint64_t one = 0; one < inside.parts(); ++one) cuts.add(range.first + inside[one].end());
    }
    return cuts;
}

Cuts Cuts::coarsened(std::uint64_t count) const {
    Cuts cuts(size());
    for (std::uint64_t part = count; part < parts(); part += count) cuts.add(ends_[part]);
    return cuts;
}

Cuts Cuts::mapped(const std::vector<std::uint64_t>& ends) const {
    Cuts cuts(ends[size()]);
    for (std::uint64_t part = 1; part < parts(); ++part) cuts.add(ends[ends_[part]]);
    return cuts;
}

Cuts Cuts::scaled(std::uint64_t factor) const {
    Cuts cuts(size() * factor);
    for (std::uint64_t part = 1; part < parts(); ++part) cuts.add(ends_[part] * factor);
    return cuts;
}

} // namespace mergus::blocks
