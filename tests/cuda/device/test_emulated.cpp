/// \file test_emulated.cpp
/// The emulated device runs kernels as CUDA would, in every order of threads that is tried, so that a missing
/// barrier shows. Its limits can be set, and devices that cannot be used are passed over.
#include "device/emulated/caller_stream.h"
#include "device/zeroed_buffer.hpp"
#include "emulated_testing.hpp"
#include "testing/scratch.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

using namespace mergus;
using namespace mergus::cuda;
using namespace mergus::cuda::testing;

TEST_CASE("a block scan") {
    for (const char* seed : seeds) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        Kernel& kernel = device.kernel(samples::block_scan());
        CHECK(kernel.static_shared >= 8 * sizeof(int));
        for (const int n : {1, 31, 32, 33, 200, 256}) {
            std::vector<int> in(static_cast<std::size_t>(n));
            std::iota(in.begin(), in.end(), -7);
            std::vector<int> expected(in.size());
            std::partial_sum(in.begin(), in.end(), expected.begin());
            const auto d_in = upload(device, in);
            const Array<int> d_out(device, in.size());
            device.launch(kernel, {1}, {256}, 0, static_cast<const int*>(d_in.data()), d_out.data(), n);
            CHECK(download(device, d_out) == expected);
        }
    }
}

TEST_CASE("a hash in dynamic shared memory") {
    for (const char* seed : seeds) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        std::vector<int> keys;
        std::vector<unsigned long long> values;
        std::map<int, unsigned long long> expected;
        for (int i = 0; i < 700; ++i) {
            keys.push_back(i * i % 97);
            values.push_back(static_cast<unsigned long long>(i));
            expected[keys.back()] += values.back();
        }
        const int slots = 128;
        const auto d_keys = upload(device, keys);
        const auto d_values = upload(device, values);
        const Array<int> out_keys(device, slots);
        const Array<unsigned long long> out_sums(device, slots);
        device.launch(device.kernel(samples::shared_hash()), {1}, {96}, slots * 12,
                      static_cast<const int*>(d_keys.data()),
                      static_cast<const unsigned long long*>(d_values.data()), 700, slots, out_keys.data(),
                      out_sums.data());
        const auto got_keys = download(device, out_keys);
        const auto got_sums = download(device, out_sums);
        std::map<int, unsigned long long> got;
        for (std::size_t s = 0; s < slots; ++s)
            if (got_keys[s] != -1) got[got_keys[s]] = got_sums[s];
        CHECK(got == expected);
    }
}

TEST_CASE("a merge along the merge path, in several blocks") {
    for (const char* seed : seeds) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        Kernel& kernel = device.kernel(samples::merge_path());
        for (const auto& [na, nb] : {std::pair{0, 1}, {300, 500}, {1000, 0}, {333, 777}}) {
            std::vector<std::uint32_t> a, b;
            for (int i = 0; i < na; ++i) a.push_back(static_cast<std::uint32_t>(i * 3));
            for (int i = 0; i < nb; ++i) b.push_back(static_cast<std::uint32_t>(i * 2 + i % 2));
            std::vector<std::uint32_t> expected;
            std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
            const auto d_a = upload(device, a);
            const auto d_b = upload(device, b);
            const Array<std::uint32_t> out(device, expected.size());
            device.launch(kernel, {5}, {64}, 0, static_cast<const std::uint32_t*>(d_a.data()), na,
                          static_cast<const std::uint32_t*>(d_b.data()), nb, out.data(), 4);
            CHECK(download(device, out) == expected);
        }
    }
}

TEST_CASE("the same seed gives the same run, another seed another") {
    // The order in which threads draw tickets.
    const KernelSource tickets =
        kernel_of("tickets", "int* out", "out[atomicAdd(&out[1023], 1)] = threadIdx.x;");
    const auto order = [&](const char* seed) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        const Array<int> out(device, 1024);
        device.fill(out.data(), 0, 1024 * sizeof(int));
        device.launch(device.kernel(tickets), {1}, {256}, 0, out.data());
        return download(device, out);
    };
    CHECK(order("5") == order("5"));
    CHECK(order("5") != order("6"));
}

