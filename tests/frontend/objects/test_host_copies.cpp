/// \file test_host_copies.cpp
/// The copies on the host that reads of single elements make are counted, given back, and not made where
/// nothing may be kept.
#include "testing/device_testing.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr std::uint64_t n = 300;

Vector<double> numbers(const Context& context) {
    return Vector<double>::from_dense(context, std::vector<double>(n, 2.5));
}

void read_all(const Vector<double>& u) {
    for (int round = 0; round < 3; ++round)
        for (std::uint64_t i = 0; i < n; ++i) REQUIRE(u.extract_element(i) == 2.5);
}

} // namespace

TEST_SUITE_BEGIN("vectors");

TEST_CASE("host copies: they count in bytes() and derived_bytes until they are given back") {
    on_each_backend([](const Context& context) {
        const auto u = numbers(context);
        static_cast<void>(u.extract_element(0)); // may change how the vector is stored
        static_cast<void>(context.release_derived());
        const std::uint64_t before = u.bytes();
        REQUIRE(context.counters().derived_bytes == 0);
        read_all(u);
        CHECK(u.bytes() == before + n * sizeof(double));
        CHECK(context.counters().derived_bytes == n * sizeof(double));
        CHECK(context.release_derived() == n * sizeof(double));
        CHECK(u.bytes() == before);
        CHECK(context.counters().derived_bytes == 0);
        CHECK(context.release_derived() == 0);
        read_all(u);
        CHECK(context.counters().derived_bytes == n * sizeof(double));
    });
}

TEST_CASE("host copies: a change and the end of an object free them") {
    on_each_backend([](const Context& context) {
        {
            auto u = numbers(context), v = numbers(context);
            static_cast<void>(context.release_derived());
            read_all(u);
            read_all(v);
            CHECK(context.counters().derived_bytes == 2 * n * sizeof(double));
            u.clear();
            CHECK(context.counters().derived_bytes == n * sizeof(double));
        }
        CHECK(context.counters().derived_bytes == 0);
        auto A = Matrix<double>::from_csr(context, csr_every(20, 20, 1));
        const std::uint64_t before = A.bytes();
        for (int round = 0; round < 3; ++round)
            for (std::uint64_t e = 0; e < 400; ++e) REQUIRE(A.extract_element(e / 20, e % 20).has_value());
        CHECK(A.bytes() == before + 400 * 3 * 8);
        set_values(A, std::vector<double>(400, 1));
        CHECK(A.bytes() <= before);
    });
}

TEST_CASE("host copies: without memory on the device elements are read one at a time" *
          doctest::test_suite("vectors-emulated")) {
    bool full = false;
    ContextOptions options;
    options.backend = "cuda-emulated"; // whose memory is the host's
    options.allocate = [&](std::size_t bytes, void*) -> void* {
        return full && bytes > 1024 ? nullptr : std::malloc(bytes); // room for an element, not for a copy
    };
    options.deallocate = [](void* block, std::size_t, void*) { std::free(block); };
    const Context context(options);
    const auto A = Matrix<double>::from_csr(context, csr_every(20, 20, 1));
    const auto read = [&] {
        for (std::uint64_t e = 0; e < 400; ++e) REQUIRE(A.extract_element(e / 20, e % 20).has_value());
    };
    static_cast<void>(A.extract_element(0, 0));
    static_cast<void>(context.release_derived());
    full = true;
    for (int round = 0; round < 3; ++round) read();
    CHECK(context.counters().derived_bytes == 0);
    full = false;
    for (int round = 0; round < 3; ++round) read();
    CHECK(context.counters().derived_bytes == 400 * 3 * 8);
}

TEST_CASE("host copies: a context that keeps no results makes none") {
    for (const std::string& backend : backends_under_test()) {
        CAPTURE(backend);
        const Context context(ContextOptions{.backend = backend, .cache_derived = false});
        const auto u = numbers(context);
        static_cast<void>(u.extract_element(0)); // may change how the vector is stored
        const std::uint64_t before = u.bytes();
        read_all(u);
        CHECK(u.bytes() == before);
        CHECK(context.counters().derived_bytes == 0);
    }
}

TEST_CASE("host copies: objects end while another thread gives copies back") {
    on_each_backend([](const Context& context) {
        std::atomic<bool> done = false;
        std::thread releases([&] {
            while (!done) static_cast<void>(context.release_derived());
        });
        for (int round = 0; round < 40; ++round) read_all(numbers(context));
        done = true;
        releases.join();
        static_cast<void>(context.release_derived());
        CHECK(context.counters().derived_bytes == 0);
    });
}

TEST_SUITE_END();
