/// \file graph_calls.cpp
/// Calls of the graph algorithms, and of graph programs written against the C API.
#include "call_groups.hpp"

#include "graph_programs.hpp"

#include <utility>
#include <vector>

namespace mergus::cuda {

void Calls::algorithms() {
    listing_.word = side;
    const AnyMatrix A = square(type_of<bool>());
    static_cast<void>(triangle_count(A));
    static_cast<void>(undirected(A));
    static_cast<void>(connected_components(A));
    static_cast<void>(strongly_connected_components(A));
    listing_.word = 0; // no edges, and no weight that is not a number
    const AnyMatrix weights = square(type_of<double>());
    static_cast<void>(minimum_spanning_forest(weights));
    static_cast<void>(shortest_paths(weights, 0));
    listing_.word = side;
    const std::vector<std::uint64_t> one{0}, many(64, 0);
    for (const auto& sources : {one, many}) static_cast<void>(bfs_levels(A, sources));
    static_cast<void>(bfs_parents(A, one));
    // A skewed graph: its longest row, which the host reads, is much longer than the average.
    constexpr std::uint64_t vertices = 50'000, entries = 2'000'000;
    // Small graphs of several sizes, and one with too many vertices for a sweep.
    for (const auto& [n, nvals] :
         {std::pair{vertices, entries / 2}, {vertices, entries}, {vertices * 4, entries}})
        static_cast<void>(bfs_levels(device_matrix(context_, type_of<bool>(), n, n, nvals), one));
    listing_.word = vertices / 10;
    static_cast<void>(triangle_count(device_matrix(context_, type_of<bool>(), vertices, vertices, entries)));
    listing_.word = side;
    // Vectors too large for bitmaps, with an entry for each vertex; every vertex is a community.
    constexpr std::uint64_t large = (std::uint64_t{1} << 23) + 2;
    listing_.word = large;
    static_cast<void>(leiden(device_matrix(context_, type_of<double>(), large, large, 16 * large)));
    listing_.word = side;
    // The steps of a search by products, which ends after as many levels as the results say.
    Matrix<std::int32_t> levels(context_, 64, side);
    Matrix<bool> frontier(context_, 64, side);
    const std::vector<std::uint64_t> positions{0, 1, 2};
    const std::vector<std::uint8_t> ones(3, 1);
    listing_.word = positions.size(); // no duplicates
    frontier.build(positions, positions, ones.data(), type_of<std::uint8_t>());
    listing_.word = side;
    for (int level = 0; level < 2; ++level) {
        assign(levels, level, {.mask = structure(frontier)});
        mxm(frontier, any_pair<bool>, frontier, A, {.mask = complement(structure(levels)), .replace = true});
    }
}

void Calls::graph_programs() {
    const auto run = [&](std::uint64_t n, std::uint64_t average) {
        iso_ = true;
        const Matrix<bool> graph(make(type_of<bool>(), n, n, average * n));
        iso_ = false;
        const Matrix<std::int32_t> weighted(make(type_of<std::int32_t>(), n, n, average * n));
        for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, n}) {
            listing_.word = word; // entries of results
            run_graph_programs(graph, weighted);
            static_cast<void>(pagerank(make(type_of<bool>(), n, n, average * n), {.max_iterations = 3}));
        }
    };
    for (const std::uint64_t average : {2, 4, 8, 16, 32, 64}) run(side, average); // lanes of a row
    run(500, 8);
}

} // namespace mergus::cuda
