/// \file test_sort.cpp
/// sort and top_k: stability, columns, NaN, outputs of other types, wrong arguments.
#include "conformance/user_algebra.hpp"
#include "testing/builtin_operators.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <limits>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

MERGUS_BINARY_OP(
    by_last_digit, static bool apply(int32_t x, int32_t y) { return x % 10 < y % 10; })

/// . 3 1 3
/// . . . .
/// 2 . 1 .
Matrix<I32> small(const Context& context) {
    return make<I32>(context, 3, 4, {{0, 1, 3}, {0, 2, 1}, {0, 3, 3}, {2, 0, 2}, {2, 2, 1}});
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("sort: rows and columns, and where the values were") {
    on_each_backend([](const Context& context) {
        const auto A = small(context);
        const SortedMatrix<I32> up = sort(ops::lt<I32>, A);
        CHECK(read<I32>(up.values) == Entries<I32>{{0, 0, 1}, {0, 1, 3}, {0, 2, 3}, {2, 0, 1}, {2, 1, 2}});
        CHECK(read<I64>(up.positions) == Entries<I64>{{0, 0, 2}, {0, 1, 1}, {0, 2, 3}, {2, 0, 2}, {2, 1, 0}});
        const SortedMatrix<I32> down = sort(ops::gt<I32>, A, {.columns = true});
        CHECK(read<I32>(down.values) == Entries<I32>{{0, 0, 2}, {0, 1, 3}, {0, 2, 1}, {0, 3, 3}, {1, 2, 1}});
        CHECK(read<I64>(down.positions) ==
              Entries<I64>{{0, 0, 2}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {1, 2, 2}});
        const auto u = make_vector<I32>(context, 9, {{1, 14}, {2, 21}, {5, 4}, {8, 11}});
        const SortedVector<I32> digits = sort(by_last_digit, u);
        CHECK(items<I32>(digits.values) == Items<I32>{{0, 21}, {1, 11}, {2, 14}, {3, 4}});
        CHECK(items<I64>(digits.positions) == Items<I64>{{0, 2}, {1, 8}, {2, 1}, {3, 5}});
        CHECK(sort(ops::lt<I32>, Matrix<I32>(context, 0, 4)).values.nvals() == 0);
        CHECK(sort(ops::lt<I32>, Vector<I32>(context, 0)).positions.size() == 0);
    });
}

TEST_CASE("sort: outputs of other types, one output, in place") {
    on_each_backend([](const Context& context) {
        auto A = small(context);
        Matrix<double> values(context, 3, 4);
        Matrix<std::uint8_t> positions(context, 3, 4);
        sort(&values, &positions, ops::lt<double>, A); // compared as double
        CHECK(read<double>(values) == Entries<double>{{0, 0, 1}, {0, 1, 3}, {0, 2, 3}, {2, 0, 1}, {2, 1, 2}});
        CHECK(read<std::uint8_t>(positions).front() == Entry<std::uint8_t>{0, 0, 2});
        sort(&A, static_cast<AnyMatrix*>(nullptr), ops::gt<I32>, A);
        CHECK(read<I32>(A) == Entries<I32>{{0, 0, 3}, {0, 1, 3}, {0, 2, 1}, {2, 0, 2}, {2, 1, 1}});
    });
}

TEST_CASE("sort: an output that does not fit leaves the other one as it was") {
    on_each_backend([](const Context& context) {
        const auto A = small(context);
        Matrix<I32> C(context, 3, 4), P(context, 4, 3);
        Matrix<poly3> user(context, 3, 4);
        assign(C, I32{7});
        refuses(Code::dimension_mismatch, {"sort", "P", "4 x 3"}, [&] { sort(&C, &P, ops::lt<I32>, A); });
        refuses(Code::domain_mismatch, {"sort", "P"}, [&] { sort(&C, &user, ops::lt<I32>, A); });
        refuses(Code::domain_mismatch, {"sort", "C"}, [&] { sort(&user, &C, ops::lt<I32>, A); });
        refuses(Code::domain_mismatch, {"sort", "compare"}, [&] { sort(&C, &P, ops::plus<I32>, A); });
        refuses(Code::invalid_value, {"sort"}, [&] { sort(&C, &C, ops::lt<I32>, A); });
        refuses(Code::null_pointer, {"sort"}, [&] {
            sort(static_cast<AnyMatrix*>(nullptr), static_cast<AnyMatrix*>(nullptr), ops::lt<I32>, A);
        });
        AnyMatrix empty;
        refuses(Code::uninitialized_object, {"sort"}, [&] { sort(&C, &empty, ops::lt<I32>, A); });
        refuses(Code::uninitialized_object, {"sort"}, [&] { sort(&C, &P, ops::lt<I32>, empty); });
        CHECK(C.nvals() == 12);
        CHECK(reduce(max_monoid<I32>, C) == 7);
    });
}

TEST_CASE("top_k: values downwards with their columns, ties by the smaller column, no NaN") {
    on_each_backend([](const Context& context) {
        for_each_type([&]<class T>(T) {
            if constexpr (OrderedType<T>) {
                const auto x = number<T>;
                const auto A = make<T>(
                    context, 3, 5, {{0, 0, x(0)}, {0, 1, x(1)}, {0, 3, x(1)}, {0, 4, x(0)}, {2, 2, x(1)}});
                const SortedMatrix<T> top = top_k(A, 3);
                CHECK(top.values.ncols() == 3);
                CHECK(read<T>(top.values) ==
                      Entries<T>{{0, 0, x(1)}, {0, 1, x(1)}, {0, 2, x(0)}, {2, 0, x(1)}});
                CHECK(read<I64>(top.positions) == Entries<I64>{{0, 0, 1}, {0, 1, 3}, {0, 2, 0}, {2, 0, 2}});
                CHECK(read<I64>(top_k(A, 2, {.smallest = true}).positions) ==
                      Entries<I64>{{0, 0, 0}, {0, 1, 4}, {2, 0, 2}});
                CHECK(top_k(A, 0).values.nvals() == 0);
            }
        });
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        const auto A = make<double>(context, 2, 3, {{0, 0, nan}, {0, 1, 2}, {0, 2, 5}, {1, 1, nan}});
        CHECK(read<double>(top_k(A, 9).values) == Entries<double>{{0, 0, 5}, {0, 1, 2}});
        CHECK(top_k(Matrix<float>(context, 0, 3), 2).values.nrows() == 0);
        refuses(Code::invalid_value, {}, [&] { (void)top_k(A, max_dimension + 1); });
    });
}

TEST_SUITE_END();
