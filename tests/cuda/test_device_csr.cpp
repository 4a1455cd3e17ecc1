/// \file test_device_csr.cpp
/// Import and export of CSR arrays in device memory: ordering with a busy caller stream, ownership of the
/// arrays over time, and validation of imports.
#include "testing/caller_device.hpp"
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// The arrays of a matrix over T in device memory.
template <class T, class Pointer = std::uint64_t, class Index = std::uint32_t>
struct Arrays {
    std::uint64_t nrows, ncols;
    DeviceArray<Pointer> row_ptr;
    DeviceArray<Index> cols;
    DeviceArray<T> values;

    Arrays(CallerDevice& device, std::uint64_t ncols, const std::vector<Pointer>& ptr,
           const std::vector<Index>& columns, const std::vector<T>& all)
        : nrows(ptr.size() - 1), ncols(ncols), row_ptr(device, ptr), cols(device, columns),
          values(device, all) {}

    [[nodiscard]] mergus_csr csr(const mergus_type* type) const {
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.type = type;
        csr.nrows = nrows;
        csr.ncols = ncols;
        csr.nvals = csr.capacity = cols.bytes() / sizeof(Index);
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = 8 * sizeof(Pointer);
        csr.index_bits = 8 * sizeof(Index);
        csr.memory = MERGUS_MEMORY_DEVICE;
        return csr;
    }
};

constexpr std::uint64_t n = 4000;

std::vector<std::uint64_t> diagonal_ptr() {
    std::vector<std::uint64_t> ptr;
    for (std::uint64_t i = 0; i <= n; ++i) ptr.push_back(i);
    return ptr;
}
std::vector<std::uint32_t> diagonal_cols() {
    std::vector<std::uint32_t> cols;
    for (std::uint32_t i = 0; i < n; ++i) cols.push_back(i);
    return cols;
}
/// A diagonal matrix; its values show when they were read or written.
Arrays<double> diagonal(CallerDevice& device, double value) {
    return {device, n, diagonal_ptr(), diagonal_cols(), std::vector<double>(n, value)};
}
/// \return whether every value of A is `value`.
bool all_are(const AnyMatrix& A, double value) {
    for (const auto& entry : read<double>(A))
        if (entry.value != value) return false;
    return A.nvals() == n;
}

template <class Test>
void on_each_device(Test test) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::unique_ptr<CallerDevice> device = CallerDevice::of(backend);
        test(backend, *device);
    }
}

Context context_on(const std::string& backend, CallerDevice::Stream& stream) {
    ContextOptions options;
    options.backend = backend;
    options.stream = stream.handle();
    return Context(options);
}

} // namespace

TEST_SUITE_BEGIN("device-csr");

TEST_CASE("device csr: an import begins after the work already queued on the caller's stream") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        for (const std::uint32_t flags : {0u, std::uint32_t{MERGUS_CSR_TRUSTED}}) {
            CAPTURE(flags);
            const Arrays<double> arrays = diagonal(device, 1);
            const DeviceArray<double> twos(device, std::vector<double>(n, 2));
            const auto stream = device.stream();
            stream->delay();
            stream->copy(arrays.values.data(), twos.data(), twos.bytes());
            mergus_csr csr = arrays.csr(type_of<double>());
            csr.stream = stream->handle();
            csr.flags = flags;
            const AnyMatrix A = AnyMatrix::import_csr(context, csr);
            // Work queued on the stream from here on runs after the copies.
            stream->fill(arrays.values.data(), 0, arrays.values.bytes());
            stream->fill(arrays.cols.data(), 0, arrays.cols.bytes());
            CHECK(all_are(A, 2));
        }
    });
}

TEST_CASE("device csr: a trusted import with a stream does not wait") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        const Arrays<double> arrays = diagonal(device, 3);
        const auto stream = device.stream();
        mergus_csr csr = arrays.csr(type_of<double>());
        csr.stream = stream->handle();
        csr.flags = MERGUS_CSR_TRUSTED;
        static_cast<void>(AnyMatrix::import_csr(context, csr)); // warm-up: compiles the kernels
        const Counters before = context.counters();
        const AnyMatrix A = AnyMatrix::import_csr(context, csr);
        CHECK(context.counters().synchronizations == before.synchronizations);
        CHECK(context.counters().launches == before.launches); // no validation kernel ran
        CHECK(all_are(A, 3));
    });
}

