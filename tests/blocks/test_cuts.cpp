/// \file test_cuts.cpp
/// Cuts by numbers of entries, and choices of indices.
#include "cuts.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace mergus::blocks;

namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers ends(const Cuts& cuts) {
    Numbers found{0};
    for (std::uint64_t part = 0; part < cuts.parts(); ++part) found.push_back(cuts[part].end());
    return found;
}

Numbers by_entries(std::uint64_t size, std::uint64_t parts, Numbers indices) {
    return ends(Cuts::by_entries(size, parts, indices));
}

} // namespace

TEST_CASE("cuts: by count, with fewer indices than parts, and of nothing") {
    CHECK(ends(Cuts::by_count(10, 3)) == Numbers{0, 4, 7, 10});
    CHECK(ends(Cuts::by_count(2, 4)) == Numbers{0, 1, 2});
    CHECK(ends(Cuts::by_count(0, 4)) == Numbers{0, 0});
    CHECK(ends(Cuts::by_count(std::uint64_t{1} << 60, 2)) ==
          Numbers{0, std::uint64_t{1} << 59, std::uint64_t{1} << 60});
}

TEST_CASE("cuts: parts have nearly equal numbers of entries, not of indices") {
    CHECK(by_entries(100, 2, {0, 1, 2, 3, 98, 99}) == Numbers{0, 3, 100});
    CHECK(by_entries(100, 2, {90, 5, 91, 92}) == Numbers{0, 91, 100}); // in any order
    CHECK(by_entries(8, 2, {}) == Numbers{0, 4, 8});
}

TEST_CASE("cuts: an index with most entries is a part of its own") {
    CHECK(by_entries(10, 2, {0, 0, 0, 0, 0, 3, 5}) == Numbers{0, 1, 10});
    CHECK(by_entries(10, 2, {1, 2, 9, 9, 9, 9, 9, 9}) == Numbers{0, 9, 10});
    CHECK(by_entries(10, 3, {4, 4, 4, 4, 4, 4}) == Numbers{0, 4, 5, 10});
}

TEST_CASE("cuts: of another size, and times a factor") {
    const Cuts cuts = Cuts::by_count(9, 3);
    CHECK(ends(cuts.resized(20)) == Numbers{0, 3, 6, 20});
    CHECK(ends(cuts.resized(6)) == Numbers{0, 3, 6});
    CHECK(ends(cuts.resized(1)) == Numbers{0, 1});
    CHECK(ends(cuts.scaled(4)) == Numbers{0, 12, 24, 36});
}

TEST_CASE("cuts: chosen indices are counted from the range's first") {
    const Numbers list = {7, 2, 5, 7, 9};
    const Chosen some = choose(Indices(list.data(), list.size()), {5, 4});
    CHECK(some.places == Numbers{0, 2, 3});
    CHECK(some.indices == Numbers{2, 0, 2});
    const Chosen range = choose(Range{3, 6}, {5, 10});
    CHECK(range.place_range == Range{2, 4});
    CHECK(range.index_range == Range{0, 4});
    CHECK(choose(Range{3, 6}, {20, 4}).size() == 0);
}
