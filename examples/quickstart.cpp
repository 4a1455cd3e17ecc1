/// \file quickstart.cpp
/// The program of README.md: the triangles of a random graph.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>

int main() {
    const mergus::Context context; // the best backend on this machine
    const auto A = mergus::Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 14}));
    // C⟨A⟩ = A plus.pair A: the number of common neighbours of i and j, for every edge (i, j).
    const auto C = mergus::mxm(mergus::plus_pair<std::int64_t>, A, A, {.mask = structure(A)});
    std::cout << mergus::reduce(mergus::plus_monoid<std::int64_t>, C) / 6 << " triangles\n";
}
