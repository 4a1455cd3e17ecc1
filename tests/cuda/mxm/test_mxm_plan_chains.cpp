/// \file test_mxm_plan_chains.cpp
/// Plans whose factor is the result of another plan.
#include "mxm_plan_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::plans;

TEST_SUITE_BEGIN("mxm-plan");

TEST_CASE("mxm plan: a plan of another plan's result, for small matrices of every shape") {
    const mergus_type* fp64 = type_of<double>();
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        // On a device a product of one row is a whole product, whose runs renew nothing but values.
        for (const std::uint64_t rows : {1, 2, 9, 45})
            for (const bool deterministic : {false, true})
                for (const bool masked : {false, true})
                    for (const bool right : {false, true}) {
                        CAPTURE(rows);
                        CAPTURE(masked);
                        CAPTURE(right);
                        AnyMatrix A = upload(context, scattered(fp64, rows, 20, 3)),
                                  B = upload(context, scattered(fp64, 20, 20, 4)),
                                  M = upload(context, scattered(fp64, rows, 20, 2));
                        set_round(A, 0);
                        set_round(B, 1);
                        const Mask mask = masked ? structure(M) : Mask();
                        const ResultOptionsAB first{.mask = mask, .deterministic = deterministic};
                        MxmPlan p1 = mxm_plan(plus_times<double>, A, B, first);
                        // (A B) B, or (A B)' A
                        const ResultOptionsAB second{.transpose_a = right, .deterministic = deterministic};
                        const AnyMatrix& other = right ? A : B;
                        MxmPlan p2 = mxm_plan(plus_times<double>, p1.result(), other, second);
                        for (std::uint64_t round = 0; round < 3; ++round) {
                            CAPTURE(round);
                            const AnyMatrix AB = mxm(plus_times<double>, A, B, first);
                            CHECK(bits_of(p1.result()) == bits_of(AB));
                            CHECK(bits_of(p2.result()) ==
                                  bits_of(mxm(plus_times<double>, AB, other, second)));
                            set_round(A, 2 * round + 3);
                            set_round(B, 2 * round + 4);
                            p1.run(A, B);
                            p2.run(p1.result(), other);
                        }
                    }
    }
}

TEST_CASE("mxm plan: a chain of a matrix with itself") {
    for (const std::string& backend : all_backends()) {
        CAPTURE(backend);
        const Context context(backend);
        AnyMatrix A = upload(context, scattered(type_of<double>(), 30, 30, 4));
        MxmPlan p1 = mxm_plan(plus_times<double>, A, A);
        MxmPlan p2 = mxm_plan(plus_times<double>, A, p1.result());
        set_round(A, 5);
        p1.run(A, A);
        p2.run(A, p1.result());
        CHECK(bits_of(p2.result()) == bits_of(mxm(plus_times<double>, A, mxm(plus_times<double>, A, A))));
    }
}

TEST_SUITE_END();
