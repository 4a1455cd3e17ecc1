/// \file test_device.cpp
/// The contract of the seam, on whichever device is linked: memory, copies, counters, faults, the kernel
/// caches and launches. Linked with mergus_device_cuda it needs a GPU and fails without one.
#include "arrays.hpp"
#include "sample_kernels.hpp"
#include "scratch.hpp"
#include "zeroed_counters.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::random_values;
using testing::upload;

namespace {

const testing::ScratchDirectory scratch;

DeviceOptions options() {
    DeviceOptions o;
    o.cache = JitCache(scratch.path() / "cache");
    return o;
}

} // namespace

TEST_CASE("the probe and the device agree") {
    const Probe found = probe();
    INFO(found.reason);
    REQUIRE(found.score > 0);
    const Device device(options());
    const Properties& p = device.properties();
    CHECK(p.name == found.name);
    CHECK(p.architecture == 10 * found.compute_major + found.compute_minor);
    CHECK(p.architecture >= 75);
    CHECK(p.warp_size == 32);
    CHECK(p.max_threads_per_block == 1024);
    CHECK(p.shared_per_block_optin >= p.shared_per_block);
    CHECK(p.sm_count >= 1);
    CHECK(p.memory == found.memory);
    CHECK(probe(12345).score == 0);
    CHECK(probe(12345).reason != "");
    DeviceOptions wrong = options();
    wrong.ordinal = 12345;
    CHECK_THROWS_AS(Device{wrong}, Error);
}

TEST_CASE("copies arrive and are counted") {
    Device device(options());
    const auto values = random_values<std::uint64_t>(1000, 1 << 30);
    const auto a = upload(device, values);
    const Array<std::uint64_t> b(device, 1000);
    device.copy(b.data(), a.data(), 8000);
    device.fill(a.data(), 0xff, 80);
    CHECK(download(device, b.data(), 1000) == values);
    CHECK(device.read(a.data() + 9) == ~std::uint64_t{0});
    CHECK(device.read(a.data() + 10) == values[10]);
    const Counters& c = device.counters();
    CHECK(c.bytes_to_device == 8000);
    CHECK(c.bytes_to_host == 8016);
    CHECK(c.copies_to_host == 3);
    CHECK(c.largest_to_host == 8000);
    CHECK(c.synchronizations == 3);
    CHECK(c.allocations == 2);
    device.synchronize();
    CHECK(c.synchronizations == 4);
    device.reset_counters();
    device.copy_to_host(nullptr, nullptr, 0);
    device.copy_to_device(nullptr, nullptr, 0);
    CHECK(device.counters().copies_to_host == 0);
}

TEST_CASE("the pool knows what is held and what was held at most") {
    Device device(options());
    CHECK(device.allocate(0) == nullptr);
    {
        const Buffer a(device, 1000);
        Buffer b(device, 500);
        CHECK(device.memory_use().current == 1500);
        Buffer c(std::move(b));
        b = Buffer(device, 250);
        c = std::move(b);
        CHECK(device.memory_use().current == 1250);
        CHECK(device.memory_use().peak == 1750);
    }
    CHECK(device.memory_use().current == 0);
    CHECK(device.memory_use().peak == 1750);
    device.reset_peak();
    CHECK(device.memory_use().peak == 0);
}

TEST_CASE("the nth allocation fails when asked to, and nothing else is disturbed") {
    Device device(options());
    for (std::uint64_t nth = 1; nth <= 4; ++nth) {
        device.fail_allocation(nth);
        std::uint64_t good = 0;
        try {
            const Buffer a(device, 100);
            ++good;
            const Buffer b(device, 100);
            ++good;
            const Buffer c(device, 100);
            ++good;
        } catch (const Error& error) {
            CHECK(error.code() == Code::out_of_memory);
            CHECK(std::string(error.what()).find("100 bytes") != std::string::npos);
        }
        CHECK(good == std::min<std::uint64_t>(nth - 1, 3));
        CHECK(device.memory_use().current == 0);
    }
    device.fail_allocation(0);
    CHECK_FALSE(device.lost());
}

