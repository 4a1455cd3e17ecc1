/// \file cuts.hpp
/// Where dimensions are cut, and sets of indices.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace mergus::blocks {

/// `count` indices from `first` on.
struct Range {
    std::uint64_t first = 0, count = 0;
    [[nodiscard]] std::uint64_t end() const noexcept { return first + count; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// A range, or a list of the caller's.
class Indices {
public:
    Indices(const Range& range) noexcept : first_(range.first), count_(range.count) {}
    Indices(const std::uint64_t* list, std::uint64_t count) noexcept : list_(list), count_(count) {}
    /// The argument of a call: a null list means all indices below `limit`.
    static Indices of_call(const std::uint64_t* list, std::uint64_t count, std::uint64_t limit) noexcept {
        return list != nullptr ? Indices(list, count) : Indices(Range{0, limit});
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }
    [[nodiscard]] bool is_range() const noexcept { return list_ == nullptr; }
    [[nodiscard]] Range range() const noexcept { return {first_, count_}; }
    [[nodiscard]] const std::uint64_t* list() const noexcept { return list_; }
    std::uint64_t operator[](std::uint64_t n) const noexcept {
        return list_ != nullptr ? list_[n] : first_ + n;
    }
    /// Those at the places of `part`.
    [[nodiscard]] Indices part(const Range& part) const noexcept {
        return list_ != nullptr ? Indices(list_ + part.first, part.count)
                                : Indices(Range{first_ + part.first, part.count});
    }

private:
    const std::uint64_t* list_ = nullptr;
    std::uint64_t first_ = 0, count_ = 0;
};

/// Indices of a set that are in a range: their places in the set, and themselves, counted from the range's
/// first. Both are ranges if the set is one.
struct Chosen {
    [[nodiscard]] std::uint64_t size() const noexcept { return ranges ? place_range.count : places.size(); }
    [[nodiscard]] Indices place_set() const noexcept {
        return ranges ? Indices(place_range) : Indices(places.data(), places.size());
    }
    [[nodiscard]] Indices index_set() const noexcept {
        return ranges ? Indices(index_range) : Indices(indices.data(), indices.size());
    }

    bool ranges = false;
    Range place_range, index_range;
    std::vector<std::uint64_t> places, indices;
};
Chosen choose(const Indices& set, const Range& range);

/// The list of a set for a call of the local backend, which is null for all of `limit` indices.
class IndexList {
public:
    IndexList(const Indices& set, std::uint64_t limit);
    [[nodiscard]] const std::uint64_t* data() const noexcept { return list_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return count_; }

private:
    std::vector<std::uint64_t> own_;
    const std::uint64_t* list_ = nullptr;
    std::uint64_t count_ = 0;
};

/// Cuts of a dimension of size n: from 0 to n, increasing. A dimension of size 0 has the cuts 0, 0.
class Cuts {
public:
    /// One part.
    explicit Cuts(std::uint64_t size = 0) : ends_{0, size} {}
    /// Up to `parts` parts of nearly equal size.
    static Cuts by_count(std::uint64_t size, std::uint64_t parts);
    /// Up to `parts` parts with nearly equal numbers of entries. \param indices of all entries, in any order;
    /// they are sorted. Without entries: by count.
    static Cuts by_entries(std::uint64_t size, std::uint64_t parts, std::vector<std::uint64_t>& indices);

    /// The same from the numbers of entries before each index, and before `size`.
    static Cuts by_prefix(std::uint64_t size, std::uint64_t parts,
                          const std::function<std::uint64_t(std::uint64_t)>& before);

    [[nodiscard]] std::uint64_t size() const noexcept { return ends_.back(); }
    [[nodiscard]] std::uint64_t parts() const noexcept { return ends_.size() - 1; }
    [[nodiscard]] Range operator[](std::uint64_t part) const noexcept {
        return {ends_[part], ends_[part + 1] - ends_[part]};
    }
    /// For another size: cuts beyond it are dropped, and the last part is extended.
    [[nodiscard]] Cuts resized(std::uint64_t size) const;
    /// Each part in up to `factor` parts of nearly equal size.
    [[nodiscard]] Cuts refined(std::uint64_t factor) const;
    /// Each `count` neighbouring parts as one.
    [[nodiscard]] Cuts coarsened(std::uint64_t count) const;
    /// The cuts of another dimension: each cut c becomes ends[c], which increase from 0.
    [[nodiscard]] Cuts mapped(const std::vector<std::uint64_t>& ends) const;
    /// All cuts times `factor`.
    [[nodiscard]] Cuts scaled(std::uint64_t factor) const;
    friend bool operator==(const Cuts&, const Cuts&) = default;

private:
    void add(std::uint64_t cut) {
        if (cut > ends_[ends_.size() - 2] && cut < ends_.back()) ends_.insert(ends_.end() - 1, cut);
    }
    std::vector<std::uint64_t> ends_;
};

} // namespace mergus::blocks
