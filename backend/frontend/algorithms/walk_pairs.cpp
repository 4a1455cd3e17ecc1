/// \file walk_pairs.cpp
/// Pairs of vertices within a window of a walk, as node2vec trains on: with M the places of the walks, one
/// entry in a row for each, and B the places that are near each other, M'·(B·M) counts them.
#include <mergus/algorithms/paths.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../support/memory_errors.hpp"
#include "graph.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mergus {

namespace {

/// The places of walks of `length` places, one walk after the other, that are at most `window` apart, and not
/// the same. A row for each of the places first … end.
Matrix<bool> near_places(const Context& context, std::uint64_t first, std::uint64_t end, std::uint64_t places,
                         std::uint64_t length, std::uint64_t window) {
    std::vector<std::uint64_t> rows, cols;
    for (std::uint64_t place = first; place < end; ++place) {
        const std::uint64_t t = place % length, begin = place - t;
        for (std::uint64_t u = t - std::min(t, window); u < std::min(length, t + window + 1); ++u)
            if (u != t) {
                rows.push_back(place - first);
                cols.push_back(begin + u);
            }
    }
    return Matrix<bool>::from_tuples(context, end - first, places, rows, cols,
                                     std::vector<bool>(rows.size(), true));
}

} // namespace

Matrix<std::int64_t> walk_pairs(const Matrix<std::int64_t>& walks, Natural vertices, Integer window) {
    const std::int64_t width = window;
    if (width < 0) throw Error(Code::invalid_value, fmt::format("walk_pairs: window is {}", width));
    const std::uint64_t n = vertices, length = walks.ncols();
    std::vector<std::uint64_t> rows, cols;
    std::vector<std::int64_t> visited;
    walks.extract_tuples(rows, cols, visited);
    for (const std::int64_t v : visited)
        if (v < 0 || static_cast<std::uint64_t>(v) >= n)
            throw Error(Code::invalid_index,
                        fmt::format("walk_pairs: {} is not a vertex of a graph of {}", v, n));
    Matrix<std::int64_t> pairs(walks.context(), n, n);
    const std::uint64_t near = std::min(static_cast<std::uint64_t>(width), length);
    if (near == 0) return pairs;
    // About as many pairs are in a block: some walks, or a part of the places of one.
    constexpr std::uint64_t block_pairs = 1 << 22;
    const std::uint64_t block_places = std::max<std::uint64_t>(1, block_pairs / 2 / near);
    const std::uint64_t block =
        std::clamp<std::uint64_t>(block_places / length, 1, std::max<std::uint64_t>(1, walks.nrows()));
    const std::uint64_t places_of_block = block * length;
    const auto near_rows = [&](std::uint64_t first, std::uint64_t end) {
        return core::with_memory_errors("walk_pairs", [&] {
            return near_places(walks.context(), first, end, places_of_block, length, near);
        });
    };
    const bool whole = places_of_block <= block_places;
    const Matrix<bool> B = near_rows(0, whole ? places_of_block : 0);
    core::Reports reports("walk_pairs", "walks", "block");
    std::uint64_t done = 0;
    const auto known = [&] { return core::Known{std::min(done, walks.nrows()), walks.nrows()}; };
    reports.report(known);
    for (std::size_t e = 0; done < walks.nrows(); done += block) {
        std::vector<std::uint64_t> places, of_places;
        for (; e < rows.size() && rows[e] < done + block; ++e) {
            places.push_back((rows[e] - done) * length + cols[e]);
            of_places.push_back(static_cast<std::uint64_t>(visited[e]));
        }
        const auto M = Matrix<bool>::from_tuples(walks.context(), places_of_block, n, places, of_places,
                                                 std::vector<bool>(places.size(), true));
        const auto add = [&](const Matrix<bool>& near_of_rows, const Matrix<bool>& rows_of_M, bool is_last) {
            mxm(pairs, plus_second<std::int64_t>, rows_of_M, mxm(plus_pair<std::int64_t>, near_of_rows, M),
                {.accum = ops::plus<std::int64_t>, .transpose_a = true});
            const std::uint64_t known_done = is_last ? done + block : done;
            reports.report([&] { return core::Known{std::min(known_done, walks.nrows()), walks.nrows()}; });
        };
        if (whole) add(B, M, true);
        if (!whole && places.empty())
            reports.report([&] { return core::Known{std::min(done + block, walks.nrows()), walks.nrows()}; });
        for (std::uint64_t first = 0; !whole && first < places_of_block; first += block_places) {
            const std::uint64_t end = std::min(first + block_places, places_of_block);
            const auto place = std::ranges::lower_bound(places, first); // a walk may have ended before
            if (place == places.end() || *place >= end) continue;
            const bool is_last = places.back() < end;
            add(near_rows(first, end), core::rows_between(M, first, end), is_last);
        }
    }
    return pairs;
}

} // namespace mergus
