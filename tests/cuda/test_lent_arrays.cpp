/// \file test_lent_arrays.cpp
/// Arrays in device memory that an import hands over are used without a copy: where they can be, until when,
/// and that nothing writes to them.
#include "testing/caller_device.hpp"
#include "testing/device_testing.hpp"
#include "testing/matrices.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Columns = std::vector<std::uint32_t>;
using Values = std::vector<double>;

/// The matrix (1 2; 0 3) with a fourth column that is empty, in the caller's device memory.
template <class Pointer = std::uint64_t>
struct Lent {
    DeviceArray<Pointer> row_ptr;
    DeviceArray<std::uint32_t> cols;
    DeviceArray<double> values;
    int returned = 0;

    explicit Lent(CallerDevice& device)
        : row_ptr(device, std::vector<Pointer>{0, 2, 3}), cols(device, Columns{0, 1, 1}),
          values(device, Values{1, 2, 3}) {}

    [[nodiscard]] mergus_csr csr() {
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type_of<double>();
        csr.nrows = 2;
        csr.ncols = 4;
        csr.nvals = csr.capacity = 3;
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = 8 * sizeof(Pointer);
        csr.index_bits = 32;
        csr.memory = MERGUS_MEMORY_DEVICE;
        csr.release = [](void* self) { ++static_cast<Lent*>(self)->returned; };
        csr.release_arg = this;
        return csr;
    }
    [[nodiscard]] bool is_unchanged() const {
        return row_ptr.download() == std::vector<Pointer>{0, 2, 3} && cols.download() == Columns{0, 1, 1} &&
               values.download() == Values{1, 2, 3};
    }
};

template <class Test>
void on_each_device(Test test) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        test(Context(backend), *device);
    }
}

const Entries<double> content{{0, 0, 1}, {0, 1, 2}, {1, 1, 3}};

} // namespace

TEST_SUITE_BEGIN("device-csr");

TEST_CASE("lent arrays: they are the matrix's own, and come back when nothing needs them any more") {
    on_each_device([](const Context& context, CallerDevice& device) {
        for (const std::uint32_t flags : {0u, std::uint32_t{MERGUS_CSR_TRUSTED}}) {
            CAPTURE(flags);
            Lent<> lent(device);
            mergus_csr csr = lent.csr();
            csr.flags = flags;
            const std::uint64_t held = context.counters().allocated_bytes;
            {
                AnyMatrix A = AnyMatrix::import_csr(context, csr);
                CHECK(context.counters().allocated_bytes == held);
                CHECK(read<double>(A) == content);
                const AnyMatrix B = A.dup(); // has arrays of its own
                CHECK(read<double>(B) == content);
                const CsrArrays moved = A.release_csr();
                CHECK(moved.csr().row_ptr == lent.row_ptr.data());
                CHECK(moved.csr().cols == lent.cols.data());
                CHECK(moved.csr().values == lent.values.data());
                CHECK(lent.returned == 0);
            }
            CHECK(lent.returned == 1);
        }
    });
}

TEST_CASE("lent arrays: those that the backend stores otherwise are copied, the others are not") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<std::uint32_t> lent(device); // offsets of 32 bits
        {
            AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
            CHECK(read<double>(A) == content);
            const CsrArrays moved = A.release_csr();
            CHECK(moved.csr().row_ptr != lent.row_ptr.data());
            CHECK(moved.csr().cols == lent.cols.data());
            CHECK(moved.csr().values == lent.values.data());
            CHECK(lent.returned == 0);
        }
        CHECK(lent.returned == 1);
        // Kernels read 16 bytes at once.
        Lent<> unaligned(device);
        const DeviceArray<double> values(device, {0, 1, 2, 3});
        mergus_csr csr = unaligned.csr();
        csr.values = values.data() + 1;
        AnyMatrix A = AnyMatrix::import_csr(context, csr);
        CHECK(read<double>(A) == content);
        const CsrArrays moved = A.release_csr();
        CHECK(moved.csr().cols == unaligned.cols.data());
        CHECK(moved.csr().values != csr.values);
    });
}

TEST_CASE("lent arrays: after a failed import they are the caller's") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<> lent(device);
        lent.cols.upload({0, 7, 1});
        CHECK_THROWS_AS((void)AnyMatrix::import_csr(context, lent.csr()), Error);
        CHECK(lent.returned == 0);
    });
}

