/// \file elementwise.cpp
/// Rows of ewise_add, ewise_mult, apply, select and isequal on matrices.
#include "operands.hpp"

#include <mergus/runtime.hpp>

namespace mergus::bench {

namespace {

Call add_transposed(Operands& x, const Algebra& algebra) {
    const mergus_type* type = algebra.type;
    const AnyMatrix &A = x.A(type), &B = x.At(type);
    return call_into(
        x.new_matrix(type), bytes(A) + bytes(B),
        [&A, &B, plus = BinaryOp(algebra.semiring->add->op)](AnyMatrix& C) { ewise_add(C, plus, A, B); });
}

/// C = op(A, B), elementwise on the intersection.
Call multiply(Operands& x, const AnyMatrix& B, double read) {
    return call_into(x.new_matrix(), read,
                     [&A = x.A(), &B](AnyMatrix& C) { ewise_mult(C, ops::times<double>, A, B); });
}

const UnaryOp& text_unary() {
    static const UnaryOp op =
        define_unary_op("bench_fold", "x < 0.5 ? x * 2 : x / 2", type_of<double>(), type_of<double>());
    return op;
}
const IndexUnaryOp& text_select() {
    static const IndexUnaryOp op = define_index_unary_op("bench_upper", "j > i && x < y", type_of<bool>(),
                                                         type_of<double>(), type_of<double>());
    return op;
}

Call selecting(Operands& x, const IndexUnaryOp& op, const Scalar& y) {
    return call_into(x.new_matrix(), bytes(x.A()),
                     [&A = x.A(), op, y](AnyMatrix& C) { select(C, op, A, y); });
}

} // namespace

void add_elementwise(OperationTable& rows) {
    rows.add("ewise-add", add_transposed);
    rows.add("ewise-add-fp32", {.type = "fp32"}, add_transposed);
    rows.add("ewise-add-int8", {.type = "int8"}, add_transposed);
    rows.add("ewise-add-bool", {.type = "bool", .semiring = "lor_land"}, add_transposed);
    rows.add("ewise-add-pair16", {.semiring = "user_pair16"}, add_transposed);
    rows.add("ewise-add-same", [](Operands& x, const Algebra&) {
        return call_into(x.new_matrix(), 2 * bytes(x.A()), [&A = x.A(), &B = x.twin()](AnyMatrix& C) {
            ewise_add(C, ops::plus<double>, A, B);
        });
    });
    rows.add("ewise-mult", [](Operands& x, const Algebra&) { return multiply(x, x.At(), 2 * bytes(x.A())); });
    rows.add("ewise-mult-same",
             [](Operands& x, const Algebra&) { return multiply(x, x.twin(), 2 * bytes(x.A())); });
    rows.add("ewise-mult-iso", [](Operands& x, const Algebra&) {
        return multiply(x, x.iso(), bytes(x.A()) + pattern_bytes(x.A()));
    });
    rows.add("isequal", [](Operands& x, const Algebra&) {
        return call_for_number(2 * bytes(x.A()), [&A = x.A(), B = std::make_shared<AnyMatrix>(x.A().dup())] {
            return isequal(A, *B) ? 1.0 : 0.0;
        });
    });
    rows.add("apply-scalar", [](Operands& x, const Algebra&) {
        return call_into(x.new_matrix(), bytes(x.A()),
                         [&A = x.A()](AnyMatrix& C) { apply(C, ops::times<double>, A, 2.0); });
    });
    rows.add("apply-text", [](Operands& x, const Algebra&) {
        return call_into(x.new_matrix(), bytes(x.A()),
                         [&A = x.A()](AnyMatrix& C) { apply(C, text_unary(), A); });
    });
    // The pattern stays. The operator gives the same result however often it is applied.
    rows.add("apply-in-place", [](Operands& x, const Algebra&) {
        const double values = 8.0 * static_cast<double>(x.A().nvals());
        Call call = call_into(x.A().dup(), values, [](AnyMatrix& C) { apply(C, ops::abs<double>, C); });
        call.written = values;
        return call;
    });
    rows.add("select-tril",
             [](Operands& x, const Algebra&) { return selecting(x, ops::tril, std::int64_t{0}); });
    rows.add("select-value",
             [](Operands& x, const Algebra&) { return selecting(x, ops::valuegt<double>, 0.5); });
    rows.add("select-text", [](Operands& x, const Algebra&) { return selecting(x, text_select(), 0.5); });
}

} // namespace mergus::bench
