/// \file test_isequal.cpp
/// Comparison of matrices, matrices as text, index lists and bools of other types, and reduction to a row.
#include "conformance/user_algebra.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <complex>
#include <limits>
#include <sstream>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using List = std::vector<std::uint64_t>;

MERGUS_BINARY_OP(
    is_close, static bool apply(double x, double y) { return fabs(x - y) <= 0.5; })

/// isequal on 2 x 3 matrices that differ in one entry at a time.
template <class T>
void compare_values(const Context& context, T a, T b) {
    CAPTURE(type_name(type_of<T>()));
    const auto of = [&](T value, std::uint64_t column) {
        return make<T>(context, 2, 3, {{0, 1, a}, {1, column, value}});
    };
    CHECK(isequal(of(b, 2), of(b, 2)));
    CHECK_FALSE(isequal(of(b, 2), of(a, 2)));
    CHECK_FALSE(isequal(of(b, 2), of(b, 1)));
    CHECK_FALSE(isequal(of(b, 2), make<T>(context, 2, 3, {{0, 1, a}})));
    CHECK_FALSE(isequal(of(b, 2), make<T>(context, 3, 3, {{0, 1, a}, {1, 2, b}})));
    CHECK_FALSE(isequal(of(b, 2), make<T>(context, 2, 4, {{0, 1, a}, {1, 2, b}})));
    CHECK(isequal(make<T>(context, 2, 3, {}), make<T>(context, 2, 3, {})));
    CHECK(isequal(make<T>(context, 0, 3, {}), make<T>(context, 0, 3, {})));
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("isequal compares type, shape, pattern and values, for every kind of type") {
    on_each_backend([](const Context& context) {
        compare_values<bool>(context, true, false);
        compare_values<I32>(context, 0, -1);
        compare_values<std::uint64_t>(context, 1, ~std::uint64_t{0});
        compare_values<float>(context, 0.5F, INFINITY);
        compare_values<double>(context, 0, 1e-300);
        compare_values<std::complex<double>>(context, {1, 2}, {1, -2});
        compare_values<poly3>(context, {1, 2, 3}, {1, 2, 4});

        const auto one = [&](double value) { return make<double>(context, 1, 1, {{0, 0, value}}); };
        CHECK(isequal(one(0.0), one(-0.0)));
        const double nan = std::numeric_limits<double>::quiet_NaN();
        CHECK_FALSE(isequal(one(nan), one(nan)));
        CHECK_FALSE(isequal(one(1), make<float>(context, 1, 1, {{0, 0, 1}})));
        const Matrix<double> same = one(1);
        CHECK(isequal(same, same));
        CHECK(code_of([&] { (void)isequal(one(1), AnyMatrix()); }) == Code::uninitialized_object);
        CHECK(code_of([&] { (void)isequal(AnyMatrix(), one(1)); }) == Code::uninitialized_object);
    });
}

TEST_CASE("isequal compares by an operator, and matrices of different contexts") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 1, 3, {{0, 0, 1}, {0, 2, 4}});
        const auto B = make<float>(context, 1, 3, {{0, 0, 1.25F}, {0, 2, 3.75F}});
        CHECK(isequal(A, B, is_close));
        CHECK_FALSE(isequal(A, B, ops::eq<double>));
        CHECK_FALSE(isequal(A, make<double>(context, 1, 3, {{0, 0, 1}, {0, 1, 4}}), is_close));
        CHECK(isequal(A, A, ops::ge<double>));
        CHECK(code_of([&] { (void)isequal(A, A, ops::plus<double>); }) == Code::domain_mismatch);
        CHECK(code_of([&] { (void)isequal(A, make<poly3>(context, 1, 3, {}), is_close); }) ==
              Code::domain_mismatch);
        CHECK(code_of([&] { (void)isequal(A, A, BinaryOp{}); }) == Code::null_pointer);
        const Context other("suitesparse");
        CHECK(isequal(A, A.to(other)));
        CHECK(isequal(A.to(other), A));
        CHECK_FALSE(isequal(A, make<double>(other, 1, 3, {{0, 0, 1}, {0, 2, 5}})));
        const auto user = make<poly3>(context, 1, 1, {{0, 0, {1, 2, 3}}});
        CHECK(isequal(user, user.to(other)));
    });
}

