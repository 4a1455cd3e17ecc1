/// \file test_lent_returns.cpp
/// Arrays in device memory that an import hands over: the order with the caller's streams, when they come
/// back, and when their check ends.
#include "lent_arrays.hpp"
#include "testing/vectors.hpp"

#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

TEST_SUITE_BEGIN("device-csr");

TEST_CASE("lent arrays: an import waits for the caller's stream, and arrays are released after the last "
          "kernel that reads them") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        const auto own = device->stream(), callers = device->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = own->handle();
        const Context context(options);
        for (const std::uint32_t flags : {0u, std::uint32_t{MERGUS_CSR_TRUSTED}}) {
            CAPTURE(flags);
            Lent<> lent(*device);
            const DeviceArray<double> filled(*device, Values{4, 5, 6});
            callers->delay();
            callers->copy(lent.values.data(), filled.data(), filled.bytes());
            mergus_csr csr = lent.csr();
            csr.flags = flags;
            csr.stream = callers->handle();
            csr.release = [](void* self) { static_cast<Lent<>*>(self)->values.upload({0, 0, 0}); };
            AnyMatrix B(context, type_of<double>(), 2, 4);
            {
                const AnyMatrix A = AnyMatrix::import_csr(context, csr);
                own->delay();
                apply(B, ops::ainv<double>, A);
            }
            context.wait();
            CHECK(lent.values.download() == Values{0, 0, 0});
            CHECK(read<double>(B) == Entries<double>{{0, 0, -4}, {0, 1, -5}, {1, 1, -6}});
        }
    }
}

TEST_CASE("lent arrays: few bytes come back later where the device works on them, more are waited for") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        const auto own = device->stream(), callers = device->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = own->handle();
        Lent<> lent(*device), other(*device);
        constexpr std::size_t kept = (std::size_t{1} << 20) / sizeof(double);
        const DeviceArray<double> many(*device, std::vector<double>(kept + 1, 1));
        {
            const Context context(options);
            AnyMatrix B(context, type_of<double>(), 2, 4);
            const auto use = [&](mergus_csr csr) {
                csr.stream = callers->handle();
                const AnyMatrix A = AnyMatrix::import_csr(context, csr);
                own->delay();
                apply(B, ops::ainv<double>, A);
                return context.counters().synchronizations;
            };
            const std::uint64_t before_end = use(lent.csr());
            CHECK(context.counters().synchronizations == before_end); // the end of A did not wait
            if (backend != "cuda") CHECK(lent.returned == 0);         // a GPU may have ended the call
            context.wait();
            CHECK(lent.returned == 1);
            CHECK(read<double>(B) == Entries<double>{{0, 0, -1}, {0, 1, -2}, {1, 1, -3}});

            mergus_vector_arrays arrays{};
            arrays.struct_size = sizeof arrays;
            arrays.type = type_of<double>();
            arrays.format = MERGUS_VECTOR_FULL;
            arrays.values = many.data();
            arrays.memory = MERGUS_MEMORY_DEVICE;
            arrays.flags = MERGUS_CSR_TRUSTED;
            arrays.stream = callers->handle();
            int returned = 0;
            arrays.release = [](void* count) { ++*static_cast<int*>(count); };
            arrays.release_arg = &returned;
            AnyVector v(context, type_of<double>(), kept + 1), w(context, type_of<double>(), kept);
            const auto use_vector = [&](AnyVector& to) {
                arrays.size = arrays.nvals = arrays.capacity = to.size();
                const AnyVector u = AnyVector::import_arrays(context, arrays);
                own->delay();
                apply(to, ops::ainv<double>, u);
            };
            use_vector(v);
            CHECK(returned == 1);
            use_vector(w);
            CHECK(returned == 1);
            context.wait();
            CHECK(returned == 2);
            static_cast<void>(use(lent.csr()));
            static_cast<void>(use(other.csr()));
        }
        CHECK(lent.returned == 2); // before the context ends
        CHECK(other.returned == 1);
    }
}

TEST_CASE("lent arrays: a context ends while a call reads arrays that a matrix of it has given away") {
    const std::unique_ptr<CallerDevice> device = CallerDevice::of("cuda-emulated");
    const auto stream = device->stream();
    const auto alive = std::make_shared<int>(); // the context holds its allocator
    {
        ContextOptions options;
        options.backend = "cuda-emulated"; // whose memory is the host's
        options.stream = stream->handle();
        options.allocate = [alive](std::size_t bytes, void*) -> void* { return std::malloc(bytes); };
        options.deallocate = [](void* block, std::size_t, void*) { std::free(block); };
        const Context context(options);
        AnyMatrix B(context, type_of<double>(), 2, 4);
        Lent<> lent(*device);
        AnyMatrix given = AnyMatrix::import_csr(context, lent.csr());
        apply(given, ops::ainv<double>, given); // arrays of its own
        const AnyMatrix A = AnyMatrix::import_csr(context, given.release_csr());
        apply(B, ops::ainv<double>, A);
    }
    CHECK(alive.use_count() == 1);
}

TEST_CASE("lent arrays: checks of offsets of 32 bits widen them too") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<std::uint32_t> lent(device);
        (void)AnyMatrix::import_csr(context, lent.csr()); // compiles
        const Counters before = context.counters();
        const AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
        CHECK(context.counters().launches == before.launches + 1);
        CHECK(context.counters().synchronizations == before.synchronizations + 1);
        CHECK(read<double>(A) == lent_content);
    });
}

