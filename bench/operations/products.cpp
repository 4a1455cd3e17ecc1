/// \file products.cpp
/// Rows of reductions, of products with vectors and diagonal matrices, and of kronecker.
#include "operands.hpp"

#include <mergus/define.hpp>

namespace mergus::bench {

namespace {

// clang-format off
MERGUS_MONOID(user_greatest,
    static double identity() { return -INFINITY; }
    static double add(double x, double y) { return x < y ? y : x; })
// clang-format on

Call reduce_rows_by(Operands& x, const mergus_type* type, const AnyMonoid& monoid, bool columns = false) {
    const AnyMatrix& A = x.A(type);
    return call_into(x.new_vector(type), bytes(A),
                     [&A, monoid, columns](AnyVector& w) { reduce(w, monoid, A, {.transpose_a = columns}); });
}
Call sums_of_rows(Operands& x, const Algebra& algebra) {
    return reduce_rows_by(x, algebra.type, AnyMonoid(algebra.semiring->add));
}

Call multiply_full(Operands& x, const Algebra& algebra) {
    const AnyMatrix& A = x.A(algebra.type);
    const AnyVector& u = x.u(algebra.type);
    return call_into(
        x.new_vector(algebra.type), bytes(A) + bytes(u),
        [&A, &u, semiring = AnySemiring(algebra.semiring)](AnyVector& w) { mxv(w, semiring, A, u); });
}

/// \param share of A's entries that are needed
Call vector_times_matrix(Operands& x, const Algebra& algebra, const AnyVector& u, double share) {
    return call_into(
        x.new_vector(), bytes(u) + share * bytes(x.A()),
        [&A = x.A(), &u, semiring = AnySemiring(algebra.semiring)](AnyVector& w) { vxm(w, semiring, u, A); });
}

Call product_with_diagonal(Operands& x, const Algebra& algebra, const AnyMatrix& A, const AnyMatrix& B) {
    return call_into(
        x.new_matrix(), bytes(x.A()) + bytes(x.u()),
        [&A, &B, semiring = AnySemiring(algebra.semiring)](AnyMatrix& C) { mxm(C, semiring, A, B); });
}

/// A row for each kind of values.
void add_types(OperationTable& rows, const std::string& name, Operation::Prepare prepare, unsigned factors) {
    rows.add(name, {.rounds = true}, prepare);
    rows.add(name + "-fp32", {.type = "fp32", .rounds = true}, prepare);
    rows.add(name + "-int8", {.type = "int8"}, prepare);
    rows.add(name + "-bool", {.type = "bool", .semiring = "lor_land"}, prepare);
    rows.add(name + "-pair16", {.semiring = "user_pair16", .rounds = true, .factors = factors}, prepare);
}

} // namespace

void add_products(OperationTable& rows) {
    add_types(rows, "reduce-rows", sums_of_rows, 1);
    rows.add("reduce-rows-user", [](Operands& x, const Algebra& algebra) {
        return reduce_rows_by(x, algebra.type, user_greatest);
    });
    rows.add("reduce-columns", {.rounds = true}, [](Operands& x, const Algebra& algebra) {
        return reduce_rows_by(x, algebra.type, AnyMonoid(algebra.semiring->add), true);
    });
    rows.add("reduce-scalar", {.rounds = true}, [](Operands& x, const Algebra&) {
        return call_for_number(8.0 * static_cast<double>(x.A().nvals()),
                               [&A = x.A()] { return reduce(plus_monoid<double>, A); });
    });
    add_types(rows, "mxv", multiply_full, 2);
    rows.add("mxv-masked", {.rounds = true}, [](Operands& x, const Algebra& algebra) {
        return call_into(x.new_vector(), bytes(x.mask()) + bytes(x.u()) + .1 * bytes(x.A()),
                         [&x, &A = x.A(), semiring = AnySemiring(algebra.semiring)](AnyVector& w) {
                             mxv(w, semiring, A, x.u(), {.mask = structure(x.mask())});
                         });
    });
    rows.add("vxm", {.rounds = true},
             [](Operands& x, const Algebra& algebra) { return vector_times_matrix(x, algebra, x.u(), 1); });
    rows.add("vxm-sparse", {.rounds = true}, [](Operands& x, const Algebra& algebra) {
        return vector_times_matrix(x, algebra, x.sparse(), .01);
    });
    rows.add("scale-rows", [](Operands& x, const Algebra& algebra) {
        return product_with_diagonal(x, algebra, x.diagonal(), x.A());
    });
    rows.add("scale-columns", [](Operands& x, const Algebra& algebra) {
        return product_with_diagonal(x, algebra, x.A(), x.diagonal());
    });
    rows.add("kronecker", [](Operands& x, const Algebra& algebra) {
        AnyMatrix S(x.context, algebra.type, 2, 2); // exchanges two blocks
        S.set_element(0, 1, 2.0);
        S.set_element(1, 0, 0.5);
        AnyMatrix C(x.context, algebra.type, 2 * x.n(), 2 * x.n());
        return call_into(std::move(C), bytes(x.A()),
                         [&A = x.A(), S = std::make_shared<AnyMatrix>(std::move(S))](AnyMatrix& to) {
                             kronecker(to, ops::times<double>, *S, A);
                         });
    });
}

} // namespace mergus::bench
