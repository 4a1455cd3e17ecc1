/// \file bfs.cpp
/// Breadth-first search from vertex 0, one product of a vector and a matrix for each level.
///
///     0 → 1 → 3 → 4        5 (not reachable)
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

    // The frontier is the set of vertices that the last step reached.
    mergus::Vector<bool> frontier(context, 6);
    frontier.set_element(0, true);
    mergus::Vector<std::int32_t> levels(context, 6);

    for (std::int32_t step = 0; frontier.nvals() > 0; ++step) {
        // levels<frontier> = step: write the vertices of the frontier, keep the others.
        mergus::assign(levels, step, {.mask = structure(frontier)});
        // frontier<not levels> = frontier · A: the neighbours of the frontier that were not reached before.
        mergus::vxm(frontier, mergus::any_pair<bool>, frontier, A,
                    {.mask = complement(structure(levels)), .replace = true});
    }

    std::vector<std::uint64_t> vertices;
    std::vector<std::int32_t> steps;
    levels.extract_tuples(vertices, steps);
    for (std::size_t e = 0; e < vertices.size(); ++e)
        std::cout << "vertex " << vertices[e] << ": " << steps[e] << " steps\n";

    const bool right = vertices == std::vector<std::uint64_t>{0, 1, 2, 3, 4} && // not 5
                       steps == std::vector<std::int32_t>{0, 1, 1, 2, 3};
    return right ? 0 : 1;
}
