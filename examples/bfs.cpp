/// \file bfs.cpp
/// How many steps is it from vertex 0 to every other one? Breadth-first search, a matrix product a step.
///
///     0 → 1 → 3 → 4        5 (nobody leads there)
///      ↘ 2 ↗
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    const mergus::Context context; // the best backend that can run on this machine

    mergus::Tuples edges; // entries without values: a pattern
    edges.nrows = edges.ncols = 6;
    edges.rows = {0, 0, 1, 2, 3};
    edges.cols = {1, 2, 3, 3, 4};
    const auto A = mergus::Matrix<bool>::from_tuples(context, edges);

    // A vector is a matrix of one row. The frontier holds the vertices that were reached in the last step.
    mergus::Tuples start;
    start.nrows = 1;
    start.ncols = 6;
    start.rows = {0};
    start.cols = {0};
    auto frontier = mergus::Matrix<bool>::from_tuples(context, start);
    mergus::Matrix<std::int32_t> levels(context, 1, 6);

    for (std::int32_t step = 0; frontier.nvals() > 0; ++step) {
        // levels<frontier> = step: write at the frontier's vertices, keep all else.
        mergus::assign(levels, mergus::structure(frontier), mergus::no_accum, step);
        // frontier<not levels> = frontier · A: one edge further, but not back to where we have been.
        mergus::mxm(frontier, mergus::structure(mergus::complement(levels)), mergus::no_accum,
                    mergus::any_pair<bool>, frontier, A, mergus::replace);
    }

    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> vertices;
    std::vector<std::int32_t> steps;
    levels.extract_tuples(rows, vertices, steps);
    for (std::size_t e = 0; e < vertices.size(); ++e)
        std::cout << "vertex " << vertices[e] << ": " << steps[e] << " steps\n";

    const bool right = vertices == std::vector<std::uint64_t>{0, 1, 2, 3, 4} && // 5 is not reached
                       steps == std::vector<std::int32_t>{0, 1, 1, 2, 3};
    return right ? 0 : 1;
}
