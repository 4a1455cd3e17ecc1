/// \file test_mxm_plan_errors.cpp
/// Plans refuse matrices that are not theirs and arguments that do not fit; without memory or a device
/// nothing leaks.
#include "mxm_plan_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch.hpp"

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::plans;

TEST_SUITE_BEGIN("mxm-plan");

TEST_CASE("mxm plan: what is refused") {
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend);
        const Case c = general(plus_times<double>, type_of<double>());
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        set_round(A, 0);
        set_round(B, 0);
        MxmPlan plan = mxm_plan(c.semiring, A, B);
        const Bits expected = bits_of(plan.result());
        const AnyMatrix same = A.dup();
        refuses(Code::invalid_value, {"mxm_plan", "A is another matrix"}, [&] { plan.run(same, B); });
        refuses(Code::invalid_value, {"B is another matrix"}, [&] { plan.run(A, same); });
        AnyMatrix moved = std::move(A); // the same object for the plan
        plan.run(moved, B);
        CHECK(bits_of(plan.result()) == expected);

        MxmPlan taken = std::move(plan);
        refuses(Code::uninitialized_object, {"the plan is empty"}, [&] { plan.run(moved, B); });
        refuses(Code::uninitialized_object, {"the plan is empty"}, [&] { static_cast<void>(plan.result()); });
        moved.set_element(0, 1, 3.0);
        refuses(Code::invalid_value, {"A is another matrix", "set_values"}, [&] { taken.run(moved, B); });
        MxmPlan again = mxm_plan(c.semiring, moved, B);
        again.run(moved, B);
        assign(B, B);
        refuses(Code::invalid_value, {"B is another matrix"}, [&] { again.run(moved, B); });
        AnyMatrix D = upload(context, c.B);
        MxmPlan third = mxm_plan(c.semiring, moved, D);
        D.clear();
        refuses(Code::invalid_value, {"B is another matrix"}, [&] { third.run(moved, D); });
        CHECK(bits_of(taken.result()) == expected);
    }
}

TEST_CASE("mxm plan: arguments that do not fit") {
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend), other(backend);
        const Case c = general(plus_times<double>, type_of<double>());
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        refuses(Code::dimension_mismatch, {"mxm_plan", "A is 45 x 60"},
                [&] { static_cast<void>(mxm_plan(c.semiring, A, A)); });
        refuses(Code::dimension_mismatch, {"the mask is"},
                [&] { static_cast<void>(mxm_plan(c.semiring, A, B, {.mask = A})); });
        refuses(Code::uninitialized_object, {"B is an empty object"},
                [&] { static_cast<void>(mxm_plan(c.semiring, A, AnyMatrix())); });
        const AnyMatrix elsewhere = upload(other, c.B);
        refuses(Code::invalid_object, {"another context"},
                [&] { static_cast<void>(mxm_plan(c.semiring, A, elsewhere)); });
        const double one = 1;
        refuses(Code::invalid_value, {"set_values", "1 values"},
                [&] { set_values(A, &one, 1, type_of<double>()); });
        refuses(Code::domain_mismatch, {"set_values", "fp32"},
                [&] { set_values(A, &one, A.nvals(), type_of<float>()); });
        refuses(Code::null_pointer, {"values"},
                [&] { set_values(A, nullptr, A.nvals(), type_of<double>()); });
        auto truths = make<bool>(context, 2, 2, {{0, 0, true}, {1, 1, true}});
        const unsigned char bad[2] = {1, 2};
        refuses(Code::invalid_value, {"value 1 is 2"}, [&] { set_values(truths, bad, 2, type_of<bool>()); });
        set_values(truths, std::vector<bool>{false, true});
        CHECK(read<bool>(truths) == Entries<bool>{{0, 0, false}, {1, 1, true}});
        if (backend == "suitesparse")
            refuses(Code::invalid_value, {"device memory"},
                    [&] { set_values(truths, bad, 2, type_of<bool>(), Memory::device); });
    }
}

TEST_CASE("mxm plan: memory that runs out while a plan is made") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        FaultyAllocator allocator(backend);
        const Context context = allocator.context();
        const Case c = general(plus_times<double>, type_of<double>(), {.transpose_a = true});
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        set_round(A, 0);
        set_round(B, 0);
        const Bits expected = bits_of(mxm(c.semiring, A, B, c.options));
        static_cast<void>(context.release_derived()); // else faults are met by giving it back
        const std::uint64_t live = allocator.live;
        bool failed = true;
        for (std::uint64_t nth = 1; failed; ++nth) {
            failed = false;
            allocator.fail(nth);
            try {
                const MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
                allocator.fail(0);
                CHECK(bits_of(plan.result()) == expected);
            } catch (const Error& error) {
                failed = true;
                CHECK(error.code() == Code::out_of_memory);
            }
            CHECK(allocator.live == live);
            REQUIRE(nth < 200);
        }
        CHECK(allocator.refused > 3);
    }
}

TEST_CASE("mxm plan: a device lost while a plan is made leaks nothing" *
          doctest::test_suite("faults-emulated")) {
    bool lost = true;
    for (std::uint64_t losses = 0; lost; ++losses) {
        CAPTURE(losses);
        const cuda::testing::Variable at("MERGUS_EMULATION_LOST_AT", std::to_string(losses + 1).c_str());
        FaultyAllocator allocator("cuda-emulated");
        lost = false;
        ContextOptions options;
        options.explain = [](const Explanation&) {}; // the report waits for the device
        const Context context = allocator.context(options);
        const Case c = general(plus_times<double>, type_of<double>());
        try {
            AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
            const MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
        } catch (const Error& error) {
            CHECK(error.code() == Code::device_lost);
            lost = true;
        }
        REQUIRE(losses < 200);
    }
}

TEST_SUITE_END();
