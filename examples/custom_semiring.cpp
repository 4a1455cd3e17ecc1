/// \file custom_semiring.cpp
/// Two user-defined semirings. The host compiler compiles a definition for the CPU; its text is kept for the
/// run-time compiler of a GPU backend.
#include <mergus/mergus.hpp>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

// clang-format takes the definitions for arguments of a function.
// clang-format off

/// The most reliable of several paths; a path is as reliable as the product of its links.
MERGUS_SEMIRING(max_reliability,
    static double identity() { return 0; }
    static double add(double x, double y) { return fmax(x, y); }
    static double terminal() { return 1; } // nothing is better: backends may stop here
    static double mul(double a, double b) { return a * b; })

/// Sums of probabilities held as logarithms, where the plain sum would underflow (forward algorithm of a
/// hidden Markov model): ⊕ is log(eˣ + eʸ), ⊗ is +.
MERGUS_SEMIRING(log_sum_exp,
    static double identity() { return -INFINITY; }
    static double add(double x, double y) {
        double larger = fmax(x, y);
        return larger == -INFINITY ? larger : larger + log1p(exp(fmin(x, y) - larger));
    }
    static double mul(double a, double b) { return a + b; })

// clang-format on

namespace {

using Doubles = mergus::Matrix<double>;
using Numbers = std::vector<double>;

/// Entry (0, 3) of A·A over the semiring, for the network 0 → 1 → 3, 0 → 2 → 3: all paths of two links.
double two_links(const mergus::Context& context, const mergus::AnySemiring& semiring, const Numbers& links) {
    const std::vector<std::uint64_t> from = {0, 0, 1, 2};
    const std::vector<std::uint64_t> to = {1, 2, 3, 3};
    const auto A = Doubles::from_tuples(context, 4, 4, from, to, links);
    const auto C = mergus::mxm<double>(semiring, A, A);
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> cols;
    Numbers values;
    C.extract_tuples(rows, cols, values);
    const bool alone = values.size() == 1 && rows[0] == 0 && cols[0] == 3;
    return alone ? values[0] : NAN;
}

} // namespace

int main() {
    const mergus::Context context;

    const double best = two_links(context, max_reliability, {0.9, 0.5, 0.75, 1.0});
    std::cout << "the most reliable way from 0 to 3 holds with probability " << best << '\n';

    // Probabilities of e^-1000 and less: as plain numbers they would all be 0.
    const double log_sum = two_links(context, log_sum_exp, {-1000, -1001, -2, -1});
    std::cout << "log of the summed probability of both ways: " << log_sum << '\n';

    const bool right = best == 0.9 * 0.75 &&                             // over 1; over 2 it is 0.5
                       std::abs(log_sum - (-1002 + std::log(2))) < 1e-9; // two paths of e^-1002 each
    return right ? 0 : 1;
}
