/// \file test_mxm_plan_runs.cpp
/// Runs of plans allocate nothing and wait for nothing, and can be captured.
#include "mxm_plan_testing.hpp"
#include "testing/caller_device.hpp"
#include "testing/scratch.hpp"

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::plans;

TEST_SUITE_BEGIN("mxm-plan");

TEST_CASE("mxm plan: a run allocates nothing and does not wait") {
    on_devices([&](const Context& context) {
        for (const bool transposed : {false, true}) {
            const Case c = general(plus_times<double>, type_of<double>(), {.transpose_a = transposed});
            AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
            MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
            const Counters before = context.counters(true);
            for (int n = 0; n < 3; ++n) plan.run(A, B);
            const Counters after = context.counters();
            CHECK(after.launches > before.launches);
            CHECK(after.synchronizations == before.synchronizations);
            CHECK(after.bytes_to_host == before.bytes_to_host);
            CHECK(after.bytes_to_device == before.bytes_to_device);
            CHECK(after.allocated_bytes == before.allocated_bytes);
            CHECK(after.high_water_bytes == before.allocated_bytes);
            CHECK(after.compiled_kernels == before.compiled_kernels);
        }
    });
}

TEST_CASE("mxm plan: values from device memory, and a captured run") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto device = CallerDevice::of(backend);
        const auto stream = device->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = stream->handle();
        const Context context(options);
        const Case c = general(plus_times<double>, type_of<double>(), {.transpose_b = true});
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        set_round(A, 0);
        set_round(B, 0);
        MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
        const std::uint64_t count = A.nvals();
        DeviceArray<double> values(*device, count);
        const auto other = device->stream();
        const auto upload_round = [&](std::uint64_t round) {
            const auto host = values_for(A.type(), count, round);
            const auto* from = reinterpret_cast<const double*>(host.data());
            values.upload(std::vector<double>(from, from + count));
        };
        const auto compare = [&] {
            CHECK(bits_of(plan.result()) == bits_of(mxm(c.semiring, A, B, c.options)));
        };
        upload_round(5);
        set_values(A, values.data(), count, A.type(), Memory::device);
        plan.run(A, B);
        compare();
        upload_round(6);
        set_values(A, values.data(), count, A.type(), Memory::device, other->handle());
        plan.run(A, B);
        compare();
        context.wait();
        const auto launch = stream->capture([&] {
            set_values(A, values.data(), count, A.type(), Memory::device, stream->handle());
            plan.run(A, B);
        });
        for (std::uint64_t round = 7; round < 10; ++round) {
            upload_round(round);
            set_round(B, round);
            launch();
            stream->wait();
            compare();
        }
    }
}

TEST_CASE("mxm plan: data of the host are refused in a capture, which stays valid") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto stream = CallerDevice::of(backend)->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = stream->handle();
        const Context context(options);
        const Case c = general(plus_times<double>, type_of<double>(), {});
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        set_round(A, 1);
        set_round(B, 1);
        MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
        const Bits expected = bits_of(plan.result());
        context.wait();
        const auto launch = stream->capture([&] {
            try {
                set_round(A, 2);
                FAIL_CHECK("a launch would read memory of the host that is gone");
            } catch (const Error& error) {
                CHECK(error.code() == Code::invalid_value);
            }
            plan.run(A, B);
        });
        launch();
        stream->wait();
        CHECK(bits_of(plan.result()) == expected);
    }
}

TEST_CASE("mxm plan: calls that need memory are refused in a capture, which stays valid") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto stream = CallerDevice::of(backend)->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = stream->handle();
        const Context context(options);
        const Case c = general(plus_times<double>, type_of<double>(), {});
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
        set_round(A, 1);
        set_round(B, 1);
        MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
        AnyMatrix product = mxm(c.semiring, A, B, c.options), negated = A.dup();
        const Bits expected = bits_of(plan.result());
        CHECK(bits_of(product) == expected);
        for (int time = 0; time < 2; ++time) { // the second finds blocks that the first has released
            mxm(product, c.semiring, A, B);
            apply(negated, ops::ainv<double>, A);
        }
        const Bits before = bits_of(negated);
        context.wait();
        const auto refused = [](const auto& call) {
            try {
                call();
                FAIL_CHECK("the graph would write to memory that others get after the capture");
            } catch (const Error& error) {
                CHECK(error.code() == Code::invalid_value);
            }
        };
        const auto launch = stream->capture([&] {
            refused([&] { mxm(product, c.semiring, A, B); });
            refused([&] { apply(negated, ops::ainv<double>, A); });
            plan.run(A, B);
        });
        launch();
        stream->wait();
        CHECK(bits_of(plan.result()) == expected);
        CHECK(bits_of(product) == expected);
        CHECK(bits_of(negated) == before);
        apply(negated, ops::ainv<double>, A);
        CHECK(bits_of(negated) == before);
    }
}

