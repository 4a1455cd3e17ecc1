/// \file test_arguments.cpp
/// Arguments and results as a program writes them: lists in braces, typed results, numbers as the values of a
/// monoid, moved-from objects.
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <cmath>
#include <concepts>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("arguments: lists of indices and values in braces") {
    on_each_backend([](const Context& context) {
        auto A = Matrix<double>::from_tuples(context, 3, 3, {0, 1, 2}, {1, 2, 0}, {1, 2.5, 4});
        CHECK(read<double>(A) == Entries<double>{{0, 1, 1}, {1, 2, 2.5}, {2, 0, 4}});
        CHECK(read<double>(extract(A, {0, 2}, {0, 1})) == Entries<double>{{0, 1, 1}, {1, 0, 4}});
        CHECK(read<double>(extract(A, {2}, {0})) == Entries<double>{{0, 0, 4}});
        CHECK(read<double>(extract(A, all, {1})) == Entries<double>{{0, 0, 1}});
        // A number is a row or a column, a list of one number is not.
        CHECK(items<double>(extract(A, {0, 2}, 1)) == Items<double>{{0, 1}});
        CHECK(items<double>(extract(A, 2, {0, 1})) == Items<double>{{0, 4}});
        CHECK(items<double>(extract<I32>(A, 2u, all)) == Items<double>{{0, 4}});
        const Matrix<double> none = extract(A, {}, {0, 1});
        CHECK(none.nrows() == 0);
        CHECK(none.ncols() == 2);
        const std::uint64_t n = 2;
        assign(A, 7.0, {0, n}, {2});
        CHECK(read<double>(A) == Entries<double>{{0, 1, 1}, {0, 2, 7}, {1, 2, 2.5}, {2, 0, 4}, {2, 2, 7}});
        assign(A, no_mask, no_accum, 8.0, {1}, {0, 1});
        CHECK(A.nvals() == 7);
        auto u = Vector<bool>::from_tuples(context, 4, {1, 3}, {true, false});
        CHECK(items<bool>(u) == Items<bool>{{1, true}, {3, false}});
        CHECK(items<bool>(extract(u, {3, 0, 1})) == Items<bool>{{0, false}, {2, true}});
        assign(u, true, {0, 2});
        CHECK(u.nvals() == 4);
        assign(A, Vector<double>::from_dense(context, {5, 6}), {0, 1}, 2);
        CHECK(A.extract_element(1, 2) == 6);
        const auto levels = bfs_levels(A, {0, 2});
        CHECK(levels.extract_element(1, 0) == 1);
        set_values(A, {1, 2, 3, 4, 5, 6, 7});
        CHECK(A.extract_element(0, 1) == 1);
        refuses(Code::index_out_of_bounds, {"element 1", "negative", "-4"}, [&] {
            static_cast<void>(extract(A, {0, -4}, {0}));
        });
        refuses(Code::index_out_of_bounds, {"3"}, [&] { static_cast<void>(extract(A, {0, 3}, {0})); });
    });
}

TEST_CASE("arguments: a result has the type that its operator has in the program") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 1, 2, {{0, 0, 1}, {0, 1, -2}});
        const Matrix<double> sum = ewise_add(ops::plus<double>, A, A);
        const Matrix<bool> less = ewise_mult(ops::lt<double>, A, sum);
        const Matrix<I64> column = apply(ops::colindex<I64>, A, 3);
        const Matrix<double> positive = apply(ops::abs<double>, A);
        const Matrix<double> half = apply(ops::div<double>, A, 2), under = apply(ops::div<double>, 2, A);
        const Matrix<float> parts = apply(ops::creal<complex<float>>, A);
        const Matrix<double> squares = kronecker(ops::times<double>, A, A);
        CHECK(read<double>(sum) == Entries<double>{{0, 0, 2}, {0, 1, -4}});
        CHECK(read<bool>(less) == Entries<bool>{{0, 0, true}, {0, 1, false}});
        CHECK(read<I64>(column) == Entries<I64>{{0, 0, 3}, {0, 1, 4}});
        CHECK(read<double>(positive) == Entries<double>{{0, 0, 1}, {0, 1, 2}});
        CHECK(read<double>(half) == Entries<double>{{0, 0, 0.5}, {0, 1, -1}});
        CHECK(read<double>(under) == Entries<double>{{0, 0, 2}, {0, 1, -1}});
        CHECK(read<float>(parts) == Entries<float>{{0, 0, 1}, {0, 1, -2}});
        CHECK(squares.nvals() == 4);
        const auto u = make_vector<double>(context, 2, {{0, 1}, {1, -2}});
        const Vector<double> both = ewise_add(ops::max<double>, u, u), negated = apply(ops::ainv<double>, u);
        const Vector<bool> equal = ewise_mult(ops::eq<double>, both, u);
        const Vector<double> rest = apply(ops::minus<double>, 1, u),
                             less_one = apply(ops::minus<double>, u, 1);
        const Vector<I64> where = apply(ops::rowindex<I64>, u, 0);
        CHECK(items<double>(negated) == Items<double>{{0, -1}, {1, 2}});
        CHECK(items<bool>(equal) == Items<bool>{{0, true}, {1, true}});
        CHECK(items<double>(rest) == Items<double>{{0, 0}, {1, 3}});
        CHECK(items<double>(less_one) == Items<double>{{0, 0}, {1, -3}});
        CHECK(items<I64>(where) == Items<I64>{{0, 0}, {1, 1}});
        // A type that is given overrides it, and an operator without a type gives an AnyMatrix.
        const Matrix<float> narrow = ewise_add<float>(ops::plus<double>, A, A);
        CHECK(narrow.type() == type_of<float>());
        const BinaryOp untyped = ops::plus<double>;
        static_assert(std::same_as<decltype(ewise_add(untyped, A, A)), AnyMatrix>);
    });
}

