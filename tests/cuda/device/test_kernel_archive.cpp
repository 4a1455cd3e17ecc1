/// \file test_kernel_archive.cpp
/// Kernels that were compiled with the library are used in place of the compiler, and only if they are those
/// of this library, compiler and text. Whatever is in the file, results are right.
#include "device/buffer.hpp"
#include "device/driver.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>

#include <fstream>

using namespace mergus;
using namespace mergus::cuda;
using testing::in_child;
using testing::ScratchDirectory;
using testing::Variable;
namespace fs = std::filesystem;

namespace {

/// Writes a number to its argument; each number is another text.
KernelSource number(int n) {
    return {"number", "extern \"C\" __global__ void number(int* x) { x[0] = " + std::to_string(n) + "; }\n"};
}

/// What the key of an archived kernel is made from.
struct Origin {
    std::string version = std::string(library_version());
    std::string target{}; ///< empty: that of the device
    std::string more_text{};
};

/// The image of number(contains) under the key of number(under).
KernelArchive::Image image_of(Device& device, int under, int contains, const Origin& origin = {}) {
    Driver& driver = device.driver();
    const std::string target = origin.target.empty() ? driver.target() : origin.target;
    const KernelSource source = number(under);
    return {kernel_key(origin.version, target, source, driver.full_text(source) + origin.more_text),
            driver.compile(number(contains), driver.full_text(number(contains)))};
}

struct Scratch {
    ScratchDirectory directory;
    fs::path file = directory.path() / "test.kernels";
    [[nodiscard]] DeviceOptions options() const {
        DeviceOptions options;
        options.cache = JitCache(directory.path() / "cache");
        options.archive = file;
        return options;
    }
    void write(std::vector<KernelArchive::Image> images) const {
        KernelArchive::write(file, {{"the target", images.size()}}, std::move(images));
    }
};

int run(Device& device, int n) {
    const Array<int> x(device, 1);
    device.launch(device.kernel(number(n)), {1}, {1}, 0, x.data());
    return device.read(x.data());
}

std::string read_all(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_all(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

DeviceOptions without_archive() {
    DeviceOptions options;
    options.archive.clear();
    return options;
}

} // namespace

TEST_CASE("precompiled kernels are not compiled, and not stored on disk") {
    const Scratch scratch;
    {
        Device device(without_archive());
        std::vector<KernelArchive::Image> images;
        for (int n = 1; n <= 20; ++n) images.push_back(image_of(device, n, n));
        scratch.write(std::move(images));
    }
    Device device(scratch.options());
    for (int n = 1; n <= 20; ++n) CHECK(run(device, n) == n);
    CHECK(device.counters().precompiled == 20);
    CHECK(device.counters().compilations == 0);
    CHECK(device.cache().list().empty());
    CHECK(run(device, 3) == 3); // from memory
    CHECK(device.counters().precompiled == 20);
    CHECK(run(device, 21) == 21); // another kernel
    CHECK(device.counters().compilations == 1);
}

TEST_CASE("kernels of another library, target or text are not used") {
    for (const Origin& origin :
         {Origin{.version = "0.0.9"}, Origin{.target = "sm_10"}, Origin{.more_text = "\n"}}) {
        INFO(origin.version << ", " << origin.target);
        const Scratch scratch;
        {
            Device device(without_archive());
            scratch.write({image_of(device, 1, 99, origin)});
        }
        Device device(scratch.options());
        CHECK(run(device, 1) == 1);
        CHECK(device.counters().precompiled == 0);
        CHECK(device.counters().compilations == 1);
    }
}

TEST_CASE("a damaged archive is reported once, and its kernels are compiled") {
    const Scratch scratch;
    {
        Device device(without_archive());
        scratch.write({image_of(device, 1, 1), image_of(device, 2, 2)});
    }
    const std::string good = read_all(scratch.file);
    const auto after = [&](const std::string& bytes) {
        write_all(scratch.file, bytes);
        return in_child([&] {
            for (int round = 0; round < 2; ++round) {
                DeviceOptions options = scratch.options();
                options.cache = JitCache();
                Device device(options);
                if (run(device, 1) != 1 || run(device, 2) != 2) throw std::runtime_error("wrong");
                if (device.counters().compilations == 0) throw std::runtime_error("nothing was compiled");
            }
        });
    };
    const auto changed = [&](std::size_t at) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ 4);
        return bytes;
    };
    // Header: magic, size, bytes of the list, number of kernels, checksum; list; index; images.
    for (const std::string& bytes :
         {good.substr(0, good.size() - 8), good.substr(0, 100), good.substr(0, 20), std::string(), good + "x",
          std::string(good.size(), '\0'), changed(0), changed(9), changed(17), changed(25), changed(33),
          changed(50), changed(64 + 16), changed(64 + 56 + 17), changed(good.size() - 100)}) {
        const testing::Outcome outcome = after(bytes);
        CAPTURE(outcome.output);
        CHECK((WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0));
        const std::size_t first = outcome.output.find("are damaged");
        CHECK(first != std::string::npos);
        CHECK(outcome.output.find("are damaged", first + 1) == std::string::npos);
        CHECK(outcome.output.find(scratch.file.string()) != std::string::npos);
    }
}

TEST_CASE("a precompiled kernel that cannot be loaded is compiled") {
    const Scratch scratch;
    {
        Device device(without_archive());
        KernelArchive::Image image = image_of(device, 1, 1);
        image.bytes = "not an image";
        scratch.write({std::move(image)});
    }
    Device device(scratch.options());
    CHECK(run(device, 1) == 1);
    CHECK(device.counters().precompiled == 0);
    CHECK(device.counters().compilations == 1);
}

TEST_CASE("the file of the archive, and what is said about it") {
    const Scratch scratch;
    KernelArchive::write(scratch.file, {{"sm_90", 2}, {"sm_80", 1}},
                         {{{1, 2}, "a"}, {{3, 4}, ""}, {{1, 1}, "bc"}});
    const KernelArchive archive(scratch.file);
    CHECK(archive.size() == 3);
    CHECK(archive.load({1, 2}) == "a");
    CHECK(archive.load({3, 4}) == "");
    CHECK(archive.load({1, 1}) == "bc");
    CHECK_FALSE(archive.load({2, 1}));
    CHECK_FALSE(archive.load({9, 9}));
    CHECK(describe(archive, "sm_90") == "2 precompiled kernels");
    CHECK(describe(archive, "sm_75") ==
          "no precompiled kernels for sm_75 (there are kernels for sm_90, sm_80)");
    CHECK(describe(KernelArchive(), "x") == "no precompiled kernels");
    CHECK(describe(KernelArchive(scratch.directory.path() / "missing"), "x") == "no precompiled kernels");
    {
        const Variable file("MERGUS_PRECOMPILED", "/some/file");
        CHECK(KernelArchive::default_file() == "/some/file");
    }
    {
        const Variable off("MERGUS_PRECOMPILED", "off");
        CHECK(KernelArchive::default_file().empty());
    }
    CHECK(KernelArchive::default_file().extension() == ".kernels");
}