TEST_CASE("what a device keeps for itself is not counted, and can fail as well") {
    Device device(options());
    device.fail_allocation(1);
    CHECK_THROWS_AS(static_cast<void>(device.allocate_own(100)), Error);
    CHECK(device.allocate_own(100) != nullptr);
    CHECK(device.memory_use().current == 0);
    CHECK_FALSE(device.lost());
}

TEST_CASE("counters are zero whenever they are taken, also after a launch that did not come about") {
    Device device(options());
    ZeroedCounters<3> counters;
    using Values = std::array<std::uint32_t, 3>;
    const Values used = {7, 8, 9}, none = {};
    const auto use = [&](std::uint32_t* at) { device.copy_to_device(at, used.data(), sizeof used); };
    device.fail_allocation(1);
    CHECK_THROWS_AS(counters.take(device), Error);
    for (int time = 0; time < 4; ++time) {
        const auto sets = counters.take(device);
        CHECK(device.read(reinterpret_cast<const Values*>(sets.zero)) == none);
        use(sets.zero);
        if (time == 1) { // fails: nobody cleared the other set
            use(sets.cleared);
            continue;
        }
        device.fill(sets.cleared, 0, sizeof used);
        counters.launched();
    }
}

TEST_CASE("asking for more than there is says how much there was") {
    Device device(options());
    try {
        static_cast<void>(device.allocate(device.properties().memory + 1));
        FAIL("it was given");
    } catch (const Error& error) {
        CHECK(error.code() == Code::out_of_memory);
        CHECK(std::string(error.what()).find(std::to_string(device.properties().memory + 1)) !=
              std::string::npos);
    }
    CHECK_FALSE(device.lost());
    const Buffer after(device, 1000);
    CHECK_THROWS_AS((Array<std::uint64_t>(device, SIZE_MAX / 4)), Error);
}

TEST_CASE("allocator hooks replace the pool") {
    struct Log {
        Device* pool;
        std::size_t taken = 0, given = 0;
    };
    Device behind(options());
    Log log{&behind};
    DeviceOptions o = options();
    o.allocator.user = &log;
    o.allocator.allocate = [](void* user, std::size_t bytes, void*) -> void* {
        auto* const l = static_cast<Log*>(user);
        l->taken += bytes;
        return bytes > 5000 ? nullptr : l->pool->allocate(bytes);
    };
    o.allocator.release = [](void* user, void* pointer, std::size_t bytes, void*) {
        auto* const l = static_cast<Log*>(user);
        l->given += bytes;
        l->pool->release(pointer, bytes);
    };
    {
        Device device(o);
        const Buffer a(device, 1000);
        device.fill(a.data(), 1, 1000);
        CHECK_THROWS_AS(static_cast<void>(device.allocate(6000)), Error);
        device.synchronize();
    }
    CHECK(log.taken == 7000);
    CHECK(log.given == 1000);
}

TEST_CASE("kernels come from memory, then from disk, then from the compiler") {
    DeviceOptions o = options();
    o.cache = JitCache(scratch.path() / "kernels");
    KernelSource source = samples::block_scan();
    {
        Device device(o);
        Kernel& first = device.kernel(source);
        CHECK(first.name() == "block_scan");
        CHECK(&device.kernel(source) == &first);
        CHECK(device.counters().compilations == 1);
        source.defines = {{"UNUSED", "1"}};
        CHECK(&device.kernel(source) != &first);
        source.defines.clear();
        CHECK(device.counters().compilations == 2);
        CHECK(device.counters().disk_hits == 0);
    }
    Device device(o);
    device.kernel(source);
    CHECK(device.counters().compilations == 0);
    CHECK(device.counters().disk_hits == 1);

    // An image that is whole for the cache and nonsense for the loader is compiled anew.
    const JitCache& cache = o.cache;
    for (const CacheEntry& entry : cache.list()) {
        Hash128 key;
        const auto word = [&](std::size_t at) {
            std::uint64_t value = 0;
            for (std::size_t byte = 0; byte < 8; ++byte)
                value |= std::stoull(entry.key.substr(at + 2 * byte, 2), nullptr, 16) << (8 * byte);
            return value;
        };
        key.low = word(0);
        key.high = word(16);
        REQUIRE(key.hex() == entry.key);
        REQUIRE(cache.store(key, "nonsense"));
    }
    Device again(o);
    again.kernel(source);
    CHECK(again.counters().compilations == 1);
}

