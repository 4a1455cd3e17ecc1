/// \file test_host_faults.cpp
/// Fault injection into host allocations, on the emulated device. A separate program, because it replaces
/// operator new. Every host allocation of the library and the device backend fails in turn. The call then
/// either returns the right result, or an error with unchanged operands; nothing leaks on host or device, and
/// the next call is right.
#include "testing/device_operations.hpp"
#include "testing/replaced_new.hpp"
#include "testing/scratch.hpp"

#include <cstdio>
#include <optional>

using namespace mergus;
using namespace mergus::tests;
using host_memory::failed;
using host_memory::live;

namespace {

/// \return the number of allocations that were made to fail.
long fail_each(const DeviceOperation& operation, const Context& context) {
    std::optional<DeviceOperands> operands(std::in_place,
                                           context); // warm-up: kernels and tables that are cached
    operation.run(*operands);
    const Content expected(*operands);
    for (long nth = 0;; ++nth) {
        CAPTURE(nth);
        operands.reset();
        static_cast<void>(context.release_derived());
        const long live_before = live;
        const std::uint64_t on_device = context.counters().allocated_bytes;
        {
            operands.emplace(context);
            const Content before(*operands);
            bool threw = false;
            Code code = Code::out_of_memory;
            try {
                const host_memory::FailingAllocation failing(nth);
                operation.run(*operands);
            } catch (const Error& error) {
                code = error.code();
                threw = true;
            } catch (const std::bad_alloc&) { // from the front end
                threw = true;
            }
            CHECK(code == Code::out_of_memory);
            if (!threw) { // no fault, or a fallback was used
                const bool right = Content(*operands) == expected;
                REQUIRE(right);
                if (!failed) return nth;
            } else {
                REQUIRE(failed);
                const bool unchanged = Content(*operands) == before;
                REQUIRE(unchanged);
            }
        }
        operands.reset();
        static_cast<void>(context.release_derived());
        CHECK(live == live_before);
        CHECK(context.counters().allocated_bytes == on_device);
    }
}

} // namespace

TEST_CASE("host faults: every allocation of every operation fails in turn") {
    const Context context("cuda-emulated");
    long total = 0;
    for (const DeviceOperation& operation : device_operations()) {
        CAPTURE(operation.name);
        const long faults = fail_each(operation, context);
        std::printf("%-50s %5ld faults\n", operation.name.c_str(), faults);
        // These two allocate device memory only, or none.
        CHECK((faults > 0 || operation.name == "assign" || operation.name == "clear"));
        total += faults;
    }
    std::printf("%ld faults\n", total);
}

TEST_CASE("host faults: every allocation of a new context and its first product, which loads its kernels, "
          "fails in turn") {
    const auto whole = [](const Context& context) {
        DeviceOperands operands(context);
        mxm(operands.C, structure(operands.M), ops::plus<double>, plus_times<double>, operands.A, operands.B);
        return read<double>(operands.C);
    };
    const cuda::testing::ScratchDirectory directory;
    const cuda::testing::Variable cache("MERGUS_CACHE_DIR", directory.path().c_str());
    const Entries<double> expected =
        whole(Context("cuda-emulated")); // compiles, and keeps the kernels on disk
    long faults = 0;
    for (failed = true; failed; ++faults) {
        CAPTURE(faults);
        const long live_before = live;
        try {
            const host_memory::FailingAllocation failing(faults);
            const Context context("cuda-emulated");
            const Entries<double> result = whole(context);
            host_memory::countdown = -1; // doctest allocates
            const bool right = result == expected;
            CHECK(right);
        } catch (const Error& error) {
            CAPTURE(error.what());
            CHECK(error.code() == Code::out_of_memory);
            REQUIRE(failed);
        } catch (const std::bad_alloc&) { // from the front end or the test
            REQUIRE(failed);
        }
        CHECK(live == live_before);
    }
    std::printf("%ld faults of a first product\n", faults - 1);
}