TEST_CASE("a missing barrier gives wrong results") {
    for (const char* seed : seeds) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        std::vector<int> in(256);
        std::iota(in.begin(), in.end(), 0);
        const auto d_in = upload(device, in);
        const Array<int> out(device, 256);
        device.launch(device.kernel(samples::missing_barrier()), {1}, {256}, 0,
                      static_cast<const int*>(d_in.data()), out.data());
        std::reverse(in.begin(), in.end());
        CHECK(download(device, out) != in);
    }
}

TEST_CASE("shared and device memory are not zero when a block begins") {
    Device device(options());
    const Array<int> out(device, 64), fresh(device, 64);
    device.launch(
        device.kernel(kernel_of("unset", "int* out, const int* fresh",
                                "__shared__ int a[32]; extern __shared__ int b[];\n"
                                "out[threadIdx.x] = a[threadIdx.x] == 0 || fresh[threadIdx.x] == 0;\n"
                                "out[32 + threadIdx.x] = b[threadIdx.x] == 0;\n"
                                "a[threadIdx.x] = b[threadIdx.x] = 0;")),
        {3}, {32}, 128, out.data(), static_cast<const int*>(fresh.data()));
    CHECK(download(device, out) == std::vector<int>(64, 0));
}

TEST_CASE("a copy to the host of what was never written is an error, and of all else none") {
    Device device(DeviceOptions{});
    const Buffer memory(device, 100);
    std::array<unsigned char, 100> seen{};
    CHECK_THROWS_AS(device.copy_to_host(seen.data(), memory.data(), 100), Error);
    const std::array<unsigned char, 92> part{};
    device.copy_to_device(memory.data(), part.data(), part.size());
    device.copy_to_host(seen.data(), memory.data(), 92);
    device.copy_to_host(seen.data(), memory.data(), 100); // four bytes: less than a struct's padding may be
    device.fill(memory.data(), 1, 100);
    device.copy_to_host(seen.data(), memory.data(), 100);
    CHECK(seen[99] == 1);
}

TEST_CASE("host memory may be reused after a copy, on devices that read it later") {
    const Variable late("MERGUS_EMULATION_LATE_COPIES", "1");
    Device device(options());
    // Through a slot, more of them than there are slots, and too large for one.
    for (const std::size_t count : {std::size_t{1}, std::size_t{8192}, StagedCopies::least / 8}) {
        CAPTURE(count);
        std::vector<Array<std::uint64_t>> arrays;
        std::vector<std::uint64_t> values(count);
        for (std::uint64_t n = 0; n < 3 * StagedCopies::slots; ++n) {
            std::fill(values.begin(), values.end(), n + 1);
            arrays.emplace_back(device, count);
            device.copy_to_device(arrays.back().data(), values.data(), count * sizeof(std::uint64_t));
        }
        std::fill(values.begin(), values.end(), 0);
        for (std::uint64_t n = 0; n < arrays.size(); ++n)
            CHECK(download(device, arrays[n]) == std::vector<std::uint64_t>(count, n + 1));
    }
}

TEST_CASE("the device's limits can be set from outside") {
    const Variable shared("MERGUS_EMULATION_SHARED", "4096");
    const Variable memory("MERGUS_EMULATION_MEMORY", "100000");
    const Variable architecture("MERGUS_EMULATION_ARCH", "75");
    Device device(options());
    CHECK(device.properties().shared_per_block_optin == 4096);
    CHECK(device.properties().architecture == 75);
    const Array<int> x(device, 10);
    Kernel& kernel = device.kernel(kernel_of("limits", "int* x", "x[0] = __CUDA_ARCH__;"));
    CHECK_THROWS_AS(device.launch(kernel, {1}, {32}, 5000, x.data()), Error);
    device.launch(kernel, {1}, {32}, 4096, x.data());
    CHECK(device.read(x.data()) == 750);
    CHECK_THROWS_AS(static_cast<void>(device.allocate(100000)), Error);
    CHECK(device.free_memory() == 100000 - 10 * sizeof(int));
}

TEST_CASE("a host compiler that cannot be run is an error that says how to name one") {
    const Variable compiler("MERGUS_HOST_CXX", "/nonexistent/c++");
    try {
        const Device device(options());
        FAIL("it opened");
    } catch (const Error& error) {
        CHECK(error.code() == Code::compile_error);
        CHECK(has(error.what(), "MERGUS_HOST_CXX"));
    }
    CHECK(probe().score == 0);
    CHECK(has(probe().reason, "/nonexistent/c++"));
}

