/// \file test_callables.cpp
/// Operators from C++ callables: on the CPU as operators of every kind, on a device refused by name or run on
/// the CPU.
#include "testing/device_testing.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

double twice_minus(double x, double y) {
    return 2 * x - y;
}

/// The backends that run callables: the CPU, and devices whose contexts may fall back to it.
template <class Test>
void where_they_run(Test test) {
    for (const std::string& backend : {std::string("suitesparse"), devices_under_test().front()}) {
        CAPTURE(backend);
        ContextOptions options;
        options.backend = backend;
        options.fallback_to_cpu = true;
        test(Context(options));
    }
}

struct NotTriviallyCopied {
    std::vector<double> table;
    std::unique_ptr<int> not_copied;
    double operator()(double x) const { return table.at(static_cast<std::size_t>(x)); }
};

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("callables: lambdas with and without captures, functions and objects are operators") {
    where_they_run([](const Context& context) {
        const auto A = make<double>(context, 2, 3, {{0, 0, 1}, {0, 2, 2}, {1, 1, 3}});
        const auto B = make<double>(context, 2, 3, {{0, 0, 4}, {1, 1, 5}, {1, 2, 6}});
        const double limit = 7;
        const auto plain = make_binary_op<double>("plain", [](double x, double y) { return x - 2 * y; });
        const auto capped = make_binary_op<double>(
            "capped", [=](double x, double y) { return x + y < limit ? x + y : limit; });
        Matrix<double> C = ewise_mult(plain, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, -7}, {1, 1, -7}});
        C = ewise_add(capped, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 5}, {0, 2, 2}, {1, 1, 7}, {1, 2, 6}});
        C = ewise_mult(make_binary_op<double>("function", twice_minus), A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, -2}, {1, 1, 1}});
        C = apply(make_unary_op<double>("object", NotTriviallyCopied{{0, 10, 20, 30}, nullptr}), A);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 10}, {0, 2, 20}, {1, 1, 30}});
        C = apply(plain, 1.0, A);
        CHECK(read<double>(C) == Entries<double>{{0, 0, -1}, {0, 2, -3}, {1, 1, -5}});
        mxm(C, plus_times<double>, A, Matrix<double>::from_tuples(context, 3, 3, {0}, {0}, {1}),
            {.accum = capped});
        CHECK(read<double>(C) == Entries<double>{{0, 0, 0}, {0, 2, -3}, {1, 1, -5}});
        // z, x and y of different types.
        const Matrix<bool> longer =
            apply(make_binary_op<bool, double, I32>("longer", [](double x, I32 y) { return x > y; }), A, 1);
        CHECK(read<bool>(longer) == Entries<bool>{{0, 0, false}, {0, 2, true}, {1, 1, true}});
        const auto scaled = make_unary_op<I64, double>("scaled", [&](double x) { return I64(x * limit); });
        CHECK(read<I64>(apply(scaled, A)) == Entries<I64>{{0, 0, 7}, {0, 2, 14}, {1, 1, 21}});
    });
}

TEST_CASE("callables: semirings, reductions and vectors") {
    where_they_run([](const Context& context) {
        const auto A = make<double>(context, 2, 2, {{0, 0, 3}, {0, 1, 5}, {1, 0, 4}});
        const double shift = 1;
        const auto longest =
            make_binary_op<double>("longest", [](double x, double y) { return x < y ? y : x; });
        const auto shifted =
            make_binary_op<double>("shifted", [shift](double x, double y) { return x + y + shift; });
        const Semiring<double> semiring = make_semiring(make_monoid(longest, -INFINITY), shifted);
        const Matrix<double> C = mxm(semiring, A, A);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 10}, {0, 1, 9}, {1, 0, 8}, {1, 1, 10}});
        CHECK(reduce(make_monoid(longest, -INFINITY), A) == 5);
        const Vector<double> rows = reduce_rows(make_monoid(longest, -INFINITY), A);
        CHECK(items<double>(rows) == Items<double>{{0, 5}, {1, 4}});
        const Vector<double> w = mxv(semiring, A, rows);
        CHECK(items<double>(w) == Items<double>{{0, 10}, {1, 10}});
        CHECK(items<double>(ewise_add(shifted, w, w)) == Items<double>{{0, 21}, {1, 21}});
    });
}

TEST_CASE("callables: select, also by the host on a device") {
    on_each_backend([](const Context& context) {
        const auto A = make<double>(context, 3, 3, {{0, 0, 1}, {0, 2, 2}, {1, 1, 3}, {2, 0, 4}});
        const I64 wanted = 2;
        const auto op = make_index_unary_op<bool, double>(
            "sums", [=](double x, I64 i, I64 j, double y) { return i + j == wanted && x < y; });
        CHECK(read<double>(select(op, A, 4.0)) == Entries<double>{{0, 2, 2}, {1, 1, 3}});
        const auto even =
            make_index_unary_op<bool, I64>("even", [](I64 x, I64, I64, I64 y) { return x % y == 0; });
        CHECK(read<double>(select(even, A, 2)) == Entries<double>{{0, 2, 2}, {2, 0, 4}});
    });
}

