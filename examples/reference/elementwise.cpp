/// \file elementwise.cpp
/// Operations on single entries: the code of docs/reference/ewise.md, apply.md, select.md, reduce.md and
/// isequal.md.
#include "expect.hpp"

#include <cstdint>
#include <vector>

namespace {

using mergus::Matrix;
using mergus::Vector;

void ewise(const mergus::Context& context) {
    const auto u = Vector<double>::from_tuples(context, 4, std::vector{0, 1}, std::vector{5.0, 6.0});
    const auto v = Vector<double>::from_tuples(context, 4, std::vector{1, 3}, std::vector{1.0, 2.0});
    const auto sum = mergus::ewise_add<double>(mergus::ops::minus<double>, u, v);
    expect(sum.nvals() == 3);              // the union: 0, 1 and 3
    expect(sum.extract_element(1) == 5.0); // 6 - 1
    expect(sum.extract_element(3) == 2.0); // v alone: 2, not 0 - 2
    const auto both = mergus::ewise_mult<double>(mergus::ops::times<double>, u, v);
    expect(both.nvals() == 1 && both.extract_element(1) == 6.0); // the intersection: 1

    // Without <T> the result has the type of the operator's result, here bool.
    const Vector<bool> less = mergus::ewise_mult(mergus::ops::lt<double>, u, v);
    expect(less.extract_element(1) == false);
}

void ewise_union(const mergus::Context& context) {
    const auto u = Vector<double>::from_tuples(context, 4, {0, 1}, {5.0, 6.0});
    const auto v = Vector<double>::from_tuples(context, 4, {1, 3}, {1.0, 2.0});
    const auto difference = mergus::ewise_union<double>(mergus::ops::minus<double>, u, 0.0, v, 0.0);
    expect(difference.extract_element(0) == 5.0);  // 5 - 0
    expect(difference.extract_element(3) == -2.0); // 0 - 2
}

void apply(const mergus::Context& context) {
    const auto A = Matrix<double>::from_tuples(context, 2, 2, std::vector{0, 1}, std::vector{1, 0},
                                               std::vector{-4.0, 2.0});
    const auto absolute = mergus::apply<double>(mergus::ops::abs<double>, A);
    const auto inverse = mergus::apply<double>(mergus::ops::div<double>, 1.0, A);             // 1 / A(i,j)
    const auto half = mergus::apply<double>(mergus::ops::div<double>, A, 2.0);                // A(i,j) / 2
    const auto rows = mergus::apply<std::int64_t>(mergus::ops::rowindex<std::int64_t>, A, 1); // i + 1
    expect(absolute.extract_element(0, 1) == 4.0 && inverse.extract_element(1, 0) == 0.5);
    expect(half.extract_element(0, 1) == -2.0 && rows.extract_element(1, 0) == 2);

    auto C = A.dup();
    mergus::apply(C, mergus::ops::ainv<double>, A, {.accum = mergus::ops::plus<double>}); // C += -A
    expect(C.nvals() == 2 && C.extract_element(0, 1) == 0.0);                             // zeros are entries
}

void select(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(4));
    const auto L = mergus::select(mergus::ops::tril, A, -1); // strictly below the diagonal
    const auto D = mergus::select(mergus::ops::diag, A, 0);
    const auto positive = mergus::select(mergus::ops::valuegt<double>, A, 0.0);
    expect(2 * L.nvals() + D.nvals() == A.nvals() && isequal(positive, D));

    const auto integers = mergus::Matrix<int>(mergus::apply<int>(mergus::ops::identity<double>, A));
    expect(throws(mergus::Code::invalid_value,
                  [&] { mergus::select(mergus::ops::valuegt<int>, integers, 0.5); })); // 0.5 is no int
}

void reduce(const mergus::Context& context) {
    const auto A = Matrix<double>::from_tuples(context, 3, 2, std::vector{0, 0, 2}, std::vector{0, 1, 1},
                                               std::vector{1.0, 2.0, 4.0});
    const double total = mergus::reduce(mergus::plus_monoid<double>, A);
    const auto rows = mergus::reduce_rows(mergus::plus_monoid<double>, A);
    const auto columns = mergus::reduce_columns(mergus::max_monoid<double>, A);
    expect(total == 7 && rows.nvals() == 2 && !rows.extract_element(1)); // row 1 is empty: no entry
    expect(columns.to_dense() == std::vector{1.0, 4.0});

    double sum = 100;
    mergus::reduce(sum, mergus::plus_monoid<double>, A, {.accum = mergus::ops::plus<double>});
    expect(sum == 107);
    const Matrix<double> empty(context, 3, 3);
    expect(mergus::reduce(mergus::times_monoid<double>, empty) == 1.0); // the identity
}

void isequal_(const mergus::Context& context) {
    const auto A = Matrix<int>::from_tuples(context, 2, 2, std::vector{0}, std::vector{1}, std::vector{3});
    const auto B =
        Matrix<double>::from_tuples(context, 2, 2, std::vector{0}, std::vector{1}, std::vector{3.0});
    expect(!isequal(A, B));                             // other types
    expect(isequal(A, B, mergus::ops::eq<double>));     // the same shape, pattern and values
    expect(isequal(A, A.to(mergus::Context(context)))); // contexts may differ
}

} // namespace

int main() {
    const mergus::Context context;
    ewise(context);
    ewise_union(context);
    apply(context);
    select(context);
    reduce(context);
    isequal_(context);
}
