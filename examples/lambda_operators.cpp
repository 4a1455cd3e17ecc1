/// \file lambda_operators.cpp
/// C++ lambdas as operators, on the CPU.
#include <mergus/mergus.hpp>

#include <cmath>
#include <iostream>

using mergus::make_binary_op;
using mergus::make_monoid;
using mergus::make_semiring;

int main() {
    const mergus::Context context("suitesparse");
    const auto A = mergus::Matrix<double>::from_tuples(context, 3, 3, {0, 1, 2}, {1, 2, 0}, {2, 3.5, 4});

    const double toll = 0.25;
    const auto shorter =
        make_binary_op<double>("shorter", [](double x, double y) { return std::fmin(x, y); });
    const auto pay = make_binary_op<double>("pay", [toll](double x, double y) { return x + y + toll; });
    const auto semiring = make_semiring(make_monoid(shorter, INFINITY), pay);
    const mergus::Matrix<double> C = mergus::mxm(semiring, A, A);
    const mergus::Matrix<double> D = mergus::ewise_add(shorter, A, C);

    std::cout << D << '\n';
    return D.nvals() == 6 && C.extract_element(0, 2) == 5.75 ? 0 : 1;
}
