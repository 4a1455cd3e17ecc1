/// \file test_call_scopes.cpp
/// Scopes of a thread: which calls are reported, and which are deterministic.
#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace mergus;

namespace {

Matrix<double> small(const Context& context) {
    return Matrix<double>::from_tuples(context, 2, 2, {0, 1}, {1, 0}, {2, 3});
}

} // namespace

TEST_SUITE_BEGIN("explain");

TEST_CASE("a scope reports the calls of its thread while it lives") {
    const Context context("suitesparse");
    const Matrix<double> A = small(context);
    std::vector<std::string> outer, inner;
    {
        const ExplainScope scope([&](const Explanation& call) { outer.emplace_back(call.operation); });
        static_cast<void>(mxm(plus_times<double>, A, A));
        {
            const ExplainScope nested([&](const Explanation& call) { inner.emplace_back(call.operation); });
            static_cast<void>(reduce(plus_monoid<double>, A));
        }
        {
            const ExplainScope off(nullptr);
            static_cast<void>(transpose(A));
        }
        std::thread([&] { static_cast<void>(transpose(A)); }).join();
        static_cast<void>(select(ops::tril, A, std::int64_t{0}));
    }
    static_cast<void>(mxm(plus_times<double>, A, A));
    CHECK(outer == std::vector<std::string>{"mxm", "select"});
    CHECK(inner == std::vector<std::string>{"reduce"});
}

TEST_CASE("scopes end in any order") {
    const Context context("suitesparse");
    const Matrix<double> A = small(context);
    int of_first = 0, of_second = 0, of_third = 0;
    auto first = std::make_unique<ExplainScope>([&](const Explanation&) { ++of_first; });
    auto second = std::make_unique<ExplainScope>([&](const Explanation&) { ++of_second; });
    auto third = std::make_unique<ExplainScope>([&](const Explanation&) { ++of_third; });
    first.reset();
    static_cast<void>(transpose(A)); // to the third
    second.reset();
    static_cast<void>(transpose(A)); // to the third
    third.reset();
    static_cast<void>(transpose(A)); // to none
    CHECK(of_first == 0);
    CHECK(of_second == 0);
    CHECK(of_third == 2);
}

TEST_CASE("a scope and the context's function are both told, and their exceptions are dropped") {
    int of_context = 0, of_scope = 0;
    ContextOptions options{.backend = "suitesparse"};
    options.explain = [&](const Explanation&) {
        ++of_context;
        throw std::runtime_error("of the context");
    };
    const Context context(options);
    const Matrix<double> A = small(context);
    const ExplainScope scope([&](const Explanation&) {
        ++of_scope;
        throw std::runtime_error("of the scope");
    });
    const Matrix<double> C = mxm(plus_times<double>, A, A);
    CHECK(C.extract_element(0, 0) == 6);
    CHECK(of_context == of_scope);
    CHECK(of_scope >= 1);
}

TEST_CASE("a call in a deterministic scope is one with the flag") {
    const Context context("suitesparse");
    const Matrix<double> A = small(context);
    std::vector<std::string> reasons;
    const ExplainScope scope([&](const Explanation& call) { reasons.emplace_back(call.reason); });
    static_cast<void>(mxm(plus_times<double>, A, A));
    static_cast<void>(mxm(plus_times<double>, A, A, {.deterministic = true}));
    {
        const DeterministicScope deterministic;
        static_cast<void>(mxm(plus_times<double>, A, A));
        { const DeterministicScope nested; }
        static_cast<void>(mxm(plus_times<double>, A, A));
        std::thread([&] { static_cast<void>(mxm(plus_times<double>, A, A)); }).join(); // not reported
    }
    static_cast<void>(mxm(plus_times<double>, A, A));
    REQUIRE(reasons.size() == 5);
    CHECK(reasons[0] != reasons[1]); // the backend says that it uses one thread
    CHECK(reasons[2] == reasons[1]);
    CHECK(reasons[3] == reasons[1]);
    CHECK(reasons[4] == reasons[0]);
}

TEST_CASE("algorithms and plans run in the scopes") {
    const Context context("suitesparse");
    const Matrix<double> A = small(context);
    std::vector<std::string> reasons;
    const ExplainScope scope([&](const Explanation& call) { reasons.emplace_back(call.reason); });
    const DeterministicScope deterministic;
    static_cast<void>(pagerank(A));
    CHECK(reasons.size() > 2);
    MxmPlan plan = mxm_plan(plus_times<double>, A, A);
    plan.run(A, A);
    CHECK(plan.result().nvals() == 2);
}

TEST_SUITE_END();