TEST_CASE("lent arrays: operations that write the matrix leave them as they are") {
    on_each_device([](const Context& context, CallerDevice& device) {
        const auto ones = make<double>(context, 2, 4, {{0, 0, 1}, {0, 1, 1}, {1, 1, 1}});
        const auto twos = make<double>(context, 2, 2, {{0, 0, 2}, {1, 1, 2}});
        const std::vector<std::pair<const char*, std::function<void(AnyMatrix&)>>> writers{
            {"set_element", [](AnyMatrix& A) { A.set_element(0, 1, 9.0); }},
            {"new element", [](AnyMatrix& A) { A.set_element(1, 3, 9.0); }},
            {"remove_element", [](AnyMatrix& A) { A.remove_element(0, 1); }},
            {"clear", [](AnyMatrix& A) { A.clear(); }},
            {"resize", [](AnyMatrix& A) { A.resize(1, 1); }},
            {"set_values",
             [](AnyMatrix& A) {
                 set_values(A, Values{7, 8, 9}.data(), 3, type_of<double>());
             }},
            {"accumulate", [&](AnyMatrix& A) { ewise_add(A, ops::plus<double>, A, ones); }},
            {"accumulate the same pattern",
             [&](AnyMatrix& A) { assign(A, ones, {.accum = ops::plus<double>}); }},
            {"apply", [](AnyMatrix& A) { apply(A, ops::ainv<double>, A); }},
            {"scalar", [](AnyMatrix& A) { assign(A, Scalar(4.0)); }},
            {"scalar by its pattern", [](AnyMatrix& A) { assign(A, Scalar(4.0), {.mask = structure(A)}); }},
            {"product", [&](AnyMatrix& A) { mxm(A, plus_times<double>, twos, ones); }},
            {"accumulated product",
             [&](AnyMatrix& A) { mxm(A, plus_times<double>, twos, A, {.accum = ops::plus<double>}); }},
        };
        for (const auto& [name, write] : writers) {
            CAPTURE(name);
            Lent<> lent(device), other(device);
            AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
            AnyMatrix B(context, type_of<double>(), 2, 4);
            assign(B, AnyMatrix::import_csr(context, other.csr()));
            write(A);
            write(B);
            CHECK(read<double>(A) == read<double>(B));
            CHECK(lent.is_unchanged());
        }
    });
}

TEST_CASE("lent arrays: two matrices that share columns have their own rows") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<> lent(device);
        const DeviceArray<std::uint64_t> row_ptr(device, {0, 1, 3});
        lent.cols.upload({0, 1, 2});
        const AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
        mergus_csr csr = lent.csr();
        csr.row_ptr = row_ptr.data();
        const AnyMatrix B = AnyMatrix::import_csr(context, csr);
        AnyMatrix C(context, type_of<double>(), 2, 4);
        ewise_add(C, ops::plus<double>, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 2}, {0, 1, 2}, {1, 1, 2}, {1, 2, 6}});
        ewise_mult(C, ops::plus<double>, A, B);
        CHECK(read<double>(C) == Entries<double>{{0, 0, 2}, {1, 2, 6}});
    });
}

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
            const auto use = [&](const mergus_csr& csr) {
                const AnyMatrix A = AnyMatrix::import_csr(context, csr);
                own->delay();
                apply(B, ops::ainv<double>, A);
                return context.counters().synchronizations;
            };
            const std::uint64_t before_end = use(lent.csr());
            CHECK(context.counters().synchronizations == before_end); // the end of A did not wait
            CHECK(lent.returned == 0);
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

TEST_CASE("lent arrays: checks of offsets of 32 bits widen them too") {
    on_each_device([](const Context& context, CallerDevice& device) {
        Lent<std::uint32_t> lent(device);
        (void)AnyMatrix::import_csr(context, lent.csr()); // compiles
        const Counters before = context.counters();
        const AnyMatrix A = AnyMatrix::import_csr(context, lent.csr());
        CHECK(context.counters().launches == before.launches + 1);
        CHECK(context.counters().synchronizations == before.synchronizations + 1);
        CHECK(read<double>(A) == content);
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

TEST_SUITE_END();
