/// \file triangles.cpp
/// Counts the triangles of a small graph with one masked matrix product.
///
/// A graph is a matrix: entry (i, j) is the edge from vertex i to vertex j. Here: a square 0-1-2-3 with both
/// diagonals, which is every edge that four vertices can have, and a tail 3-4 that closes no triangle.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    // The best backend that can run on this machine: a GPU, or else the CPU.
    const mergus::Context context;

    // Each undirected edge once, from the larger vertex to the smaller: the triangle below the diagonal. The
    // values do not matter; int64_t, so that they can be counted.
    const std::vector<std::uint64_t> from = {1, 2, 3, 3, 2, 3, 4};
    const std::vector<std::uint64_t> to = {0, 1, 2, 0, 0, 1, 3};
    const std::vector<std::int64_t> ones(from.size(), 1);
    const auto L = mergus::Matrix<std::int64_t>::from_tuples(context, 5, 5, from, to, ones);

    // C = L ⊕.⊗ L', where pair ⊗ gives 1 for every k that both i and j lead to, and plus ⊕ counts them. The
    // mask keeps only those (i, j) that are edges themselves: then i, j and k are a triangle.
    mergus::Matrix<std::int64_t> C(context, 5, 5);
    mergus::mxm(C, mergus::structure(L), mergus::no_accum, mergus::plus_pair<std::int64_t>, L, L,
                mergus::transpose_second);
    const auto triangles = mergus::reduce(mergus::plus_monoid<std::int64_t>, C);

    std::cout << triangles << " triangles, counted on " << context.backend() << '\n';
    return triangles == 4 ? 0 : 1; // any three of the square's four corners
}
