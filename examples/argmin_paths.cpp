/// \file argmin_paths.cpp
/// Shortest paths of two edges with their middle vertices: min-plus with its arg-min.
///
/// The values are a user-defined struct of a length and the middle vertex. ⊗ receives the indices of the
/// product A(i,k) · B(k,j) and stores k.
#include <mergus/mergus.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

MERGUS_TYPE(Way, double length; int64_t via;);

// clang-format takes the definition for arguments of a function.
// clang-format off

/// Of two ways of equal length ⊕ takes the one over the smaller vertex, so the result does not depend on the
/// order of evaluation. The identity is longer than every way.
MERGUS_SEMIRING(shortest_way,
    static Way identity() { return Way{INFINITY, 9223372036854775807}; }
    static Way add(Way x, Way y) {
        if (x.length != y.length) return x.length < y.length ? x : y;
        return x.via < y.via ? x : y;
    }
    static Way mul(double a, double b, int64_t, int64_t k, int64_t) { return Way{a + b, k}; })

// clang-format on

int main() {
    const mergus::Context context;

    // Flights from 0 and 1, over the hubs 2, 3 and 4, to 5: departure, arrival, hours.
    const std::vector<std::uint64_t> from = {0, 0, 0, 1, 1, 2, 3, 4};
    const std::vector<std::uint64_t> to = {2, 3, 4, 2, 4, 5, 5, 5};
    const std::vector<double> hours = {1.0, 2.5, 3.0, 4.0, 1.5, 7.0, 2.0, 1.5};
    const auto A = mergus::Matrix<double>::from_tuples(context, 6, 6, from, to, hours);

    // double ⊗ double gives Way: the type of C is that of the semiring, not that of A.
    const mergus::Matrix<Way> C = mergus::mxm(shortest_way, A, A);

    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> cols;
    std::vector<Way> ways;
    C.extract_tuples(rows, cols, ways);
    for (std::size_t e = 0; e < ways.size(); ++e)
        std::cout << "from " << rows[e] << " to " << cols[e] << " over " << ways[e].via << ": "
                  << ways[e].length << " hours\n";

    const bool right = ways.size() == 2 && rows == std::vector<std::uint64_t>{0, 1} && cols[0] == 5 &&
                       cols[1] == 5 && ways[0].via == 3 &&
                       ways[0].length == 4.5 && // as long over 4: the smaller hub is taken
                       ways[1].via == 4 && ways[1].length == 3.0;
    return right ? 0 : 1;
}