TEST_CASE("a kernel that does not compile is an error with its name, line and log") {
    Device device(options());
    try {
        device.kernel({"wrong", "extern \"C\" __global__ void wrong(int* x) {\n    x[0] = undeclared;\n}\n"});
        FAIL("it compiled");
    } catch (const Error& error) {
        CHECK(error.code() == Code::compile_error);
        const std::string text = error.what();
        CHECK(text.find("'wrong'") != text.npos);
        CHECK(text.find("undeclared") != text.npos);
        CHECK(text.find("wrong.cuh") != text.npos);
    }
    CHECK_THROWS_AS(device.kernel({"absent", "extern \"C\" __global__ void present() {}"}), Error);
    CHECK_FALSE(device.lost());
}

TEST_CASE("launches are counted, empty grids are none, and what cannot run is refused") {
    Device device(options());
    Kernel& kernel =
        device.kernel({"count", "extern \"C\" __global__ void count(unsigned* n, unsigned by) {\n"
                                "    atomicAdd(n, by * (1 + blockIdx.y));\n}\n"});
    const Array<unsigned> n(device, 1);
    device.fill(n.data(), 0, 4);
    device.launch(kernel, {3, 2}, {8, 2, 2}, 0, n.data(), 5u);
    device.launch(kernel, {0}, {32}, 0, n.data(), 5u);
    CHECK(device.counters().launches == 1);
    CHECK(device.read(n.data()) == 3 * 32 * 5 * (1 + 2));
    CHECK_THROWS_AS(device.launch(kernel, {1}, {2048}, 0, n.data(), 5u), Error);
    CHECK_THROWS_AS(device.launch(kernel, {1}, {0}, 0, n.data(), 5u), Error);
    CHECK_THROWS_AS(device.launch(kernel, {1}, {32}, std::size_t{1} << 20, n.data(), 5u), Error);
    CHECK_THROWS_AS(device.launch(kernel, {1}, {32}, 0, n.data()), Error);
    CHECK_THROWS_AS(device.launch(kernel, {1}, {32}, 0, n.data(), 5ull), Error);
    CHECK_FALSE(device.lost());
    device.launch(kernel, {1}, {32}, device.properties().shared_per_block_optin - kernel.static_shared,
                  n.data(), 5u);
    device.synchronize();
    CHECK(device.counters().launches == 2);
    CHECK(device.blocks_per_sm(kernel, 256, 0) >= 1);
}

TEST_CASE("collectives of a warp give what CUDA says") {
    Device device(options());
    const Array<unsigned> out(device, 32 * 16);
    device.launch(device.kernel(samples::collectives()), {1}, {32}, 0, out.data());
    const auto r = download(device, out.data(), 32 * 16);
    unsigned thirds = 0;
    for (unsigned i = 0; i < 32; i += 3) thirds |= 1u << i;
    for (unsigned i = 0; i < 32; ++i) {
        INFO("lane " << i);
        const unsigned* const lane = r.data() + std::size_t{i} * 16;
        CHECK(lane[0] == thirds);
        CHECK(lane[1] == 1 + 2);
        CHECK(lane[2] == 50);
        CHECK(lane[3] == i / 8 * 8 + 3);
        CHECK(lane[4] == (i < 2 ? i : i - 2));
        CHECK(lane[5] == (i % 16 + 3 < 16 ? i + 3 : i));
        CHECK(lane[6] == (i ^ 1));
        CHECK(lane[7] == 0xfu << (i / 4 * 4));
        CHECK(lane[8] == (i < 16 ? 0xaaaau : 0x11110000u));
        CHECK(lane[9] == 31 * 16);
        const unsigned next = i == 31 ? 31 : i + 1;
        CHECK(lane[10] == next + next + (next + 1));
        const unsigned lowest = i == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(i)) + 1;
        const unsigned zeros = i == 0 ? 32 : static_cast<unsigned>(__builtin_clz(i));
        CHECK(lane[11] == static_cast<unsigned>(__builtin_popcount(i)) + 100 * lowest + 10000 * zeros);
        unsigned reversed = 0;
        for (unsigned b = 0; b < 32; ++b) reversed |= ((i >> b) & 1u) << (31 - b);
        CHECK(lane[12] == reversed);
        CHECK(lane[13] == 5 + 100);
        CHECK(lane[14] == static_cast<unsigned>(__builtin_popcount(i)) + 100 * (i == 0 ? 0 : lowest + 32) +
                              10000 * (zeros + 32));
        CHECK(lane[15] == 1);
    }
}

