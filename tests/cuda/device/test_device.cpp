/// \file test_device.cpp
/// The contract of the seam, on whichever device is linked: memory, copies, counters and faults. Linked with
/// mergus_device_cuda it needs a GPU and fails without one.
#include "arrays.hpp"
#include "cached_options.hpp"
#include "device/zeroed_counters.hpp"
#include "sample_kernels.hpp"
#include "testing/variable.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::random_values;
using testing::upload;

namespace {

const testing::CachedOptions options;

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

TEST_CASE("large copies go through page-locked chunks, in every number of threads") {
    for (const char* const threads : {"1", "3", "5"}) {
        CAPTURE(threads);
        const mergus::tests::Variable setting("MERGUS_THREADS", threads);
        Device device(options());
        // Below and at the limit, odd numbers of bytes, and more than the ring holds.
        for (const std::size_t bytes :
             {std::size_t{100000}, StagedCopies::least, StagedCopies::least + 1, std::size_t{1500007},
              StagedCopies::slots * StagedCopies::slot_bytes * 2 + 13}) {
            CAPTURE(bytes);
            const auto values = random_values<std::uint8_t>(bytes, 255);
            const auto a = upload(device, values);
            CHECK(download(device, a.data(), bytes) == values);
            const Counters& c = device.counters();
            CHECK(c.bytes_to_device == bytes);
            CHECK(c.bytes_to_host == bytes);
            CHECK(c.copies_to_host == 1);
            device.reset_counters();
        }
    }
}

TEST_CASE("arrays are read in pieces that cover them once") {
    const mergus::tests::Variable setting("MERGUS_THREADS", "4");
    Device device(options());
    for (const std::uint64_t count : {0, 1, 63, 64, 8191, 8192, 8193, 700001}) {
        CAPTURE(count);
        const auto keys = random_values<std::uint32_t>(count, 1 << 20);
        const auto values = random_values<std::uint64_t>(count, 1 << 30);
        const auto a = upload(device, keys);
        const auto b = upload(device, values);
        std::vector<std::uint64_t> found(count, 0);
        const std::array<PiecedArray, 2> arrays{{{a.data(), 4}, {b.data(), 8}}};
        device.read_pieces(arrays, count, [&](const Piece& piece) {
            for (std::uint64_t e = piece.begin; e < piece.end; ++e)
                found[e] += reinterpret_cast<const std::uint32_t*>(piece.data[0])[e - piece.begin] +
                            reinterpret_cast<const std::uint64_t*>(piece.data[1])[e - piece.begin];
        });
        bool equal = true;
        for (std::uint64_t e = 0; e < count; ++e) equal = equal && found[e] == keys[e] + values[e];
        CHECK(equal);
    }
    const auto wide = upload(device, random_values<std::uint64_t>(100, 1 << 30));
    const std::array<PiecedArray, 1> too_wide{{{wide.data(), StagedCopies::slot_bytes}}};
    CHECK_THROWS_AS(device.read_pieces(too_wide, 1, [](const Piece&) {}), Error);
}

TEST_CASE("arrays are written in pieces that cover them once") {
    for (const char* const threads : {"1", "4"}) {
        const mergus::tests::Variable setting("MERGUS_THREADS", threads);
        Device device(options());
        for (const std::uint64_t count : {0, 1, 8193, 700001}) {
            CAPTURE(count);
            const Array<std::uint32_t> a(device, count);
            const Array<std::uint64_t> b(device, count);
            const Array<std::uint8_t> c(device, count);
            const std::array<PiecedTarget, 3> arrays{{{a.data(), 4}, {b.data(), 8}, {c.data(), 1}}};
            std::vector<std::uint8_t> times(count, 0);
            device.write_pieces(arrays, count, [&](const Piece& piece) {
                for (std::uint64_t e = piece.begin; e < piece.end; ++e) {
                    const std::uint64_t at = e - piece.begin;
                    reinterpret_cast<std::uint32_t*>(piece.data[0])[at] = static_cast<std::uint32_t>(e);
                    reinterpret_cast<std::uint64_t*>(piece.data[1])[at] = e << 32;
                    reinterpret_cast<std::uint8_t*>(piece.data[2])[at] = ++times[e];
                }
            });
            CHECK(device.counters().bytes_to_device == count * 13);
            device.reset_counters();
            const auto low = download(device, a.data(), count);
            const auto high = download(device, b.data(), count);
            const auto once = download(device, c.data(), count);
            bool equal = true;
            for (std::uint64_t e = 0; e < count; ++e)
                equal = equal && low[e] == e && high[e] == e << 32 && once[e] == 1;
            CHECK(equal);
            device.reset_counters();
        }
    }
}

TEST_CASE("a team works on after an exception") {
    const mergus::tests::Variable setting("MERGUS_THREADS", "4");
    HostTeam team;
    std::atomic<int> next{0};
    const auto step = [&] { return next++ < 1000; };
    const auto lead = [&] {
        while (step()) {
        }
    };
    CHECK_THROWS_AS(team.run([] { throw Error(Code::panic, "a test"); }, step), Error);
    for (int repeat = 0; repeat < 100; ++repeat) {
        next = 0;
        team.run(lead, step);
        CHECK(next >= 1000);
    }
}

TEST_CASE("a team asks whether processors are free, unless the number of threads is set") {
    const HostTeam team;
    const mergus::tests::Variable setting("MERGUS_THREADS", "4");
    CHECK(team.has_processors());
    CHECK(leaves_processors("0.20 0.18 0.12 1/80 11206\n", 16, 0));
    CHECK(leaves_processors("15.9 9.00 4.00 8/900 7\n", 16, 0));
    CHECK_FALSE(leaves_processors("0.20 0.18 0.12 9/900 7\n", 16, 0));
    CHECK(leaves_processors("0.20 0.18 0.12 16/900 7\n", 16, 15)); // its own threads
    CHECK_FALSE(leaves_processors("0.20 0.18 0.12 2/80 7\n", 2, 0));
    for (const char* const unknown : {"", "0.20", "a b c d/e f", "0.20 0.18 0.12 x"})
        CHECK(leaves_processors(unknown, 16, 0));
}

TEST_CASE("a team ends its work when its other threads are not run, and leaves none within a step") {
    const mergus::tests::Variable setting("MERGUS_THREADS", "4");
    HostTeam team;
    std::atomic<int> within{0}, steps{0};
    const auto step = [&] { // never finds work
        ++within;
        ++steps;
        --within;
        return false;
    };
    for (int repeat = 0; repeat < 1000; ++repeat) {
        team.run([] {}, step);
        CHECK(within == 0);
    }
    team.run(
        [&] {
            for (const int before = steps; steps < before + 100;) std::this_thread::yield();
        },
        step);
    CHECK(within == 0);
    const int after = steps;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(steps == after);
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
    CHECK_THROWS_AS(static_cast<void>(device.allocate_persistent(100)), Error);
    CHECK(device.allocate_persistent(100) != nullptr);
    CHECK(device.memory_use().current == 0);
    int asked = 0;
    device.on_shortage([&] { return ++asked == 1; });
    device.fail_allocation(1);
    CHECK(device.allocate_persistent(100) != nullptr);
    CHECK(asked == 1);
    device.fail_allocation(1);
    CHECK_THROWS_AS(static_cast<void>(device.allocate_persistent(100)), Error); // nothing is left to give
    // Pieces do not overlap, whatever their sizes.
    std::vector<std::byte*> pieces;
    const std::vector<std::size_t> sizes = {1, 4, 300, 60000, 5000, 1 << 20, 8};
    for (std::size_t p = 0; p < sizes.size(); ++p) {
        pieces.push_back(static_cast<std::byte*>(device.allocate_persistent(sizes[p])));
        device.fill(pieces[p], static_cast<unsigned char>(p + 1), sizes[p]);
    }
    for (std::size_t p = 0; p < sizes.size(); ++p) {
        CHECK(device.read(pieces[p]) == std::byte(p + 1));
        CHECK(device.read(pieces[p] + sizes[p] - 1) == std::byte(p + 1));
    }
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
        if (time == 1) { // fails: the other set was not cleared
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

TEST_CASE("two contexts on one device that together want more than there is") {
    // Only the emulation reads it: its memory is made small.
    const testing::Variable memory("MERGUS_EMULATION_MEMORY", "8000000");
    Device first(options()), second(options());
    const std::size_t all = first.free_memory(), most = all / 5 * 3;
    {
        const Buffer held(first, most);
        first.fill(held.data(), 1, most);
        try {
            const Buffer more(second, most);
            FAIL("it was given");
        } catch (const Error& error) {
            CHECK(error.code() == Code::out_of_memory);
        }
        CHECK_FALSE(second.lost());
    }
    // What the first has released, or will have when its work is done, goes to the second, and back.
    for (int time = 0; time < 3; ++time) {
        const Buffer large(second, most);
        second.fill(large.data(), 2, most);
        CHECK_THROWS_AS(Buffer(first, most), Error);
        const Buffer small(first, 1000);
    }
    for (int time = 0; time < 3; ++time) {
        Device& device = time % 2 == 0 ? first : second;
        const Buffer large(device, most);
        device.fill(large.data(), 3, most);
    }
    // And what the first keeps in small pieces.
    {
        std::vector<Buffer> pieces;
        for (int i = 0; i < 6; ++i) pieces.emplace_back(first, std::size_t{1} << 20);
    }
    CHECK_NOTHROW(Buffer(second, all / 10 * 9));
}

TEST_CASE("a device is destroyed while its kernels run") {
    const std::string text = "extern \"C\" __global__ void spin(unsigned* out, unsigned turns) {\n"
                             "    unsigned x = threadIdx.x;\n"
                             "    for (unsigned t = 0; t < turns; ++t) x = x * 1664525u + 1013904223u;\n"
                             "    out[threadIdx.x] = x;\n}\n";
    for (int time = 0; time < 20; ++time) {
        Device device(options());
        const Array<unsigned> out(device, 32);
        const unsigned turns = device.properties().emulated ? 1000 : 5'000'000; // some 20 ms of a GPU
        device.launch(device.kernel({"spin", text}), {1}, {32}, 0, out.data(), turns);
    }
    Device after(options());
    CHECK_NOTHROW(after.synchronize());
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
