/// \file walk_pairs.cpp
/// Pairs of vertices within a window of a walk, as node2vec trains on: with M the places of the walks, one
/// entry in a row for each, and B the places that are near each other, M'·(B·M) counts them.
#include <mergus/algorithms/paths.hpp>
#include <mergus/ops.hpp>
#include <mergus/semirings/all.hpp>

#include "../support/memory_errors.hpp"
#include "reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mergus {

namespace {

/// The places of `walks` walks of `length` places that are at most `window` apart, and not the same.
Matrix<bool> near_places(const Context& context, std::uint64_t walks, std::uint64_t length,
                         std::uint64_t window) {
    std::vector<std::uint64_t> rows, cols;
    for (std::uint64_t w = 0; w < walks; ++w)
        for (std::uint64_t t = 0; t < length; ++t)
            for (std::uint64_t u = t - std::min(t, window); u < std::min(length, t + window + 1); ++u)
                if (u != t) {
                    rows.push_back(w * length + t);
                    cols.push_back(w * length + u);
                }
    return Matrix<bool>::from_tuples(context, walks * length, walks * length, rows, cols,
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
    // The approximate number of pairs in a block of walks.
    constexpr double block_pairs = 1 << 22;
    const double pairs_of_walk = 2.0 * static_cast<double>(length) * static_cast<double>(near);
    const std::uint64_t block =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(block_pairs / pairs_of_walk), 1,
                                  std::max<std::uint64_t>(1, walks.nrows()));
    const Matrix<bool> B = core::with_memory_errors(
        "walk_pairs", [&] { return near_places(walks.context(), block, length, near); });
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
        const auto M = Matrix<bool>::from_tuples(walks.context(), block * length, n, places, of_places,
                                                 std::vector<bool>(places.size(), true));
        const auto around = mxm(plus_pair<std::int64_t>, B, M);
        mxm(pairs, plus_second<std::int64_t>, M, around,
            {.accum = ops::plus<std::int64_t>, .transpose_a = true});
        reports.report([&] { return core::Known{std::min(done + block, walks.nrows()), walks.nrows()}; });
    }
    return pairs;
}

} // namespace mergus