TEST_CASE("every atomic adds up over many threads") {
    Device device(options());
    const Array<std::uint64_t> out(device, 16);
    device.fill(out.data(), 0, 128);
    device.fill(out.data() + 8, 0xff, 8);
    device.launch(device.kernel(samples::atomics()), {1}, {128}, 0,
                  reinterpret_cast<unsigned long long*>(out.data()));
    const auto r = download(device, out.data(), 16);
    CHECK(r[0] == 128);
    CHECK(r[1] == 127 * 64);
    float sum = 0;
    std::memcpy(&sum, &r[2], 4);
    CHECK(sum == 64.0f);
    double sum64 = 0;
    std::memcpy(&sum64, &r[3], 8);
    CHECK(sum64 == 32.0);
    CHECK(static_cast<std::int32_t>(r[4]) == -127);
    CHECK(r[5] == 127ull << 40);
    CHECK(static_cast<std::int64_t>(r[6]) == -(127ll << 40));
    CHECK(r[7] == 0xffffffffu);
    CHECK(r[8] == 0);
    CHECK(r[9] == 0);
    CHECK(r[10] == 3 * 128);
    CHECK(r[11] == 77);
    if (device.properties().architecture >= 90) {
        CHECK(r[12] == 128);
        CHECK(r[13] == 127 * 64);
    }
}

TEST_CASE("operators of users find the functions and limits that they need") {
    Device device(options());
    const auto x = upload<float>(device, {4.0f, 2.5f});
    const auto f = upload<float>(device, {0, 0, 0});
    const auto d = upload<double>(device, {0, -3.0, 0});
    const auto i = upload<std::int64_t>(device, {0, 0, 7});
    device.launch(device.kernel(samples::arithmetic()), {1}, {1}, 0, static_cast<const float*>(x.data()),
                  f.data(), d.data(), i.data());
    CHECK(std::abs(device.read(f.data()) - (2.0f + 4.0f + 32.0f + 2.5f + 2.5f)) < 1e-4f);
    CHECK(std::isnan(device.read(f.data() + 1)));
    CHECK(std::abs(device.read(f.data() + 2) - (std::exp(2.5f) + 2 + 3 + 1 + 2)) < 1e-4f);
    CHECK(device.read(d.data()) == -3.0);
    CHECK(device.read(d.data() + 2) == std::sqrt(2.0) + 0 + 1 + 1.5);
    CHECK(device.read(i.data()) == 3 + 5 - 2147483648ll + 255 + 0);
    CHECK(device.read(i.data() + 1) == 15 + 0 + 0x3f800000 + 7);
}

TEST_CASE("losing a device" * doctest::skip()) {
    Device device(options());
    Kernel& kernel = device.kernel({"dies", "extern \"C\" __global__ void dies(int* x) { __trap(); }"});
    const Array<int> x(device, 100);
    for (const bool first : {true, false}) {
        INFO(first);
        try {
            device.launch(kernel, {1}, {32}, 0, x.data());
            device.synchronize();
            FAIL("it went on");
        } catch (const Error& error) {
            CHECK(error.code() == Code::device_lost);
            CHECK(device.lost());
            if (!first) CHECK(std::string(error.what()).find("must be replaced") != std::string::npos);
        }
    }
}

TEST_CASE("a device that failed says so ever after, and can be destroyed") {
    const auto outcome = testing::in_fresh_process("losing a device");
    INFO(outcome.output);
    CHECK(outcome.status == 0);
}