TEST_CASE("device csr: without a stream the caller may reuse the arrays when the import returns") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const auto lent = device.stream();
        const Context context = context_on(backend, *lent);
        for (const std::uint32_t flags : {0u, std::uint32_t{MERGUS_CSR_TRUSTED}}) {
            CAPTURE(flags);
            Arrays<double> arrays = diagonal(device, 4);
            mergus_csr csr = arrays.csr(type_of<double>());
            csr.flags = flags;
            lent->delay(); // the copies are queued behind the delay
            const std::uint64_t waits = context.counters().synchronizations;
            const AnyMatrix A = AnyMatrix::import_csr(context, csr);
            CHECK(context.counters().synchronizations == waits + 1);
            arrays.values.upload(std::vector<double>(n, 5));
            arrays.cols.upload(std::vector<std::uint32_t>(n, 7));
            CHECK(all_are(A, 4));
        }
    });
}

TEST_CASE("device csr: without a stream an export can be read when it returns") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const auto lent = device.stream();
        const Context context = context_on(backend, *lent);
        const AnyMatrix A = AnyMatrix::import_csr(context, diagonal(device, 8).csr(type_of<double>()));
        const Arrays<double> out(device, n, std::vector<std::uint64_t>(n + 1), std::vector<std::uint32_t>(n),
                                 std::vector<double>(n));
        mergus_csr csr = out.csr(type_of<double>());
        lent->delay();
        const std::uint64_t waits = context.counters().synchronizations;
        A.export_csr(csr);
        CHECK(context.counters().synchronizations == waits + 1);
        CHECK(out.row_ptr.download() == diagonal_ptr());
        CHECK(out.cols.download() == diagonal_cols());
        CHECK(out.values.download() == std::vector<double>(n, 8));
    });
}

TEST_CASE("device csr: an export with a stream comes after what reads the arrays, and before what the stream "
          "does next") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const auto lent = device.stream();
        const Context context = context_on(backend, *lent);
        const AnyMatrix A = AnyMatrix::import_csr(context, diagonal(device, 9).csr(type_of<double>()));
        const Arrays<double> out = diagonal(device, 1);
        const DeviceArray<double> before(device, n), after(device, n);
        const auto stream = device.stream();
        stream->delay();
        stream->copy(before.data(), out.values.data(), before.bytes());
        mergus_csr csr = out.csr(type_of<double>());
        csr.stream = stream->handle();
        const std::uint64_t waits = context.counters().synchronizations;
        A.export_csr(csr);
        CHECK(context.counters().synchronizations == waits);
        lent->delay();
        stream->copy(after.data(), out.values.data(), after.bytes());
        stream->wait();
        CHECK(before.download() == std::vector<double>(n, 1));
        CHECK(after.download() == std::vector<double>(n, 9));
    });
}

namespace {

/// Checks the error for invalid arrays, and that the failed import leaks nothing.
template <class T, class Pointer, class Index>
void refuses(const Context& context, Code code, const std::vector<std::string>& words,
             Arrays<T, Pointer, Index>&& arrays, std::int64_t more_entries = 0) {
    const std::uint64_t held = context.counters().allocated_bytes;
    mergus_csr csr = arrays.csr(type_of<std::conditional_t<sizeof(T) == 1, bool, T>>());
    csr.nvals += static_cast<std::uint64_t>(more_entries);
    try {
        static_cast<void>(AnyMatrix::import_csr(context, csr));
        FAIL_CHECK("it was taken");
    } catch (const Error& error) {
        CHECK(error.code() == code);
        for (const std::string& word : words)
            CHECK_MESSAGE(std::string(error.what()).find(word) != std::string::npos, error.what(), " has no ",
                          word);
    }
    CHECK(context.counters().allocated_bytes == held);
}

template <class Pointer, class Index>
void refuses_bad_arrays(const Context& context, CallerDevice& device) {
    CAPTURE(sizeof(Pointer));
    CAPTURE(sizeof(Index));
    using Ptr = std::vector<Pointer>;
    using Cols = std::vector<Index>;
    const auto bad = [&](Code code, const std::vector<std::string>& words, const Ptr& ptr, const Cols& cols,
                         std::int64_t more = 0) {
        refuses(context, code, words,
                Arrays<float, Pointer, Index>(device, 10, ptr, cols, std::vector<float>(cols.size(), 1)),
                more);
    };
    // Rows 0 and 2 have entries.
    const Ptr ptr{0, 2, 2, 5};
    const Cols cols{1, 9, 0, 4, 5};
    const AnyMatrix A = AnyMatrix::import_csr(
        context, Arrays<float, Pointer, Index>(device, 10, ptr, cols, {1, 2, 3, 4, 5}).csr(type_of<float>()));
    CHECK(read<float>(A) == Entries<float>{{0, 1, 1}, {0, 9, 2}, {2, 0, 3}, {2, 4, 4}, {2, 5, 5}});
    bad(Code::invalid_index, {"row 2", "column 10", "not below 10"}, ptr, {1, 9, 0, 4, 10});
    bad(Code::invalid_index, {"row 0", "column 4000000000"}, ptr,
        {1, static_cast<Index>(4000000000u), 0, 4, 5});
    bad(Code::invalid_value, {"row 2", "column 4 comes after 6"}, ptr, {1, 9, 6, 4, 5});
    bad(Code::invalid_value, {"row 0", "column 1 comes after 1"}, ptr, {1, 1, 0, 4, 5});
    bad(Code::invalid_value, {"row_ptr[0] is 1"}, {1, 2, 2, 5}, cols);
    bad(Code::invalid_value, {"row 1", "row_ptr[2] is 1", "between 2"}, {0, 2, 1, 5}, cols);
    bad(Code::invalid_value, {"row 1", "row_ptr[2] is 70"}, {0, 2, 70, 5}, cols);
    bad(Code::invalid_value, {"row_ptr[3]", "is 4", "5 entries"}, {0, 2, 2, 4}, cols);
    bad(Code::invalid_value, {"row_ptr[3] is 5", "nvals, 4"}, ptr, cols, -1);
    bad(Code::invalid_value, {"1 entries"}, {0}, {3});
    if (sizeof(Index) == 8) // a column index that truncation to 32 bits would hide
        bad(Code::invalid_index, {"row 2", "column 4294967299"}, ptr,
            {1, 9, 0, 4, static_cast<Index>(4294967299u)});
}

} // namespace

