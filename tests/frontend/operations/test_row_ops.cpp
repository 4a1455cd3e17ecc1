/// \file test_row_ops.cpp
/// Degrees, positions of extremes, and the entries of a range-for.
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
using I64 = std::int64_t;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("degrees of rows and columns count entries of any type, explicit zeros too") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 3, 4, {{0, 1, 0.0}, {0, 3, not_a_number}, {2, 1, 5}});
        CHECK(items<I64>(degrees(A)) == Items<I64>{{0, 2}, {1, 0}, {2, 1}});
        CHECK(items<I64>(degrees(A, {.columns = true})) == Items<I64>{{0, 0}, {1, 2}, {2, 0}, {3, 1}});
        const auto structs = make<poly3>(context, 2, 2, {{1, 0, {1, 2, 3}}, {1, 1, {0, 0, 0}}});
        CHECK(items<I64>(degrees(structs)) == Items<I64>{{0, 0}, {1, 2}});
        CHECK(items<I64>(degrees(Matrix<bool>(context, 0, 3))).empty());
        CHECK(items<I64>(degrees(Matrix<bool>(context, 2, 0))) == Items<I64>{{0, 0}, {1, 0}});
        CHECK(items<I64>(degrees(Matrix<bool>(context, 1, 3), {.columns = true})).size() == 3);
        Matrix<bool> moved(context, 1, 1);
        const Matrix<bool> taken = std::move(moved);
        refuses(Code::uninitialized_object, {"degrees"}, [&] { (void)degrees(moved); });
    });
}

TEST_CASE("argmax and argmin: the smallest position of the greatest and the least value") {
    on_each_backend([](const Context& context) {
        for_each_type([&]<class T>(T) {
            if (is_slow(std::string(context.backend())) && !std::same_as<T, double> && !std::same_as<T, bool>)
                return;
            const auto x = number<T>;
            const auto A = make<T>(context, 4, 5,
                                   {{0, 0, x(0)},
                                    {0, 2, x(1)},
                                    {0, 4, x(1)},
                                    {2, 1, x(1)},
                                    {2, 3, x(0)},
                                    {2, 4, x(0)},
                                    {3, 3, x(0)}});
            if constexpr (OrderedType<T>) {
                CHECK(items<I64>(argmax(A)) == Items<I64>{{0, 2}, {2, 1}, {3, 3}});
                CHECK(items<I64>(argmin(A)) == Items<I64>{{0, 0}, {2, 3}, {3, 3}});
                CHECK(items<I64>(argmax(A, {.columns = true})) ==
                      Items<I64>{{0, 0}, {1, 2}, {2, 0}, {3, 2}, {4, 0}});
                CHECK(items<I64>(argmin(A, {.columns = true})) ==
                      Items<I64>{{0, 0}, {1, 2}, {2, 0}, {3, 2}, {4, 2}});
            } else {
                refuses(Code::domain_mismatch, {"argmax", "no order"}, [&] { (void)argmax(A); });
            }
        });
    });
}

TEST_CASE("argmax: NaN is never chosen; infinities and extremes are") {
    on_each_backend([](const Context& context) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const auto A = make<double>(context, 4, 3,
                                    {{0, 0, not_a_number},
                                     {0, 1, -infinity},
                                     {1, 2, not_a_number},
                                     {2, 0, 1},
                                     {2, 1, infinity},
                                     {2, 2, not_a_number}});
        CHECK(items<I64>(argmax(A)) == Items<I64>{{0, 1}, {2, 1}});
        CHECK(items<I64>(argmin(A)) == Items<I64>{{0, 1}, {2, 0}});
        CHECK(argmax(Matrix<float>(context, 3, 0)).nvals() == 0);
        CHECK(argmax(Matrix<float>(context, 0, 3)).size() == 0);
        const auto line = make<I64>(context, 1, 3, {{0, 1, std::numeric_limits<I64>::min()}});
        CHECK(items<I64>(argmax(line)) == Items<I64>{{0, 1}});
        refuses(Code::domain_mismatch, {"argmin", "no order"}, [&] {
            (void)argmin(make<poly3>(context, 1, 1, {{0, 0, {1, 2, 3}}}));
        });
        AnyMatrix empty;
        refuses(Code::uninitialized_object, {"argmin"}, [&] { (void)argmin(empty); });
    });
}

TEST_CASE("entries: a range-for over a matrix and a vector sees the entries of that moment") {
    on_each_backend([](const Context& context) {
        auto A = make<bool>(context, 3, 3, {{0, 2, true}, {1, 0, false}, {2, 2, true}});
        std::uint64_t sum = 0, count = 0;
        for (const auto& [row, col, value] : entries(A)) {
            A.set_element(row, col, false);
            sum += 10 * row + col;
            count += value ? 1 : 0;
        }
        CHECK(sum == 2 + 10 + 22);
        CHECK(count == 2);
        CHECK(reduce(lor_monoid, A) == false);
        const auto u = make_vector<double>(context, 5, {{1, 0.5}, {4, 2.5}});
        CHECK(entries(u) == std::vector<VectorEntry<double>>{{1, 0.5}, {4, 2.5}});
        CHECK(entries(Matrix<double>(context, 0, 4)).empty());
        CHECK(entries(Vector<double>(context, 0)).empty());
        Vector<double> moved(context, 1);
        const Vector<double> taken = std::move(moved);
        CHECK_THROWS_AS((void)entries(moved), Error);
    });
}

TEST_SUITE_END();
