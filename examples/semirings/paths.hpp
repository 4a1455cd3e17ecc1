/// \file paths.hpp
/// Semirings whose ⊕ chooses among paths: shortest, safest, likeliest, widest, the best few, and how many
/// there are. Each ⊕ breaks ties by value, so results do not depend on the order of evaluation.
#pragma once

#include <mergus/define.hpp>

#include <cstdint>

namespace zoo {

/// A length and the middle vertex.
MERGUS_TYPE(Way, double length; int64_t via;);
/// The lengths of the four shortest paths, ascending; INFINITY where there are fewer.
MERGUS_TYPE(Best4, double length[4];);
/// In [0, 1].
MERGUS_TYPE(Probability, double p;);
/// The least length and the number of paths that have it.
MERGUS_TYPE(Shortest, int64_t length; uint64_t count;);
/// A length and its number of edges; the struct has four bytes of padding.
MERGUS_TYPE(Route, double length; int32_t hops;);
/// The probability of the likeliest path into a state, and the state before.
MERGUS_TYPE(Step, double p; int64_t from;);
/// A price, and a comfort that decides between equal prices.
MERGUS_TYPE(Fare, float price; float discomfort;);

// clang-format takes the definitions for arguments of a function.
// clang-format off

/// Shortest paths of two edges and their middle vertices; the values of A and B are lengths.
MERGUS_SEMIRING(min_plus_argmin,
    static Way identity() { return Way{INFINITY, 9223372036854775807}; }
    static Way add(Way x, Way y) {
        if (x.length != y.length) return x.length < y.length ? x : y;
        return x.via < y.via ? x : y;
    }
    static Way mul(double a, double b, int64_t, int64_t k, int64_t) { return Way{a + b, k}; })

/// The lengths of the four best paths: ⊕ merges two lists, ⊗ takes the best of all sixteen sums.
MERGUS_SEMIRING(k_best_paths,
    static Best4 identity() { return Best4{{INFINITY, INFINITY, INFINITY, INFINITY}}; }
    static Best4 add(Best4 x, Best4 y) {
        Best4 z = x;
        for (int n = 0, p = 0, q = 0; n < 4; ++n)
            z.length[n] = x.length[p] <= y.length[q] ? x.length[p++] : y.length[q++];
        return z;
    }
    static Best4 mul(Best4 a, Best4 b) {
        Best4 z = identity();
        for (int p = 0; p < 4; ++p)
            z = add(z, Best4{{a.length[p] + b.length[0], a.length[p] + b.length[1], a.length[p] + b.length[2],
                              a.length[p] + b.length[3]}});
        return z;
    })

/// The most reliable path; it works if all its links work. The terminal value is 1.
MERGUS_SEMIRING(max_reliability,
    static Probability identity() { return Probability{0}; }
    static Probability terminal() { return Probability{1}; }
    static Probability add(Probability x, Probability y) { return x.p < y.p ? y : x; }
    static Probability mul(Probability a, Probability b) { return Probability{a.p * b.p}; })

/// The length of the shortest paths and how many there are.
MERGUS_SEMIRING(count_shortest,
    static Shortest identity() { return Shortest{9223372036854775807, 0}; }
    static Shortest add(Shortest x, Shortest y) {
        if (x.length != y.length) return x.length < y.length ? x : y;
        return Shortest{x.length, x.count + y.count};
    }
    static Shortest mul(Shortest a, Shortest b) { return Shortest{a.length + b.length, a.count * b.count}; })

/// Shortest, and of equally short paths one with the fewest edges.
MERGUS_SEMIRING(min_plus_hops,
    static Route identity() { return Route{INFINITY, 2147483647}; }
    static Route add(Route x, Route y) {
        if (x.length != y.length) return x.length < y.length ? x : y;
        return x.hops < y.hops ? x : y;
    }
    static Route mul(Route a, Route b) { return Route{a.length + b.length, a.hops + b.hops}; })

/// A step of Viterbi's algorithm: probabilities of states times transitions in single precision, and the previous state.
MERGUS_SEMIRING(viterbi,
    static Step identity() { return Step{0, 9223372036854775807}; }
    static Step add(Step x, Step y) {
        if (x.p != y.p) return x.p > y.p ? x : y;
        return x.from < y.from ? x : y;
    }
    static Step mul(double state, float transition, int64_t, int64_t k, int64_t) { return Step{state * transition, k}; })

/// The path whose worst edge is best.
MERGUS_SEMIRING(bottleneck,
    static double identity() { return INFINITY; }
    static double terminal() { return -INFINITY; }
    static double add(double x, double y) { return fmin(x, y); }
    static double mul(double a, double b) { return fmax(a, b); })

/// The cheapest journey, and of equally cheap ones the most comfortable. A GPU combines its eight bytes with one atomic
/// compare-and-swap.
MERGUS_SEMIRING(lexicographic,
    static Fare identity() { return Fare{INFINITY, INFINITY}; }
    static Fare add(Fare x, Fare y) {
        if (x.price != y.price) return x.price < y.price ? x : y;
        return x.discomfort < y.discomfort ? x : y;
    }
    static Fare mul(Fare a, Fare b) { return Fare{a.price + b.price, a.discomfort + b.discomfort}; })

// clang-format on

} // namespace zoo
