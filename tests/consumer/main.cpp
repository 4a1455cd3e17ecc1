/// \file main.cpp
/// A semiring of the user's own, through the installed library.
#include <mergus/mergus.hpp>

#include <cstdio>

MERGUS_SEMIRING(
    most_reliable, static double identity() { return 0; } static double add(double x, double y) {
        return fmax(x, y);
    } static double mul(double a, double b) { return a * b; })

int main() {
    const mergus::Context context("suitesparse");
    mergus::Csr links; // 0 → 1 → 2 and 0 → 2
    links.nrows = links.ncols = 3;
    links.field = mergus::Field::real;
    links.row_ptr = {0, 2, 3, 3};
    links.cols = {1, 2, 2};
    links.reals = {0.9, 0.5, 0.8};
    const auto A = mergus::Matrix<double>::from_csr(context, links);
    auto best = A.dup();
    mergus::mxm(best, most_reliable, A, A, {.accum = mergus::BinaryOp(most_reliable.get()->add->op)});
    const mergus::Tuples result = best.to_tuples();
    const bool right = result.nvals() == 3 && result.reals[1] > 0.71 && result.reals[1] < 0.73;
    std::printf("mergus %s: %s\n", mergus::version(), right ? "right" : "wrong");
    return right ? 0 : 1;
}
