/// \file triangles.cpp
/// Counts the triangles of a small graph with one masked matrix product.
///
/// Entry (i, j) of a graph's matrix is the edge from vertex i to vertex j. Here: the complete graph of the
/// vertices 0 to 3, and an edge 3-4 that is part of no triangle.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    // The best backend that can run on this machine: a GPU, or else the CPU.
    const mergus::Context context;

    // Each undirected edge once, from the larger vertex to the smaller: the lower triangle of the adjacency
    // matrix. The values are ignored.
    const std::vector<std::uint64_t> from = {1, 2, 3, 3, 2, 3, 4};
    const std::vector<std::uint64_t> to = {0, 1, 2, 0, 0, 1, 3};
    const std::vector<std::int64_t> ones(from.size(), 1);
    const auto L = mergus::Matrix<std::int64_t>::from_tuples(context, 5, 5, from, to, ones);

    // C⟨L⟩ = L plus.pair L': ⊗ (pair) is 1 for every common neighbour k of i and j, and ⊕ (plus) counts them.
    // The mask keeps the pairs (i, j) that are edges, so that i, j and k are a triangle.
    const auto C = mergus::mxm(mergus::plus_pair<std::int64_t>, L, L,
                               {.mask = mergus::structure(L), .transpose_b = true});
    const auto triangles = mergus::reduce(mergus::plus_monoid<std::int64_t>, C);

    std::cout << triangles << " triangles, counted on " << context.backend() << '\n';
    return triangles == 4 ? 0 : 1; // any three of the four corners
}
