/// \file test_kernel_key.cpp
/// A compiled kernel is used again only if all that it was made from is the same: each ingredient changes the
/// key, and each that can change from outside leads to another compilation.
#include "sample_kernels.hpp"
#include "testing/scratch.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <set>

using namespace mergus::cuda;
using testing::ScratchDirectory;
using testing::Variable;

namespace {

/// What a device compiles of `source`, with a disk cache in `directory`: 1, or 0 when it is there already.
std::uint64_t compilations(const ScratchDirectory& directory, const KernelSource& source) {
    DeviceOptions options;
    options.cache = JitCache(directory.path() / "cache");
    Device device(options);
    device.kernel(source);
    CHECK(device.counters().compilations + device.counters().disk_hits == 1);
    return device.counters().compilations;
}

} // namespace

TEST_CASE("every ingredient changes the key") {
    const KernelSource plain{"f", "the text", {{"A", "1"}, {"B", "2"}}};
    const auto source = [&](const std::function<void(KernelSource&)>& change) {
        KernelSource changed = plain;
        change(changed);
        return changed;
    };
    const Hash128 keys[] = {
        kernel_key("0.1.0", "compiler", plain, "the text"),
        kernel_key("0.1.1", "compiler", plain, "the text"),
        kernel_key("0.1.0", "compiler 2", plain, "the text"),
        kernel_key("0.1.0", "compiler", plain, "the text."),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.fmad = false; }), "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.standard = 20; }), "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.defines[0].second = "3"; }), "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.defines[0].first = "C"; }), "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.defines.pop_back(); }), "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) { s.defines.clear(); }), "the text"),
        // The same bytes, cut elsewhere.
        kernel_key("0.1.0c", "ompiler", plain, "the text"),
        kernel_key("0.1.0", "compiler", source([](auto& s) {
                       s.defines = {{"A", "1B=2"}};
                   }),
                   "the text"),
    };
    std::set<std::string> different;
    for (const Hash128& key : keys) different.insert(key.hex());
    CHECK(different.size() == std::size(keys));
    // The entry is in the text.
    CHECK(kernel_key("0.1.0", "compiler", source([](auto& s) { s.entry = "g"; }), "the text") == keys[0]);
}

TEST_CASE("what changes in a kernel, its compiler or its device is compiled again") {
    const ScratchDirectory directory;
    const KernelSource plain = samples::block_scan();
    CHECK(compilations(directory, plain) == 1);
    CHECK(compilations(directory, plain) == 0);

    const std::function<void(KernelSource&)> changes[] = {
        [](KernelSource& s) { s.text += "// a comment\n"; },
        [](KernelSource& s) { s.fmad = false; },
        [](KernelSource& s) { s.standard = 20; },
        [](KernelSource& s) {
            s.defines = {{"UNUSED", "1"}};
        },
        [](KernelSource& s) {
            s.defines = {{"UNUSED", "2"}};
        },
    };
    for (const auto& change : changes) {
        KernelSource changed = plain;
        change(changed);
        CHECK(compilations(directory, changed) == 1);
        CHECK(compilations(directory, changed) == 0);
    }
    {
        const Variable architecture("MERGUS_EMULATION_ARCH", "75");
        CHECK(compilations(directory, plain) == 1);
        CHECK(compilations(directory, plain) == 0);
    }
    // The same program under another name, and the same name for another version of it.
    const char* const before = std::getenv("MERGUS_HOST_CXX");
    const std::string compiler = before != nullptr && *before != '\0' ? before : "c++";
    const std::string wrapper = (directory.path() / "compiler").string();
    const auto write_wrapper = [&](const char* version) {
        std::ofstream(wrapper) << "#!/bin/sh\n[ \"$1\" = --version ] && { echo " << version
                               << "; exit; }\nexec " << compiler << " \"$@\"\n";
        std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    };
    write_wrapper("12.1");
    {
        const Variable other("MERGUS_HOST_CXX", wrapper.c_str());
        CHECK(compilations(directory, plain) == 1);
        CHECK(compilations(directory, plain) == 0);
        write_wrapper("12.2");
        CHECK(compilations(directory, plain) == 1);
        CHECK(compilations(directory, plain) == 0);
    }
    CHECK(compilations(directory, plain) == 0);
}