TEST_CASE("a child that ends leaves the compiler's files to its parent") {
    Device device(options());
    device.kernel(samples::block_scan());
    CHECK(testing::in_child([] { std::exit(0); }).status == 0);
    CHECK_NOTHROW(device.kernel(samples::merge_path()));
}

TEST_CASE("a device that cannot be used is passed over where none is named") {
    const Variable two("MERGUS_EMULATION_DEVICES", "2");
    CHECK(probe().ordinal == 0);
    CHECK(Device(options()).properties().ordinal == 0);
    {
        const Variable first("MERGUS_EMULATION_UNUSABLE", "1");
        CHECK(probe(0).score == 0);
        CHECK(probe().score > 0);
        CHECK(probe().ordinal == 1);
        CHECK(Device(options()).properties().ordinal == 1);
        DeviceOptions named = options();
        named.ordinal = 0;
        CHECK_THROWS_AS(Device{named}, Error);
    }
    const Variable both("MERGUS_EMULATION_UNUSABLE", "2");
    CHECK(probe().score == 0);
    CHECK(has(probe().reason, "device 0: disabled"));
    CHECK(has(probe().reason, "device 1: disabled"));
    CHECK_THROWS_AS(Device{options()}, Error);
}

TEST_CASE("a lent stream decides the device, and may not contradict its number") {
    const Variable two("MERGUS_EMULATION_DEVICES", "2");
    mergus_emulated_stream stream{[](void*) {}, nullptr, 1, nullptr};
    DeviceOptions lent = options();
    lent.lend_stream = true;
    lent.stream = &stream;
    CHECK(Device(lent).properties().ordinal == 1);
    lent.ordinal = 1;
    CHECK(Device(lent).properties().ordinal == 1);
    lent.ordinal = 0;
    try {
        const Device device(lent);
        FAIL("it opened");
    } catch (const Error& error) {
        CHECK(error.code() == Code::invalid_value);
        CHECK(has(error.what(), "belongs to device 1"));
    }
}

TEST_CASE("no memory is given out while the stream is captured, and the device works on") {
    std::vector<mergus_emulated_step> steps;
    mergus_emulated_stream stream{[](void*) {}, &steps, 0, nullptr};
    DeviceOptions lent = options();
    lent.lend_stream = true;
    lent.stream = &stream;
    Device device(lent);
    const Array<unsigned> kept(device, 4);
    { const Array<unsigned> released(device, 4); } // a GPU keeps the block
    ZeroedBuffer<unsigned, 4> zeros;
    const auto refused = [](const auto& call) {
        try {
            call();
            FAIL_CHECK("memory was given out");
        } catch (const Error& error) {
            CHECK(error.code() == Code::invalid_value);
            CHECK(has(error.what(), "while the stream is captured"));
        }
    };
    stream.record = [](void* to, mergus_emulated_step step) {
        static_cast<std::vector<mergus_emulated_step>*>(to)->push_back(step);
    };
    refused([&] { const Array<unsigned> second(device, 4); });
    refused([&] { static_cast<void>(zeros.get(device)); });
    refused([&] { static_cast<void>(device.grid_barrier_word()); });
    device.fill(kept.data(), 0xff, 4 * sizeof(unsigned));
    stream.record = nullptr;
    REQUIRE(steps.size() == 1);
    steps[0].run(steps[0].work);
    steps[0].drop(steps[0].work);
    CHECK(download(device, kept) == std::vector<unsigned>(4, ~0u));
    std::vector<unsigned> content(4, 1);
    device.copy_to_host(content.data(), zeros.get(device), 4 * sizeof(unsigned));
    CHECK(content == std::vector<unsigned>(4, 0));
}

TEST_CASE("a missing barrier of the grid gives wrong results") {
    KernelSource source = samples::grid_rounds();
    const std::size_t barrier = source.text.rfind("mergus::grid_barrier(barrier)");
    source.text.replace(barrier, 29, "__syncthreads()");
    for (const char* seed : seeds) {
        const Variable v("MERGUS_EMULATION_SEED", seed);
        Device device(options());
        const Array<unsigned> sums(device, 3 * 5), seen(device, 3);
        device.fill(sums.data(), 0, sums.size() * sizeof(unsigned));
        device.launch_cooperative(device.kernel(source), {3}, {64}, 4, device.grid_barrier_word(), 5u,
                                  sums.data(), seen.data());
        CHECK(download(device, seen) != std::vector<unsigned>(3, 3 * 64 * 15));
    }
}