TEST_CASE("lent arrays: given up while a graph is captured, they come back after the capture") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        const auto own = device->stream();
        ContextOptions options;
        options.backend = backend;
        options.stream = own->handle();
        const Context context(options);
        Lent<> lent(*device);
        const DeviceArray<double> filled(*device, 3);
        auto A = std::make_unique<AnyMatrix>(AnyMatrix::import_csr(context, lent.csr()));
        const std::function<void()> launch = own->capture([&] {
            own->fill(filled.data(), 0, filled.bytes());
            A.reset();
        });
        CHECK(lent.returned == 0);
        const auto B = make<double>(context, 2, 2, {{0, 0, 1}});
        context.wait();
        CHECK(lent.returned == 1);
        CHECK(B.nvals() == 1);
        launch();
        own->wait();
    }
}

TEST_CASE("lent arrays: of vectors") {
    on_each_device([](const Context& context, CallerDevice& device) {
        const DeviceArray<double> values(device, Values{1, 2, 3});
        int returned = 0;
        mergus_vector_arrays arrays{};
        arrays.struct_size = sizeof arrays;
        arrays.type = type_of<double>();
        arrays.size = arrays.nvals = arrays.capacity = 3;
        arrays.format = MERGUS_VECTOR_FULL;
        arrays.values = values.data();
        arrays.memory = MERGUS_MEMORY_DEVICE;
        arrays.release = [](void* count) { ++*static_cast<int*>(count); };
        arrays.release_arg = &returned;
        const auto imported = [&] { return AnyVector::import_arrays(context, arrays); };
        {
            AnyVector u = imported();
            CHECK(u.release_arrays(MERGUS_VECTOR_FULL).arrays().values == values.data());
        }
        CHECK(returned == 1);
        for (const bool bitmap_first : {false, true}) {
            CAPTURE(bitmap_first);
            AnyVector u = imported(), sum(context, type_of<double>(), 3);
            if (bitmap_first) ewise_add(sum, ops::plus<double>, u, u);
            assign(u, u, {.accum = ops::plus<double>});
            u.set_element(1, 9.0);
            assign(u, Scalar(5.0), {.mask = structure(u), .accum = ops::plus<double>});
            CHECK(items<double>(u) == Items<double>{{0, 7}, {1, 14}, {2, 11}});
            CHECK(values.download() == Values{1, 2, 3});
        }
        context.wait();
        CHECK(returned == 3);
    });
}

TEST_CASE("lent arrays: with a stream the check ends in the first call that reads the matrix") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        const auto callers = device->stream();
        const Context context(backend);
        const auto import = [&](auto& lent) {
            mergus_csr csr = lent.csr();
            csr.stream = callers->handle();
            return AnyMatrix::import_csr(context, csr);
        };
        const auto waits = [&] { return context.counters().synchronizations; };
        Lent<> good(*device);
        Lent<std::uint32_t> narrow(*device);
        for (int round = 0; round < 2; ++round) { // kernels of the first one are compiled
            const std::uint64_t before = waits();
            const AnyMatrix A = import(good), B = import(narrow);
            CHECK(waits() == before);
            CHECK(A.nvals() == 3);
            CHECK(read<double>(A) == lent_content);
            CHECK(read<double>(B) == lent_content);
            const std::uint64_t checked = waits();
            AnyMatrix C(context, type_of<double>(), 2, 4);
            apply(C, ops::ainv<double>, A);
            CHECK(waits() == checked); // once
        }
        // Each call that reads the matrix, and those alone.
        Lent<> bad(*device);
        bad.cols.upload({0, 7, 1});
        AnyMatrix A = import(bad);
        const AnyMatrix ones = make<double>(context, 4, 2, {{0, 0, 1}});
        AnyMatrix C(context, type_of<double>(), 2, 2), wide(context, type_of<double>(), 2, 4);
        AnyVector sums(context, type_of<double>(), 2);
        Vector<double> u(context, 4);
        assign(u, 1.0);
        const std::vector<std::pair<const char*, std::function<void()>>> readers{
            {"mxm", [&] { mxm(C, plus_times<double>, A, ones); }},
            {"mxm of the transpose", [&] { mxm(C, plus_times<double>, wide, A, {.transpose_b = true}); }},
            {"mask", [&] { assign(wide, Scalar(1.0), {.mask = structure(A)}); }},
            {"mxv", [&] { mxv(sums, plus_times<double>, A, u); }},
            {"reduce", [&] { (void)reduce(plus_monoid<double>, A); }},
            {"dup", [&] { (void)A.dup(); }},
            {"tuples", [&] { (void)A.to_tuples(); }},
            {"resize", [&] { A.resize(1, 1); }},
            {"resize, hypersparse", [&] { A.resize(std::uint64_t{1} << 50, std::uint64_t{1} << 50); }},
            {"move", [&] { (void)A.release_csr(); }},
            {"export", [&] { (void)A.to(Context("suitesparse")); }},
            {"set_values",
             [&] {
                 set_values(A, Values{1, 2, 3}.data(), 3, type_of<double>());
             }},
            {"isequal", [&] { (void)isequal(A, A); }},
        };
        for (const auto& [name, call] : readers) {
            CAPTURE(name);
            try {
                call();
                FAIL_CHECK("the arrays were taken");
            } catch (const Error& error) {
                CHECK(error.code() == Code::invalid_index);
                CHECK_MESSAGE(std::string(error.what())
                                      .find("an operand's import_csr: row 0 has column 7, not below 4") !=
                                  std::string::npos,
                              error.what());
            }
        }
        CHECK(A.nvals() == 3);
        // A check whose result later ones have replaced is made again.
        const AnyMatrix late = import(good);
        for (int n = 0; n < 70; ++n) (void)read<double>(import(good));
        CHECK(read<double>(late) == lent_content);
        A.clear();
        CHECK(A.nvals() == 0);
    }
}

TEST_SUITE_END();
