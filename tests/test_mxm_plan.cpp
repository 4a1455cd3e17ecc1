/// \file test_mxm_plan.cpp
/// Plans of products: every run equals a product of the values that A and B have then, bit for bit, for
/// semirings, widths of values, masks, transposes and rows of every size; runs allocate nothing and wait for
/// nothing, and can be captured; matrices that are not the plan's are refused.
#include "cuda/scratch.hpp"
#include "faulty_allocator.hpp"
#include "product_testing.hpp"
#include "refuses.hpp"

#include <mergus/mxm_plan.hpp>

#include <random>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

/// All values that a matrix of `count` entries gets in round `round`.
std::vector<std::max_align_t> values_for(const mergus_type* type, std::uint64_t count, std::uint64_t round) {
    std::vector<std::max_align_t> values(count * type->size / sizeof(std::max_align_t) + 1);
    auto* to = reinterpret_cast<unsigned char*>(values.data());
    for (std::uint64_t e = 0; e < count; ++e) {
        // Sums of small integers are exact in every order.
        const double small = static_cast<double>((e * 7 + round * 3) % 5) - 1;
        if (type->code == MERGUS_FP64)
            std::memcpy(to + e * 8, &small, 8);
        else if (type->code == MERGUS_BOOL)
            to[e] = static_cast<unsigned char>((e + round) % 2);
        else
            std::memcpy(to + e * type->size, uneven_value(type, e + 1000 * round).data(), type->size);
    }
    return values;
}

void set_round(AnyMatrix& matrix, std::uint64_t round) {
    set_values(matrix, values_for(matrix.type(), matrix.nvals(), round).data(), matrix.nvals(),
               matrix.type());
}

/// Entries at about one position in `step`, and empty rows.
reference::Matrix scattered(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                            std::uint64_t step) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return i % 7 != 3 && ((i * ncols + j) * 0x9e3779b97f4a7c15u >> 40) % step == 0;
    });
}

struct Case {
    const AnySemiring& semiring;
    reference::Matrix A, B;
    ResultOptionsAB options{};
};

/// Makes a plan, and compares it and two runs with products.
void check(const Context& context, const Case& c) {
    AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
    set_round(A, 0);
    set_round(B, 1);
    MxmPlan plan = mxm_plan(c.semiring, A, B, c.options);
    for (std::uint64_t round = 1; round < 4; ++round) {
        CAPTURE(round);
        CHECK(bits_of(plan.result()) == bits_of(mxm(c.semiring, A, B, c.options)));
        set_round(A, 2 * round);
        set_round(B, 2 * round + 1);
        plan.run(A, B);
    }
    CHECK(bits_of(plan.result()) == bits_of(mxm(c.semiring, A, B, c.options)));
}

/// On the devices, and on the CPU by whole products. \param methods as MERGUS_CUDA_ACCUMULATORS
void check(const Case& c, const std::string& methods = "") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        check(shuffled(backend, methods, 3), c);
    }
    check(Context("suitesparse"), c);
}

Case general(const AnySemiring& semiring, const mergus_type* type, ResultOptionsAB options = {}) {
    const bool ta = options.transpose_a, tb = options.transpose_b;
    return {semiring, ta ? scattered(type, 60, 45, 5) : scattered(type, 45, 60, 5),
            tb ? scattered(type, 80, 60, 4) : scattered(type, 60, 80, 4), options};
}

/// The points of a grid of 8 columns that are at most `reach` apart in both directions; some rows are empty.
reference::Matrix stencil(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                          std::uint64_t reach) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        const auto apart = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
        return i != 37 && apart(i % 8, j % 8) <= reach && apart(i / 8, j / 8) <= reach;
    });
}

reference::Matrix band(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t below = 9,
                       std::uint64_t above = 14) {
    return uneven_matrix(type_of<double>(), nrows, ncols,
                         [=](std::uint64_t i, std::uint64_t j) { return j + below >= i && j <= i + above; });
}

} // namespace

TEST_SUITE_BEGIN("mxm-plan");

TEST_CASE("mxm plan: semirings, and values of every width") {
    check(general(plus_times<double>, type_of<double>()));
    check(general(plus_times<double>, type_of<double>(), {.deterministic = true}));
    check(general(traces, type_of<double>()));
    check(general(wide_traces, type_of<double>()));
    check(general(mergus_tests::traces_of_72, type_of<double>()));
    check(general(min_plus<std::int64_t>, type_of<double>()));
    check(general(plus_times<std::int8_t>, type_of<double>()));
    check(general(min_firstj1<std::int64_t>, type_of<double>()));
    check(general(plus_pair<std::int32_t>, type_of<bool>()));
    check(general(lor_land, type_of<bool>()));
    check(general(plus_times<float>, type_of<float>(), {.deterministic = true}));
    check(general(plus_times<complex<double>>, type_of<complex<double>>(), {.deterministic = true}));
}

