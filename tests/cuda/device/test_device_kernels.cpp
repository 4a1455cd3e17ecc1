/// \file test_device_kernels.cpp
/// The contract of the seam, on whichever device is linked: kernels and their caches, launches, and what
/// kernels find on a device.
#include "arrays.hpp"
#include "cached_options.hpp"
#include "sample_kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

const testing::CachedOptions options;

} // namespace

TEST_CASE("kernels come from memory, then from disk, then from the compiler") {
    const DeviceOptions o = options("kernels");
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
    for (const core::CacheEntry& entry : cache.list()) {
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

TEST_CASE("the host reads the numbers that a kernel posts, and no earlier ones") {
    Device device(options());
    const KernelSource source{"sends", R"(
extern "C" __global__ void sends(uint64_t* words, uint32_t ticket, uint64_t value, bool second) {
    if (threadIdx.x != 0) return;
    mergus::post_to_host(words, ticket, 0, value);
    if (second) mergus::post_to_host(words, ticket, 1, value + 1);
}
)"};
    const Kernel& kernel = device.kernel(source);
    const auto send = [&](std::uint64_t value, bool second) {
        const Device::Message post = device.next_post();
        device.launch(kernel, {1}, {32}, 0, post.words, post.ticket, value, second);
        return device.posted(post, 2);
    };
    const std::uint64_t waits = device.counters().synchronizations;
    const std::uint64_t largest = (std::uint64_t{1} << 48) - 2;
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{7}, largest}) {
        const auto found = send(value, true);
        CHECK(found[0] == value);
        CHECK(found[1] == value + 1);
    }
    CHECK(device.counters().synchronizations == waits + 3);
    CHECK_THROWS_AS(send(7, false), Error); // the second word is an earlier launch's
    CHECK_FALSE(device.lost());
    CHECK(send(8, true)[1] == 9);
}

TEST_CASE("a posted number of long ago is not taken for a new one when tickets repeat") {
    Device device(options());
    const KernelSource source{"sends_two", R"(
extern "C" __global__ void sends_two(uint64_t* words, uint32_t ticket) {
    if (threadIdx.x < 2) mergus::post_to_host(words, ticket, threadIdx.x, 40 + threadIdx.x);
}
)"};
    const Device::Message first = device.next_post();
    device.launch(device.kernel(source), {1}, {32}, 0, first.words, first.ticket);
    CHECK(device.posted(first, 2)[1] == 41);
    Device::Message later = device.next_post();
    while (later.words != first.words || later.ticket != first.ticket) later = device.next_post();
    CHECK(later.number - first.number == std::uint64_t{Device::post_slots} * 65535);
    CHECK_THROWS_AS((void)device.posted(later, 2), Error); // no kernel has posted them
}

TEST_CASE("blocks of a cooperative launch see what others wrote before the barrier") {
    Device device(options());
    const Kernel& kernel = device.kernel(samples::grid_rounds());
    constexpr std::uint32_t threads = 256;
    const std::uint32_t resident = device.resident_blocks(kernel, threads, 4);
    REQUIRE(resident >= 2);
    REQUIRE(resident >= static_cast<std::uint32_t>(device.properties().sm_count));
    for (const std::uint32_t blocks : {1u, 2u, std::min(resident, threads)})
        for (const unsigned rounds : {1u, 2u, 9u}) {
            INFO(blocks << " blocks, " << rounds << " rounds");
            const Array<unsigned> sums(device, std::size_t{blocks} * rounds), seen(device, blocks);
            device.launch_cooperative(kernel, {blocks}, {threads}, 4, device.grid_barrier_word(), rounds,
                                      sums.data(), seen.data());
            const unsigned expected = blocks * threads * rounds * (rounds + 1) / 2;
            CHECK(download(device, seen) == std::vector<unsigned>(blocks, expected));
        }
    const Array<unsigned> seen(device, resident + 1);
    CHECK_THROWS_AS(device.launch_cooperative(kernel, {resident + 1}, {threads}, 4,
                                              device.grid_barrier_word(), 0u, seen.data(), seen.data()),
                    Error);
    CHECK_FALSE(device.lost());
}