TEST_CASE("arguments: identity and terminal value of a monoid are numbers that its type represents") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 1, 3, {{0, 0, 1}, {0, 1, -2}});
        const Monoid<double> greatest = make_monoid(ops::max<double>, -INFINITY, INFINITY);
        CHECK(reduce(greatest, A) == 1);
        CHECK(reduce(greatest, Matrix<double>(context, 2, 2)) == -INFINITY);
        CHECK(reduce(make_monoid(ops::plus<double>, 0), A) == -1);
        CHECK(reduce(make_monoid(ops::plus<complex<double>>, 0), A) == complex<double>(-1));
        CHECK(reduce(make_monoid(ops::min<std::int8_t>, 127, -128), A) == -2);
        CHECK(reduce(make_monoid(ops::lor<bool>, 0, 1), A));
        const BinaryOp untyped = ops::times<float>;
        CHECK(reduce<float>(make_monoid(untyped, 1), A) == -2);
        const Semiring<double> semiring =
            make_semiring(make_monoid(ops::plus<double>, 0), ops::times<double>);
        CHECK(mxm(semiring, A, A, {.transpose_b = true}).extract_element(0, 0) == 5);
    });
    const auto refused = [](Code code, const char* text, const auto& identity, const auto& op) {
        refuses(code, {"monoid of", "identity", text}, [&] { static_cast<void>(make_monoid(op, identity)); });
    };
    refused(Code::invalid_value, "0.5", 0.5, ops::plus<I64>);
    refused(Code::invalid_value, "300", 300, ops::plus<std::int8_t>);
    refused(Code::invalid_value, "2", 2, ops::lor<bool>);
    refused(Code::invalid_value, "inf", INFINITY, ops::min<I32>);
    refused(Code::invalid_value, "9007199254740993", (I64{1} << 53) + 1, ops::plus<double>);
    // A scalar with an explicit type has to have the operator's.
    const I32 zero = 0;
    refused(Code::domain_mismatch, "int32", Scalar(&zero, type_of<I32>()), ops::plus<double>);
    refuses(Code::invalid_value, {"terminal", "0.5"},
            [] { static_cast<void>(make_monoid(ops::plus<I64>, 0, 0.5)); });
}

TEST_CASE("arguments: a typed object does not take one of another type, and leaves it as it is") {
    on_each_backend([](const Context& context) {
        AnyMatrix A = make<int>(context, 2, 2, {{0, 1, 5}});
        refuses(Code::domain_mismatch, {"Matrix<T>", "int32", "fp64"},
                [&] { const Matrix<double> taken(std::move(A)); });
        CHECK(read<int>(A) == Entries<int>{{0, 1, 5}});
        const Matrix<int> taken(std::move(A));
        CHECK(read<int>(taken) == Entries<int>{{0, 1, 5}});
        AnyVector u = make_vector<int>(context, 3, {{2, 6}});
        refuses(Code::domain_mismatch, {"Vector<T>", "int32", "fp64"},
                [&] { const Vector<double> other(std::move(u)); });
        CHECK(items<int>(u) == Items<int>{{2, 6}});
        const Matrix<double> nothing{AnyMatrix()};
        CHECK(to_string(nothing) == "empty object");
    });
}

TEST_CASE("arguments: every use of a moved-from context throws") {
    Context context("suitesparse");
    const Context kept = std::move(context);
    const auto check = [&](auto use) {
        refuses(Code::uninitialized_object, {"context", "moved from"}, [&] { use(context); });
    };
    check([](const Context& c) { static_cast<void>(c.backend()); });
    check([](const Context& c) { static_cast<void>(c.description()); });
    check([](const Context& c) { static_cast<void>(c.deterministic()); });
    check([](const Context& c) { c.wait(); });
    check([](const Context& c) { static_cast<void>(c.release_derived()); });
    check([](const Context& c) { static_cast<void>(c.counters()); });
    check([](const Context& c) { const Matrix<double> A(c, 1, 1); });
    check([](const Context& c) { const Vector<double> u(c, 1); });
    check([](const Context& c) { static_cast<void>(Vector<double>::from_dense(c, {1, 2})); });
    check([](const Context& c) { static_cast<void>(Matrix<double>::from_csr(c, generate::poisson2d5(3))); });
    check([&](const Context& c) { static_cast<void>(Matrix<double>(kept, 1, 1).to(c)); });
    CHECK(context != kept);
    context = kept;
    CHECK(context.backend() == "suitesparse");
}

TEST_SUITE_END();
