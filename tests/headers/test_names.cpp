/// \file test_names.cpp
/// The names of the library beside those of the standard library, in a file that uses both namespaces.
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

using namespace std;
using namespace mergus;

TEST_SUITE_BEGIN("semirings");

TEST_CASE("operators, monoids and semirings beside the standard library's names") {
    const Context context("suitesparse");
    const vector<uint64_t> rows{0, 1}, cols{1, 0};
    const vector<double> values{2, -3};
    const auto A = Matrix<double>::from_tuples(context, 2, 2, rows, cols, values);
    Matrix<double> C(context, 2, 2);

    mxm(C, no_mask, ops::plus<double>, min_plus<double>, A, A); // C(0,0) = C(1,1) = 2 - 3
    CHECK(reduce(plus_monoid<double>, C) == plus<double>{}(-1, -1));
    CHECK(plus<>{}(1, 2) == accumulate(begin(values), end(values), 4, plus{}));
    CHECK(min(values[0], values[1]) == reduce(min_monoid<double>, A));
    CHECK(max({1, 2, 3}) == 3);

    apply(C, no_mask, no_accum, ops::abs<double>, A);
    CHECK(reduce(max_monoid<double>, C) == abs(-3.0));
    ewise_add(C, no_mask, no_accum, ops::min<double>, A, A);
    ewise_mult(C, no_mask, no_accum, ops::minus<double>, A, A);
    CHECK(reduce(plus_monoid<double>, C) == minus<double>{}(1, 1));
    CHECK(select(ops::tril, A, 0).nvals() == 1);

    const pair<int, any> of_the_standard_library{1, identity{}(2)};
    CHECK(any_cast<int>(of_the_standard_library.second) == 2);
    CHECK(div(7, 2).quot == 3);
    CHECK(conj(std::complex<double>(1, 2)).imag() == -2);
    CHECK(find_op("plus", type_of<double>()) == ops::plus<double>.get());
}

TEST_SUITE_END();