TEST_CASE("the text of a matrix has its shape, type, count and first entries") {
    on_each_backend([](const Context& context) {
        const auto text = [](const AnyMatrix& matrix) {
            std::ostringstream out;
            out << matrix;
            return out.str();
        };
        const auto A = make<double>(context, 3, 4, {{2, 0, -1.5}, {0, 3, 0.1}});
        CHECK(text(A) == "3 x 4 matrix of fp64, 2 entries\n  (0, 3)  0.1\n  (2, 0)  -1.5");
        CHECK(to_string(A, 1) == "3 x 4 matrix of fp64, 2 entries\n  (0, 3)  0.1\n  …");
        CHECK(to_string(A, 0) == "3 x 4 matrix of fp64, 2 entries\n  …");
        CHECK(text(make<bool>(context, 1, 1, {{0, 0, true}})) ==
              "1 x 1 matrix of bool, 1 entry\n  (0, 0)  true");
        CHECK(text(make<std::int8_t>(context, 1, 1, {{0, 0, 65}})) ==
              "1 x 1 matrix of int8, 1 entry\n  (0, 0)  65");
        CHECK(text(make<std::complex<float>>(context, 1, 1, {{0, 0, {1, -2}}})) ==
              "1 x 1 matrix of fc32, 1 entry\n  (0, 0)  (1, -2)");
        CHECK(text(make<poly3>(context, 1, 1, {{0, 0, {1, 2, 255}}})).find("(0, 0)  0x01000000") !=
              std::string::npos);
        CHECK(text(Matrix<I32>(context, 0, 7)) == "0 x 7 matrix of int32, 0 entries");
        CHECK(text(AnyMatrix()) == "empty object");
        const auto empty_rows = make<I32>(context, 1000, 3, {{500, 2, 1}, {999, 0, 2}});
        CHECK(text(empty_rows) == "1000 x 3 matrix of int32, 2 entries\n  (500, 2)  1\n  (999, 0)  2");
    });
}

TEST_CASE("the text of a large matrix reads only the first rows") {
    on_each_backend([](const Context& context) {
        Csr csr;
        csr.nrows = 70;
        csr.ncols = 2000;
        csr.field = Field::pattern;
        csr.row_ptr = {0, 0, 3};
        csr.cols = {7, 8, 1999};
        while (csr.row_ptr.size() <= csr.nrows) {
            for (std::uint64_t j = 0; j < csr.ncols; ++j) csr.cols.push_back(j);
            csr.row_ptr.push_back(csr.cols.size());
        }
        const auto A = Matrix<I32>::from_csr(context, csr);
        CHECK(to_string(A, 5) == "70 x 2000 matrix of int32, 136003 entries\n  (1, 7)  1\n  (1, 8)  1\n"
                                 "  (1, 1999)  1\n  (2, 0)  1\n  (2, 1)  1\n  …");
    });
}

