/// \file equal_names_2.cpp
/// See equal_names.hpp.
#include "equal_names.hpp"

MERGUS_BINARY_OP(
    combine, static double apply(double x, double y) { return x * y; })
MERGUS_UNARY_OP(
    change, static double apply(double x) { return x - 1; })
MERGUS_INDEX_UNARY_OP(
    keep, static bool apply(double x, int64_t, int64_t, double y) { return x < y; })
MERGUS_MONOID(
    fold, static double identity() { return 1; } static double add(double x, double y) { return x * y; })
MERGUS_SEMIRING(
    ring, static double identity() { return 1; } static double add(double x, double y) {
        return x * y;
    } static double mul(double x, double y) { return x - 1 + y; })
MERGUS_TYPE(boxed, double value;);
// The same text in both files, of a type that differs.
MERGUS_UNARY_OP(
    box, static boxed apply(double x) {
        boxed made{};
        if (x > 4) made.value = 7;
        if (x <= 4) made.value = 6;
        return made;
    })

namespace mergus::tests {

EqualNames equal_names_2(const Context& context) {
    const auto A = Matrix<double>::from_tuples(context, 1, 2, {0, 0}, {0, 1}, {3, 5});
    const auto B = Matrix<double>::from_tuples(context, 2, 1, {0, 1}, {0, 0}, {3, 5});
    std::vector<double> results;
    const auto add = [&](const Matrix<double>& C) {
        std::vector<std::uint64_t> rows, cols;
        std::vector<double> values;
        C.extract_tuples(rows, cols, values);
        results.insert(results.end(), values.begin(), values.end());
    };
    add(ewise_mult(combine, A, A));
    add(apply(change, A));
    add(select(keep, A, 4.0));
    results.push_back(reduce(fold, A));
    add(mxm(ring, A, B));
    const Matrix<boxed> boxes = apply(box, A);
    for (std::uint64_t j = 0; j < 2; ++j)
        results.push_back(static_cast<double>(boxes.extract_element(0, j).value().value));
    add(ewise_mult(combine_from_header, A, A));
    Matrix<from_header> shared(context, 1, 1);
    shared.set_element(0, 0, from_header{1, 2});
    return {results, boxes.type(), std::move(shared)};
}

} // namespace mergus::tests
