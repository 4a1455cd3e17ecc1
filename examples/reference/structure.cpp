/// \file structure.cpp
/// Parts and shapes: the code of docs/reference/transpose.md, extract.md, assign.md, kronecker.md and
/// diag.md.
#include "expect.hpp"

#include <cstdint>
#include <vector>

namespace {

using mergus::Matrix;
using mergus::Vector;

Matrix<double> example(const mergus::Context& context) {
    return Matrix<double>::from_tuples(context, 3, 4, std::vector{0, 0, 1, 2}, std::vector{0, 3, 1, 2},
                                       std::vector{1.0, 2.0, 3.0, 4.0});
}

void transpose(const mergus::Context& context) {
    const auto A = example(context); // 3 x 4
    const auto B = mergus::transpose(A);
    expect(B.nrows() == 4 && B.extract_element(3, 0) == 2.0);

    // C = A + A' without a transpose of its own: most operations take a transposed input.
    const auto S = Matrix<double>::from_csr(context, mergus::generate::er(8, 8, 2));
    const auto C = mergus::ewise_add<double>(mergus::ops::plus<double>, S, S, {.transpose_b = true});
    expect(isequal(C, mergus::transpose(C)));
}

void extract(const mergus::Context& context) {
    const auto A = example(context);
    const auto part = mergus::extract(A, std::vector{0, 2}, mergus::all);  // rows 0 and 2
    const auto twice = mergus::extract(A, std::vector{0, 0}, mergus::all); // row 0 twice
    const auto column = mergus::extract(A, mergus::all, 3);                // column 3, a vector of size 3
    const auto row = mergus::extract(A, 0, mergus::all);                   // row 0, a vector of size 4
    expect(part.nrows() == 2 && part.nvals() == 3 && twice.nvals() == 4);
    expect(column.size() == 3 && row.size() == 4 && row.extract_element(3) == 2.0);
}

void assign(const mergus::Context& context) {
    auto C = example(context);
    const auto A =
        Matrix<double>::from_tuples(context, 2, 2, std::vector{0}, std::vector{0}, std::vector{9.0});
    mergus::assign(C, A, std::vector{0, 1}, std::vector{0, 1});
    expect(C.extract_element(0, 0) == 9.0 && !C.extract_element(1, 1)); // (1, 1) is not in A: deleted

    mergus::assign(C, 7.0, {.mask = structure(C)}); // every entry becomes 7
    expect(C.nvals() == 3 && C.extract_element(2, 2) == 7.0);
    mergus::assign(C, 1.0); // every position: C is full
    expect(C.nvals() == 12);

    const auto u = Vector<double>::from_dense(context, std::vector{5.0, 6.0});
    mergus::assign(C, u, 2, std::vector{0, 1}); // a part of row 2
    mergus::assign(C, u, std::vector{0, 1}, 3); // a part of column 3
    expect(C.extract_element(2, 1) == 6.0 && C.extract_element(1, 3) == 6.0);
    expect(throws(mergus::Code::invalid_value, [&] {
        mergus::assign(C, 0.0, std::vector{1, 1}, mergus::all);
    }));
}

void kronecker(const mergus::Context& context) {
    const auto A = Matrix<double>::from_tuples(context, 2, 2, std::vector{0, 1}, std::vector{0, 1},
                                               std::vector{1.0, 10.0});
    const auto B = Matrix<double>::from_tuples(context, 1, 2, std::vector{0, 0}, std::vector{0, 1},
                                               std::vector{2.0, 3.0});
    const auto C = mergus::kronecker<double>(mergus::ops::times<double>, A, B);
    expect(C.nrows() == 2 && C.ncols() == 4 && C.extract_element(1, 3) == 30.0);
}

void diag(const mergus::Context& context) {
    const auto u = Vector<double>::from_dense(context, std::vector{1.0, 2.0});
    const auto D = mergus::diag(u, 1); // 3 x 3, above the main diagonal
    expect(D.nrows() == 3 && D.extract_element(1, 2) == 2.0);
    const auto w = mergus::diag(D, 1); // and back
    expect(isequal(u, w));

    // D·A scales the rows of A.
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(2));
    const auto scale = Vector<double>::from_dense(context, std::vector{1.0, 2.0, 3.0, 4.0});
    const auto scaled = mergus::mxm(mergus::plus_times<double>, mergus::diag(scale), A);
    expect(scaled.extract_element(3, 3) == 16.0);
}

void rows(const mergus::Context& context) {
    const auto A = example(context); // (0, 0) 1, (0, 3) 2, (1, 1) 3, (2, 2) 4
    expect(mergus::degrees(A).to_dense() == std::vector<std::int64_t>{2, 1, 1});
    expect(mergus::argmax(A).to_dense() == std::vector<std::int64_t>{3, 1, 2}); // columns
    expect(mergus::argmin(A, {.columns = true}).nvals() == 4);                  // rows
}

void sort(const mergus::Context& context) {
    const auto u = Vector<double>::from_tuples(context, 5, {0, 2, 4}, {2.0, 9.0, 5.0});
    const auto sorted = mergus::sort(mergus::ops::gt<double>, u); // downwards
    expect(sorted.values.extract_element(0) == 9.0 && sorted.positions.extract_element(0) == 2);

    const auto best = mergus::top_k(example(context), 1); // of each row
    expect(best.values.extract_element(0, 0) == 2.0 && best.positions.extract_element(0, 0) == 3);
}

void tiles(const mergus::Context& context) {
    const auto A = Matrix<double>::from_csr(context, mergus::generate::poisson2d5(2)); // 4 x 4
    const auto parts = mergus::split(A, {1, 3}, {4}); // one row, and the other three
    expect(parts.size() == 2 && parts[1][0].nrows() == 3);
    const auto B = mergus::concat<double>({{&parts[0][0]}, {&parts[1][0]}});
    expect(isequal(A, B));
}

} // namespace

int main() {
    const mergus::Context context;
    transpose(context);
    extract(context);
    assign(context);
    kronecker(context);
    diag(context);
    rows(context);
    sort(context);
    tiles(context);
}
