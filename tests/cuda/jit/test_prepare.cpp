/// \file test_prepare.cpp
/// Several kernels at once: compiled at the same time, otherwise as one by one, in errors and with every kind
/// of cache.
#include "cuda/device/sample_kernels.hpp"
#include "device/buffer.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <fstream>
#include <thread>

using namespace mergus;
using namespace mergus::cuda;
using testing::ScratchDirectory;
using testing::Variable;

namespace {

/// Writes a number to its argument; each number is another image.
KernelSource number(int n) {
    return {"number", "extern \"C\" __global__ void number(int* x) { x[0] = " + std::to_string(n) + "; }\n"};
}

std::vector<KernelSource> numbers(int first, int count) {
    std::vector<KernelSource> sources;
    for (int n = 0; n < count; ++n) sources.push_back(number(first + n));
    return sources;
}

int run(Device& device, const Kernel& kernel) {
    const Array<int> x(device, 1);
    device.launch(kernel, {1}, {1}, 0, x.data());
    return device.read(x.data());
}

DeviceOptions with(const JitCache& cache) {
    DeviceOptions options;
    options.cache = cache;
    return options;
}

/// A compiler that waits until `count` of its runs have begun, and gives up after half a minute.
class Meeting {
public:
    explicit Meeting(int count) {
        const std::string script = (directory_.path() / "compiler").string();
        const std::string here = directory_.path().string();
        std::ofstream(script) << "#!/bin/sh\n"
                                 "[ \"$1\" = --version ] && exec c++ --version\n"
                                 "touch "
                              << here
                              << "/at-$$\n"
                                 "for i in $(seq 600); do\n"
                                 "  set -- \"$@\"; [ $(ls "
                              << here << " | grep -c at-) -ge " << count
                              << " ] && exec c++ \"$@\"\n"
                                 "  sleep 0.05\n"
                                 "done\n"
                                 "echo nobody else came; exit 1\n";
        chmod(script.c_str(), 0700);
        compiler_.emplace("MERGUS_HOST_CXX", script.c_str());
    }

private:
    ScratchDirectory directory_;
    std::optional<Variable> compiler_;
};

} // namespace

TEST_CASE("kernels asked for together are compiled at the same time") {
    const Variable threads("MERGUS_THREADS", "3");
    const Meeting meeting(3);
    Device device(with(JitCache()));
    const std::vector<KernelSource> sources = numbers(100, 3);
    const std::vector<Kernel*> made = device.kernels(sources);
    REQUIRE(made.size() == 3);
    for (int n = 0; n < 3; ++n) CHECK(run(device, *made[static_cast<std::size_t>(n)]) == 100 + n);
    CHECK(device.counters().compilations == 3);
    CHECK(device.counters().compile_seconds > 0);
}

TEST_CASE("kernels asked for together are those asked for one by one") {
    const ScratchDirectory directory;
    const JitCache cache(directory.path() / "cache");
    std::vector<KernelSource> sources = numbers(0, 4);
    sources.push_back(sources[1]); // twice: one image
    sources.push_back({"second", "extern \"C\" __global__ void first(int* x) { x[0] = 8; }\n"
                                 "extern \"C\" __global__ void second(int* x) { x[0] = 9; }\n"});
    sources.push_back(sources.back()); // another kernel of the same image
    sources.back().entry = "first";
    for (const bool disk : {false, true}) {
        CAPTURE(disk);
        Device device(with(cache));
        const Kernel& early = device.kernel(sources[2]);
        const std::vector<Kernel*> made = device.kernels(sources);
        REQUIRE(made.size() == sources.size());
        const std::vector<int> expected{0, 1, 2, 3, 1, 9, 8};
        for (std::size_t n = 0; n < made.size(); ++n) {
            CHECK(&device.kernel(sources[n]) == made[n]);
            CHECK(run(device, *made[n]) == expected[n]);
        }
        CHECK(made[2] == &early);
        CHECK(made[1] == made[4]);
        CHECK(device.counters().compilations == (disk ? 0 : 5));
        CHECK(device.counters().disk_hits == (disk ? 5 : 0));
        CHECK(cache.list().size() == 5);
    }
    Device device(with(cache));
    CHECK(device.kernels({}).empty());
}

TEST_CASE("one that does not compile among several: its error, and the others are kept") {
    const ScratchDirectory directory;
    const JitCache cache(directory.path() / "cache");
    std::vector<KernelSource> sources = numbers(10, 5);
    sources[1].text = "extern \"C\" __global__ void number(int* x) { x[0] = first_wrong; }\n";
    sources[3].text = "extern \"C\" __global__ void number(int* x) { x[0] = second_wrong; }\n";
    Device device(with(cache));
    std::string said;
    try {
        static_cast<void>(device.kernels(sources));
    } catch (const Error& error) {
        CHECK(error.code() == Code::compile_error);
        said = error.what();
    }
    CHECK(said.find("first_wrong") != said.npos);
    CHECK(said.find("second_wrong") == said.npos);
    CHECK_FALSE(device.lost());
    CHECK(device.counters().compilations == 3);
    CHECK(cache.list().size() == 3);
    for (const std::size_t good : {0u, 2u, 4u})
        CHECK(run(device, device.kernel(sources[good])) == 10 + static_cast<int>(good));
    CHECK(device.counters().compilations == 3);
    CHECK_THROWS_AS(static_cast<void>(device.kernels(sources)), Error); // an error is not kept
}

TEST_CASE("two devices in two threads prepare the same kernels and others") {
    const ScratchDirectory directory;
    const JitCache cache(directory.path() / "cache");
    std::array<bool, 2> right{};
    const auto use = [&](std::size_t which) {
        Device device(with(cache));
        const std::vector<KernelSource> sources =
            numbers(static_cast<int>(20 + 2 * which), 4); // two are the other's too
        const std::vector<Kernel*> made = device.kernels(sources);
        bool all = made.size() == 4;
        for (std::size_t n = 0; n < made.size(); ++n)
            all = all && run(device, *made[n]) == static_cast<int>(20 + 2 * which + n);
        right[which] = all && device.counters().compilations + device.counters().disk_hits == 4;
    };
    std::thread other(use, 1);
    use(0);
    other.join();
    CHECK(right[0]);
    CHECK(right[1]);
    CHECK(cache.list().size() == 6);
}

TEST_CASE("a cache that keeps nothing changes nothing") {
    const ScratchDirectory directory;
    const std::string file = (directory.path() / "file").string();
    std::ofstream(file) << "no directory";
    const JitCache caches[] = {
        JitCache(),                                // off
        JitCache(file),                            // cannot be written to, whoever asks
        JitCache(directory.path() / "full", 1000), // no image is that small
    };
    for (const JitCache& cache : caches) {
        CAPTURE(cache.directory().string());
        for (int time = 0; time < 2; ++time) {
            Device device(with(cache));
            const std::vector<KernelSource> sources = numbers(30, 2);
            const std::vector<Kernel*> made = device.kernels(sources);
            CHECK(run(device, *made[0]) == 30);
            CHECK(run(device, *made[1]) == 31);
            CHECK(device.counters().compilations == 2);
        }
        CHECK(cache.list().empty());
    }
}