TEST_CASE("mxm plan: small products, by positions and by groups of rows") { // for compute-sanitizer
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        check(context, general(plus_times<double>, type_of<double>(), {.transpose_a = true}));
        check(context, general(traces, type_of<double>()));
        check(context, {plus_times<double>, band(60, 60), band(60, 60)});
    }
}

TEST_CASE("mxm plan: transposes and masks") {
    for (const bool ta : {false, true})
        for (const bool tb : {false, true})
            check(general(traces, type_of<double>(), {.transpose_a = ta, .transpose_b = tb}));
    const reference::Matrix mask = scattered(type_of<double>(), 45, 80, 3);
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend);
        AnyMatrix M = upload(context, mask);
        set_round(M, 0); // some of its values are 0
        for (const Mask& m : {Mask(M), structure(M), complement(M), complement(structure(M)),
                              complement(Mask()), structure(Mask())}) {
            check(context, general(traces, type_of<double>(), {.mask = m, .transpose_b = true}));
            check(context, general(plus_times<double>, type_of<double>(), {.mask = m}));
        }
    }
}

TEST_CASE("mxm plan: random shapes, densities, transposes and masks") {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        CAPTURE(backend);
        const Context context(backend);
        for (int n = 0; n < 40; ++n) {
            CAPTURE(n);
            const std::uint64_t rows = 1 + below(70), inner = 1 + below(70), cols = 1 + below(200);
            const mergus_type* type = type_of<double>();
            const AnyMatrix M = upload(context, scattered(type, rows, cols, 1 + below(6)));
            const bool ta = below(2) == 0, tb = below(2) == 0;
            const std::uint64_t a = 1 + below(12), b = 1 + below(12), kind = below(5);
            const Mask masks[] = {Mask(), Mask(), Mask(M), structure(M), complement(structure(M))};
            const AnySemiring& semiring =
                n % 2 == 0 ? static_cast<const AnySemiring&>(traces) : plus_times<double>;
            check(context, {semiring,
                            ta ? scattered(type, inner, rows, a) : scattered(type, rows, inner, a),
                            tb ? scattered(type, cols, inner, b) : scattered(type, inner, cols, b),
                            {.mask = masks[kind], .transpose_a = ta, .transpose_b = tb}});
        }
    }
}

TEST_CASE("mxm plan: the mask is used once") {
    for (const std::string& backend : {devices_under_test().front(), std::string("suitesparse")}) {
        const Context context(backend);
        Case c = general(plus_times<double>, type_of<double>());
        AnyMatrix A = upload(context, c.A), B = upload(context, c.B),
                  M = upload(context, scattered(type_of<double>(), 45, 80, 3));
        set_round(A, 0);
        set_round(B, 1);
        MxmPlan plan = mxm_plan(c.semiring, A, B, {.mask = structure(M)});
        const Bits expected = bits_of(plan.result());
        M.clear();
        plan.run(A, B);
        CHECK(bits_of(plan.result()) == expected);
    }
}

TEST_CASE("mxm plan: bands, empty and hypersparse matrices") {
    check({traces, band(75, 80), band(80, 140)}, "row_groups");
    check({plus_times<double>, band(75, 80), band(80, 140), {.transpose_a = false, .deterministic = true}},
          "row_groups");
    // Groups of more than 32 columns of A.
    check({traces, band(75, 80, 20, 25), band(80, 140)}, "row_groups");
    check({plus_times<double>, band(75, 80, 20, 25), band(80, 140)}, "row_groups");
    const mergus_type* fp64 = type_of<double>();
    const reference::Matrix none{fp64, 30, 40, {}}, one{fp64, 40, 0, {}};
    check({plus_times<double>, none, scattered(fp64, 40, 20, 3)});
    check({plus_times<double>, none, one});
    check({plus_times<double>, scattered(fp64, 25, 30, 3), none});
    check({plus_times<double>, none, scattered(fp64, 30, 20, 3), {.transpose_a = true}});
    reference::Matrix wide{fp64, 5, std::uint64_t{1} << 34, {}};
    for (std::uint64_t i = 0; i < 5; ++i)
        for (std::uint64_t j = 0; j < 6; ++j)
            wide.set(i, (i * j * 0x23456789u) % wide.ncols, uneven_value(fp64, j));
    check({traces, scattered(fp64, 9, 5, 2), wide});
}