TEST_CASE("callables: a device refuses them and names the operator") {
    on_devices([&](const Context& context) {
        const auto A = make<double>(context, 2, 2, {{0, 0, 3}, {0, 1, 5}});
        const auto op = make_binary_op<double>("of the host", [](double x, double y) { return x * y; });
        refuses(Code::not_implemented, {"'of the host'", "function of the host", "text"},
                [&] { static_cast<void>(ewise_add(op, A, A)); });
        refuses(Code::not_implemented, {"'of the host'"},
                [&] { static_cast<void>(mxm(make_semiring(make_monoid(op, 1), op), A, A)); });
        refuses(Code::not_implemented, {"'inverse'"}, [&] {
            static_cast<void>(apply(make_unary_op<double>("inverse", [](double x) { return 1 / x; }), A));
        });
    });
    refuses(Code::compile_error, {"'of the host'", "without a text"}, [] {
        check_text(make_binary_op<double>("of the host", [](double x, double y) { return x * y; }));
    });
}

TEST_CASE("callables: they live as long as an operator, monoid or semiring that has them") {
    const Context context("suitesparse");
    const auto A = make<double>(context, 1, 2, {{0, 0, 3}, {0, 1, 5}});
    const auto counter = std::make_shared<int>(0);
    {
        std::optional<AnyMonoid> monoid;
        {
            const auto op =
                make_binary_op<double>("sum", [counter](double x, double y) { return x + y + *counter; });
            CHECK(counter.use_count() == 2);
            monoid = make_monoid(op, 0);
        }
        CHECK(counter.use_count() == 2);
        CHECK(reduce<double>(*monoid, A) == 8);
    }
    CHECK(counter.use_count() == 1);
}

TEST_CASE("callables: each operator has its own state, and the number of those that live has a limit") {
    const Context context("suitesparse");
    const auto A = make<I64>(context, 1, 1, {{0, 0, 1}});
    const auto adds = [](I64 k) { return make_unary_op<I64>("adds", [k](I64 x) { return x + k; }); };
    for (int round = 0; round < 2; ++round) {
        std::vector<UnaryOp> ops;
        const auto fill = [&] {
            while (ops.size() < 1000) ops.push_back(adds(static_cast<I64>(ops.size())));
        };
        refuses(Code::out_of_memory, {"'adds'", "256"}, fill);
        CHECK(ops.size() == 256);
        for (std::size_t k = 0; k < ops.size(); ++k)
            CHECK(read<I64>(apply<I64>(ops[k], A)) == Entries<I64>{{0, 0, 1 + static_cast<I64>(k)}});
        ops[17] = UnaryOp();
        ops[17] = adds(1000); // in the slot of another operator of the same types
        CHECK(read<I64>(apply<I64>(ops[17], A)) == Entries<I64>{{0, 0, 1001}});
        // Those without a state have no limit.
        for (int k = 0; k < 300; ++k) ops.push_back(make_unary_op<I64>("plain", [](I64 x) { return -x; }));
        CHECK(read<I64>(apply<I64>(ops.back(), A)) == Entries<I64>{{0, 0, -1}});
    }
}

TEST_CASE("callables: operators are made and destroyed by several threads") {
    const auto work = [](I64 first) {
        const Context context("suitesparse");
        const auto A = make<I64>(context, 1, 1, {{0, 0, 1}});
        for (I64 k = first; k < first + 50; ++k) {
            const auto op = make_binary_op<I64>("adds", [k](I64 x, I64 y) { return x + y + k; });
            if (read<I64>(ewise_mult(op, A, A)) != Entries<I64>{{0, 0, 2 + k}}) return false;
        }
        return true;
    };
    bool other = false;
    std::thread thread([&] { other = work(1000); });
    CHECK(work(0));
    thread.join();
    CHECK(other);
}

TEST_CASE("callables: the multiply of a product sees the indices") {
    where_they_run([](const Context& context) {
        const auto A = make<double>(context, 2, 3, {{0, 2, 2}, {1, 0, 3}});
        const auto B = make<double>(context, 3, 2, {{2, 1, 5}, {0, 0, 7}});
        const double unit = 1000;
        const auto op = make_index_binary_op<double>("places", [=](double x, double y, I64 i, I64 k, I64 j) {
            return unit * x * y + static_cast<double>(100 * i + 10 * k + j);
        });
        const Matrix<double> C = mxm(make_semiring(plus_monoid<double>, op), A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 1, 10021}, {1, 0, 21100}});
    });
}

TEST_SUITE_END();
