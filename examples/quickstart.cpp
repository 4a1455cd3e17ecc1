/// \file quickstart.cpp
/// The program of README.md: the triangles of a random graph.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>

int main() {
    const mergus::Context context; // the best backend on this machine
    const auto A = mergus::Matrix<bool>::from_csr(context, mergus::generate::rmat({.scale = 14}));
    mergus::Matrix<std::int64_t> C(context, A.nrows(), A.ncols());
    // C⟨A⟩ = A plus.pair A: the number of common neighbours of i and j, for every edge (i, j).
    mergus::mxm(C, structure(A), mergus::no_accum, mergus::plus_pair<std::int64_t>, A, A);
    std::cout << mergus::reduce(mergus::plus_monoid<std::int64_t>, C) / 6 << " triangles\n";
}