TEST_CASE("mxm plan: rows that repeat patterns") {
    for (const std::uint64_t reach : {0, 1, 2, 4}) {
        CAPTURE(reach);
        const mergus_type* fp64 = type_of<double>();
        const auto check_stencils = [&](const AnySemiring& semiring, const mergus_type* type,
                                        ResultOptionsAB options = {}) {
            check({semiring, stencil(type, 75, 80, reach), stencil(type, 80, 88, reach), options},
                  "repeated_rows");
        };
        check_stencils(traces, fp64);
        check_stencils(wide_traces, fp64);
        check_stencils(plus_times<double>, fp64, {.deterministic = true});
        check_stencils(min_firstj1<std::int64_t>, fp64);
        check_stencils(plus_pair<std::int8_t>, type_of<bool>());
        check_stencils(plus_times<float>, type_of<float>(), {.deterministic = true});
        check_stencils(mergus_tests::traces_of_72, fp64);
    }
}

TEST_CASE("mxm plan: rows of every size") {
    const mergus_type* fp64 = type_of<double>();
    // Rows of C from a few entries to more than a block's shared memory holds, of products up to many for
    // each entry.
    const std::vector<std::uint64_t> widths = {20, 100, 400, 1500, 6000, 20000, 40000};
    for (const std::uint64_t width : widths) {
        CAPTURE(width);
        const std::uint64_t rows = width > 2000 ? 4 : 12;
        const reference::Matrix A =
            uneven_matrix(fp64, 4, rows, [](std::uint64_t i, std::uint64_t j) { return (i + j) % 4 != 0; });
        const reference::Matrix B = uneven_matrix(fp64, rows, width, [=](std::uint64_t i, std::uint64_t j) {
            return (j + i) % 3 != 0 && (i % 2 == 0 || j < width / 2);
        });
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            const Context context(backend);
            check(context, {plus_times<double>, A, B});
            check(context, {traces, A, B});
            if (width >= 40000) check(context, {lor_land, A, B});
        }
    }
}

TEST_CASE("mxm plan: long rows under masks, and of wide values") {
    const mergus_type* fp64 = type_of<double>();
    const auto made = [=](std::uint64_t nrows, std::uint64_t ncols, std::uint64_t step) {
        return uneven_matrix(fp64, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
            return (i * 31 + j * 17 + j / 50) % step != 0;
        });
    };
    const reference::Matrix A = made(5, 40, 3), B = made(40, 3000, 4);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        AnyMatrix M = upload(context, made(5, 3000, 2));
        for (const Mask& mask : {structure(M), complement(structure(M))}) {
            check(context, {traces, A, B, {.mask = mask}});
            check(context, {plus_times<double>, A, B, {.mask = mask}});
        }
        check(context, {wide_traces, A, B});
        check(context, {mergus_tests::traces_of_72, A, B});
        check(context, {min_firstj1<std::int64_t>, A, B});
        check(context, {plus_pair<std::int8_t>, A, B});
    }
}

TEST_CASE("mxm plan: a run allocates nothing and does not wait") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
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
    }
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

TEST_CASE("mxm plan: nothing that was derived from values outlives a launch of a captured graph") {
    using I64 = std::int64_t;
    constexpr std::uint64_t n = 40; // few enough rows for cells
    const Csr csr =
        csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return (i * j + i + j) % 3 == 0; });
    const Context oracle("suitesparse");
    for (const std::string& backend : devices_under_test())
        for (const char* const storage : {"", "cells"}) {
            CAPTURE(backend);
            CAPTURE(std::string(storage));
            const cuda::testing::Variable keep("MERGUS_CUDA_KEEP", "all"),
                form("MERGUS_CUDA_STORAGE", storage);
            const auto device = CallerDevice::of(backend);
            const auto stream = device->stream();
            ContextOptions options;
            options.backend = backend;
            options.stream = stream->handle();
            const Context context(options);
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
            const auto compare = [&] {
                const AnyMatrix& R = plan.result();
                const AnyMatrix a = A.to(oracle);
                const AnyMatrix r = mxm(plus_times<I64>, a, a);
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
        {
            const Context context = allocator.context();
            const Case c = general(plus_times<double>, type_of<double>(), {.transpose_a = true});
            AnyMatrix A = upload(context, c.A), B = upload(context, c.B);
            set_round(A, 0);
            set_round(B, 0);
            const Bits expected = bits_of(mxm(c.semiring, A, B, c.options));
            static_cast<void>(context.release_kept()); // else faults are met by giving it back
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
        CHECK(allocator.live == 0);
        CHECK(allocator.wrong == 0);
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
        {
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
        }
        CHECK(allocator.live == 0);
        REQUIRE(losses < 200);
    }
}