TEST_CASE("index lists may be of every integer type") {
    on_each_backend([](const Context& context) {
        const std::vector<int> rows = {2, 0};
        const std::vector<std::int8_t> cols = {1, 0};
        const std::vector<bool> values = {true, false};
        auto A = Matrix<bool>::from_tuples(context, 3, 2, rows, cols, values);
        CHECK(read<bool>(A) == Entries<bool>{{0, 0, false}, {2, 1, true}});
        List read_rows, read_cols;
        std::vector<bool> read_values;
        A.extract_tuples(read_rows, read_cols, read_values);
        CHECK(read_rows == List{0, 2});
        CHECK(read_values == std::vector<bool>{false, true});
        A.clear();
        A.build(std::vector<unsigned>{1, 1}, std::vector<long long>{0, 0}, values, ops::lor<bool>);
        CHECK(read<bool>(A) == Entries<bool>{{1, 0, true}});
        Matrix<I32> C(context, 3, 2);
        const int array[] = {0, 2};
        assign(C, no_mask, no_accum, 6, array, std::vector<short>{1});
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 6}, {2, 1, 6}});
        CHECK(read<I32>(bfs_levels(Matrix<bool>(context, 3, 3), std::vector<int>{2})) ==
              Entries<I32>{{0, 2, 0}});

        CHECK(code_of([&] {
                  assign(C, no_mask, no_accum, 1, std::vector<int>{0, -1}, all);
              }) == Code::index_out_of_bounds);
        CHECK(code_of([&] { A.build(std::vector<int>{-1}, std::vector<int>{0}, std::vector<bool>{true}); }) ==
              Code::index_out_of_bounds);
        CHECK(code_of([&] { assign(C, no_mask, no_accum, 1, std::vector<int>{3}, all); }) ==
              Code::index_out_of_bounds);
        CHECK(code_of([&] { A.build(rows, cols, std::vector<bool>{true}); }) == Code::dimension_mismatch);
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 6}, {2, 1, 6}});
    });
}

TEST_CASE("reduce into a row sums the columns, with mask, accumulator and replace") {
    on_each_backend([](const Context& context) {
        const auto A = make<I32>(context, 2, 3, {{0, 0, 1}, {0, 2, 2}, {1, 0, 4}});
        Matrix<I32> row(context, 1, 3);
        reduce(row, no_mask, no_accum, plus_monoid<I32>, A);
        CHECK(read<I32>(row) == Entries<I32>{{0, 0, 5}, {0, 2, 2}});
        const auto M = make<I32>(context, 1, 3, {{0, 1, 1}, {0, 2, 0}});
        reduce(row, M, no_accum, plus_monoid<I32>, A);
        CHECK(read<I32>(row) == Entries<I32>{{0, 0, 5}, {0, 2, 2}});
        reduce(row, complement(M), ops::plus<I32>, max_monoid<I32>, A);
        CHECK(read<I32>(row) == Entries<I32>{{0, 0, 9}, {0, 2, 4}});
        reduce(row, structure(M), no_accum, max_monoid<I32>, A, DESC_R);
        CHECK(read<I32>(row) == Entries<I32>{{0, 2, 2}});
        reduce(row, row, ops::minus<I32>, min_monoid<I32>, A, DESC_R); // the output is the mask
        CHECK(read<I32>(row) == Entries<I32>{{0, 2, 0}});
        reduce(row, complement(no_mask), no_accum, plus_monoid<I32>, A, DESC_R);
        CHECK(row.nvals() == 0);
        Matrix<I32> of_transposed(context, 1, 2);
        reduce(of_transposed, no_mask, no_accum, plus_monoid<I32>, A, DESC_T0 | DESC_DETERMINISTIC);
        CHECK(read<I32>(of_transposed) == Entries<I32>{{0, 0, 3}, {0, 1, 4}});
        Matrix<double> cast(context, 1, 3); // the sum is computed in int8, and wraps
        reduce(cast, no_mask, no_accum, plus_monoid<std::int8_t>,
               make<I32>(context, 2, 3, {{0, 1, 100}, {1, 1, 100}}));
        CHECK(read<double>(cast) == Entries<double>{{0, 1, -56}});

        auto vector =
            make<I32>(context, 1, 3, {{0, 0, 1}, {0, 1, 5}}); // a row of one row is itself, or one sum
        Matrix<I32> one(context, 1, 1);
        reduce(one, no_mask, no_accum, plus_monoid<I32>, vector);
        CHECK(read<I32>(one) == Entries<I32>{{0, 0, 6}});
        reduce(vector, no_mask, no_accum, plus_monoid<I32>, vector); // the output is the input
        CHECK(read<I32>(vector) == Entries<I32>{{0, 0, 1}, {0, 1, 5}});
        Matrix<I32> wrong(context, 1, 4);
        CHECK(code_of([&] { reduce(wrong, no_mask, no_accum, plus_monoid<I32>, A); }) ==
              Code::dimension_mismatch);
    });
}

TEST_SUITE_END();