TEST_CASE("mxm plan: nothing that was derived from values outlives a launch of a captured graph") {
    using I64 = std::int64_t;
    constexpr std::uint64_t n = 40; // few enough rows for bitmaps
    const Csr csr =
        csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return (i * j + i + j) % 3 == 0; });
    const Context oracle("suitesparse");
    for (const std::string& backend : devices_under_test())
        for (const char* const storage : {"", "bitmap"}) {
            CAPTURE(backend);
            CAPTURE(std::string(storage));
            const cuda::testing::Variable keep("MERGUS_CUDA_DERIVED", "all"),
                form("MERGUS_CUDA_STORAGE", storage);
            const auto device = CallerDevice::of(backend);
            const auto stream = device->stream();
            const Context context(ContextOptions{.backend = backend, .stream = stream->handle()});
            Matrix<I64> A = Matrix<I64>::from_csr(context, csr);
            const std::uint64_t count = A.nvals();
            DeviceArray<I64> values(*device, count);
            const auto upload_round = [&](std::uint64_t round) { // symmetric in the first round
                std::vector<I64> host(count, 2);
                for (std::uint64_t e = 0; e < count; ++e) host[e] += static_cast<I64>(round * (e % 17));
                values.upload(host);
            };
            const auto compute = [&] { // the plan's operands are set before
                set_values(A, values.data(), count, A.type(), Memory::device, stream->handle());
            };
            upload_round(0);
            compute();
            MxmPlan plan = mxm_plan(plus_times<I64>, A, A);
            const auto same = [](const AnyMatrix& found, const AnyMatrix& expected) {
                const bool equal = isequal(found.to(expected.context()), expected);
                CHECK(equal);
            };
            const auto same_elements = [](const AnyMatrix& found, const AnyMatrix& expected) {
                for (std::uint64_t i = 5; i < 9; ++i) { // reads after the first may come from a copy
                    I64 element = -1, wanted = -1;
                    found.extract_element(i, i, &element, type_of<I64>());
                    expected.extract_element(i, i, &wanted, type_of<I64>());
                    CHECK(element == wanted);
                }
            };
            const auto compare = [&] {
                const AnyMatrix& R = plan.result();
                const AnyMatrix a = A.to(oracle);
                const AnyMatrix r = mxm(plus_times<I64>, a, a);
                same_elements(A, a);
                same_elements(R, r);
                same(R, r);
                for (int time = 0; time < 2; ++time) { // the second with what the first kept
                    same(mxm(plus_times<I64>, A, A, {.transpose_a = true}),
                         mxm(plus_times<I64>, a, a, {.transpose_a = true}));
                    same(mxm(plus_times<I64>, R, R, {.transpose_a = true}),
                         mxm(plus_times<I64>, r, r, {.transpose_a = true}));
                    same(ewise_add(ops::minus<I64>, A, R), ewise_add(ops::minus<I64>, a, r));
                    same(A.dup(), a);
                    same(R.dup(), r);
                }
            };
            compare();
            context.wait();
            const auto launch = stream->capture([&] {
                compute();
                plan.run(A, A);
            });
            for (std::uint64_t round = 1; round < 4; ++round) {
                CAPTURE(round);
                upload_round(round);
                launch();
                stream->wait();
                compare();
                if (round != 2) continue; // a run in between changes nothing for later launches
                plan.run(A, A);
                compare();
            }
        }
}

TEST_CASE("mxm plan: a captured graph writes values after a union that keeps the pattern") {
    using I64 = std::int64_t;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto device = CallerDevice::of(backend);
        const auto stream = device->stream();
        const Context context(ContextOptions{.backend = backend, .stream = stream->handle()});
        Matrix<I64> A = Matrix<I64>::from_csr(
            context, csr_where(80, 90, [](std::uint64_t i, std::uint64_t j) { return (i + j) % 5 == 0; }));
        const Matrix<I64> part = select(ops::tril, A, I64{0});
        DeviceArray<I64> values(*device, A.nvals());
        const auto set = [&] {
            set_values(A, values.data(), A.nvals(), A.type(), Memory::device, stream->handle());
        };
        values.upload(std::vector<I64>(A.nvals(), 1));
        set(); // compiles
        context.wait();
        const auto launch = stream->capture(set);
        assign(A, part, all, all, {.accum = ops::plus<I64>});
        values.upload(std::vector<I64>(A.nvals(), 9));
        launch();
        stream->wait();
        CHECK(reduce(plus_monoid<I64>, A) == 9 * static_cast<I64>(A.nvals()));
    }
}

TEST_SUITE_END();