TEST_CASE("device csr: invalid CSR arrays are refused, and the error names the row") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        refuses_bad_arrays<std::uint64_t, std::uint64_t>(context, device);
        refuses_bad_arrays<std::uint64_t, std::uint32_t>(context, device);
        refuses_bad_arrays<std::uint32_t, std::uint64_t>(context, device);
        refuses_bad_arrays<std::uint32_t, std::uint32_t>(context, device);
    });
}

TEST_CASE("device csr: the first of many invalid entries is named, across many blocks") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        std::vector<std::uint32_t> cols = diagonal_cols();
        cols[1700] = cols[2500] = cols[3999] = n;
        const std::vector<double> values(n, 1);
        refuses(context, Code::invalid_index, {"row 1700", "column 4000"},
                Arrays<double>(device, n, diagonal_ptr(), cols, values));
        std::vector<std::uint64_t> ptr = diagonal_ptr();
        ptr[1000] = 1001, ptr[3000] = 0;
        refuses(context, Code::invalid_value, {"row 2999", "row_ptr[3000] is 0"},
                Arrays<double>(device, n, ptr, diagonal_cols(), values));
    });
}

TEST_CASE("device csr: truth values are 0 or 1") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{2345}, n - 1}) {
            std::vector<std::uint8_t> values(n, 1);
            values[n / 2] = 0;
            const Arrays<std::uint8_t> good(device, n, diagonal_ptr(), diagonal_cols(), values);
            CHECK(AnyMatrix::import_csr(context, good.csr(type_of<bool>())).nvals() == n);
            values[at] = 2;
            refuses(context, Code::invalid_value, {"entry " + std::to_string(at), "is 2"},
                    Arrays<std::uint8_t>(device, n, diagonal_ptr(), diagonal_cols(), values));
        }
        Arrays<std::uint8_t> one(device, n, diagonal_ptr(), diagonal_cols(), {3});
        mergus_csr csr = one.csr(type_of<bool>());
        csr.iso = 1;
        CHECK_THROWS_AS(static_cast<void>(AnyMatrix::import_csr(context, csr)), Error);
        one.values.upload({1});
        CHECK(AnyMatrix::import_csr(context, csr).nvals() == n);
    });
}

TEST_CASE("device csr: unknown flags are refused") {
    on_each_device([](const std::string& backend, CallerDevice& device) {
        const Context context(backend);
        const Arrays<double> arrays = diagonal(device, 1);
        mergus_csr csr = arrays.csr(type_of<double>());
        csr.flags = 6;
        CHECK_THROWS_AS(static_cast<void>(AnyMatrix::import_csr(context, csr)), Error);
    });
}

TEST_SUITE_END();
